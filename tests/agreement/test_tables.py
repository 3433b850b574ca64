"""The null tables in the package against brute force, totals and independent means.

The brute force compares all pairs of trees, enumerated by two different programs.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from agreement.sampling import PAIRS, sampled_counts
from agreement.segmentation.entailment import catalan
from agreement.segmentation.null import is_sampled, null_counts, pairs_drawn
from agreement.tables import make, sample, tree_pairs
from agreement.tables.automaton import layers
from agreement.tables.binary_trees import all_trees
from tests.agreement import slow
from tests.helpers.tiers import by_tier

EXACT = [(int(n), int(k)) for n, powers in make.read().items() for k in powers]
SAMPLED = [
    (n, k) for n in range(2, sample.MAX_LENGTH + 1) for k in (1, 2) if is_sampled("nested", n, k)
]


def test_every_length_has_its_tables() -> None:
    assert list(product(range(2, 16), (1, 2))) == EXACT
    assert sorted(EXACT + SAMPLED) == list(product(range(2, sample.MAX_LENGTH + 1), (1, 2)))
    assert {pairs_drawn("nested", n, k) for n, k in SAMPLED} == {PAIRS}


def test_printed_tables() -> None:
    assert null_counts("nested", 4, 1) == {0: 5, 2: 10, 4: 10}
    assert null_counts("nested", 5, 2) == {
        0: 14, 2: 12, 6: 10, 8: 24, 9: 20, 10: 12, 11: 20, 12: 4, 15: 20, 16: 4, 17: 36, 18: 12,
        24: 8,
    }  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", range(2, 9))
def test_tables_equal_brute_force_over_all_pairs(n: int, k: int) -> None:
    assert null_counts("nested", n, k) == slow.null("nested", n, k)
    assert null_counts("flat", n) == {x: c >> (n - 1) for x, c in slow.null("flat", n, 1).items()}


@pytest.mark.long
@pytest.mark.parametrize("k", [1, 2])
def test_tables_equal_brute_force_at_ten_words(k: int) -> None:
    trees = np.array(slow.all_vectors("nested", 10)) ** k
    counts: Counter[int] = Counter()
    for tree in trees:
        counts.update(Counter(np.abs(trees - tree).sum(axis=1).tolist()))
    assert null_counts("nested", 10, k) == counts


@pytest.mark.parametrize(("n", "k"), EXACT)
def test_totals_are_squares_of_catalan_numbers(n: int, k: int) -> None:
    counts = null_counts("nested", n, k)
    assert sum(counts.values()) == catalan(n - 1) ** 2
    assert counts[0] == catalan(n - 1)


@cache
def no_higher(n: int, height: int) -> int:
    """Return how many trees over n words have at most this height."""
    if n == 1 or height < 0:
        return int(n == 1 and height >= -1)
    return sum(no_higher(m, height - 1) * no_higher(n - m, height - 1) for m in range(1, n))


@cache
def labels_at(n: int, i: int) -> dict[int, int]:
    """Return how many trees over n words have each label at boundary i.

    The group split there has some words on each side; with a single word in its place, the
    surroundings are any tree over the rest.
    """
    sides = list(product(range(1, i + 2), range(1, n - i)))
    at_most = [
        sum(
            no_higher(a, label - 1) * no_higher(b, label - 1) * catalan(n - a - b) for a, b in sides
        )
        for label in range(-1, n - 1)
    ]
    return {label: after - before for label, (before, after) in enumerate(pairwise(at_most))}


def expected_sum(n: int, k: int) -> int:
    """Return the sum of all numerators over all pairs of trees, boundary by boundary."""
    return sum(
        many * others * abs(u**k - v**k)
        for i in range(n - 1)
        for (u, many), (v, others) in product(labels_at(n, i).items(), repeat=2)
    )


@pytest.mark.parametrize(("n", "k"), EXACT)
def test_mean_distance_equals_the_mean_from_marginal_heights(n: int, k: int) -> None:
    total = sum(x * count for x, count in null_counts("nested", n, k).items())
    assert total == expected_sum(n, k)


@pytest.mark.long
@pytest.mark.parametrize(("n", "k"), SAMPLED[:: by_tier(quick=9, long=1)])
def test_samples_have_about_the_mean_from_marginal_heights(n: int, k: int) -> None:
    counts = null_counts("nested", n, k)
    total = sum(counts.values())
    assert total % PAIRS == 0
    assert total == PAIRS or n > sample.FINEST
    mean = sum(x * count for x, count in counts.items()) / total
    deviation = sqrt(sum(x * x * count for x, count in counts.items()) / total - mean**2)
    exact = Fraction(expected_sum(n, k), catalan(n - 1) ** 2)
    assert abs(mean - exact) < 4.5 * deviation / sqrt(PAIRS)


@pytest.mark.parametrize(
    ("n", "mean"), [(5, (18, 7)), (6, (68, 21)), (7, (128, 33)), (8, (1918, 429))]
)
def test_mean_height_of_all_trees(n: int, mean: tuple[int, int]) -> None:
    """ACL 2013, Table 5: 2.57, 3.24, 3.88, 4.47. A tree's height is its root's label."""
    heights = all_trees(n).max(axis=1)
    assert Fraction(int(heights.sum()), len(heights)) == Fraction(*mean)


@pytest.mark.long
@pytest.mark.parametrize(("n", "k"), list(product(range(2, 11), (1, 2))))
def test_the_script_makes_what_the_file_holds(n: int, k: int) -> None:
    assert null_counts("nested", n, k) == tree_pairs.count_pairs(layers(n), k)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "nested.json.gz"
    make.make(6, 1, path)
    done = path.read_bytes()
    prime, root, size = tree_pairs.field(layers(6), 1)
    values = [
        tree_pairs.evaluate(layers(6), 1, pow(root, i, prime), prime) for i in range(size // 2)
    ]
    path.unlink()
    partial = tmp_path / "nested-6-words-d1.values"
    partial.write_text("".join(f"{value}\n" for value in values) + "123")  # killed while writing
    make.make(6, 1, path)
    assert path.read_bytes() == done
    assert not partial.exists()


@pytest.mark.long
def test_the_automaton_reads_each_tree_once() -> None:
    for n in range(2, 13):
        paths = np.ones(1, dtype=np.int64)
        for layer in layers(n):
            after = np.zeros(len(layer.labels), dtype=np.int64)
            for sources in layer.sources:
                after[: len(sources)] += paths[sources]
            for state, (first, last) in enumerate(pairwise(layer.starts.tolist())):
                after[state] += paths[layer.more[first:last]].sum()
            paths = after
        assert paths.sum() == catalan(n - 1)


@pytest.mark.long
@pytest.mark.parametrize("n", [41, 60])
def test_classes_move_no_probability_by_more_than_their_own(n: int) -> None:
    counts = sampled_counts(n, 20_000)[1]
    width, steps, pairs = sample.in_classes(counts, coarse=True)
    assert sum(pairs) == 20_000
    assert width == sample.deviation(counts) // sample.CLASSES > 1
    begins = np.cumsum(steps) * width
    drawn = np.repeat(list(counts), list(counts.values()))
    at_least = np.cumsum(pairs[::-1])[::-1] / 20_000
    assert [(drawn >= x).mean() for x in begins] == pytest.approx(at_least, abs=1e-12)
    assert max(pairs) / 20_000 < 0.005


@pytest.mark.long
def test_what_the_file_holds_stays(tmp_path: Path) -> None:
    path = tmp_path / "sampled.json.gz"
    path.write_bytes(sample.PATH.read_bytes())
    sample.main(path)
    assert path.read_bytes() == sample.PATH.read_bytes()


@pytest.mark.long
@pytest.mark.slow
def test_the_samples_are_what_the_seed_gives() -> None:
    for k, counts in enumerate(sampled_counts(16), 1):
        assert counts == null_counts("nested", 16, k)
