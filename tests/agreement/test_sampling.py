"""Random trees: well-formed, equally likely, the same on every machine."""

from collections import Counter

import pytest

from agreement.sampling import BLOCK, Draws, random_trees, sampled_counts
from agreement.segmentation.boundaries import check_nested
from tests.agreement import slow


@pytest.mark.long
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_all_trees_are_alike_likely(n: int) -> None:
    """Chi-squared: the mean is the degrees of freedom, f, the variance 2 f."""
    size = 20_000
    times = Counter(map(tuple, random_trees(n, size, Draws(n)).tolist()))
    trees = slow.all_vectors("nested", n)
    assert set(times) == set(trees)
    expected = size / len(trees)
    chi = sum((times[tree] - expected) ** 2 / expected for tree in trees)
    freedom = len(trees) - 1
    assert abs(chi - freedom) <= 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("n", [2, 17, 40, 90])
def test_long_ones_are_trees(n: int) -> None:
    for vector in random_trees(n, 50, Draws(n)).tolist():
        check_nested(vector, n)


def test_the_first_numbers_stay_what_they_are() -> None:
    assert random_trees(6, 3, Draws(2013)).tolist() == [
        [4, 3, 2, 0, 1],
        [0, 3, 2, 0, 1],
        [0, 2, 0, 1, 3],
    ]


@pytest.mark.parametrize("size", [0, 1, BLOCK, BLOCK + 1])
def test_any_number_of_them(size: int) -> None:
    assert random_trees(4, size, Draws(1)).shape == (size, 3)


def test_a_text_of_one_word_has_none() -> None:
    with pytest.raises(ValueError, match="no boundary"):
        random_trees(1, 5, Draws(1))


def test_a_sample_comes_near_the_exact_table() -> None:
    size = 20_000
    for k, counts in enumerate(sampled_counts(6, size), 1):
        null = slow.null("nested", 6, k)
        assert set(counts) <= set(null)
        for x, count in null.items():
            share = count / sum(null.values())
            assert abs(counts.get(x, 0) / size - share) < 4.5 * (share / size) ** 0.5
