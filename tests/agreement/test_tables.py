"""The null tables in the package against brute force, totals and independent means."""

import gzip
import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from agreement.chance import null_counts
from agreement.counting import LONGEST_NESTED
from agreement.entailment import catalan
from agreement.tables import make
from tests.agreement import slow


def test_printed_tables() -> None:
    assert null_counts("nested", 4, 1) == {0: 5, 2: 10, 4: 10}
    assert null_counts("nested", 5, 2) == {
        0: 14, 2: 12, 6: 10, 8: 24, 9: 20, 10: 12, 11: 20, 12: 4, 15: 20, 16: 4, 17: 36, 18: 12,
        24: 8,
    }  # fmt: skip


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", range(2, 9))
def test_tables_equal_brute_force_over_all_pairs(n: int, k: int) -> None:
    assert null_counts("nested", n, k) == slow.null("nested", n, k)
    assert null_counts("flat", n) == {x: c >> (n - 1) for x, c in slow.null("flat", n, 1).items()}


@pytest.mark.parametrize("k", [1, 2])
def test_tables_equal_brute_force_at_ten_words(k: int) -> None:
    trees = np.array(slow.all_vectors("nested", 10)) ** k
    counts: Counter[int] = Counter()
    for tree in trees:
        counts.update(Counter(np.abs(trees - tree).sum(axis=1).tolist()))
    assert null_counts("nested", 10, k) == counts


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", range(2, LONGEST_NESTED + 1))
def test_totals_are_squares_of_catalan_numbers(n: int, k: int) -> None:
    counts = null_counts("nested", n, k)
    assert sum(counts.values()) == catalan(n - 1) ** 2
    assert counts[0] == catalan(n - 1)


@cache
def by_height(n: int) -> Counter[int]:
    """How many trees over n words have each height."""
    counts = Counter({-1: 1} if n == 1 else {})
    for split in range(1, n):
        for left, right in product(by_height(split).items(), by_height(n - split).items()):
            counts[1 + max(left[0], right[0])] += left[1] * right[1]
    return counts


@cache
def by_label(n: int, i: int) -> Counter[tuple[int, int]]:
    """How many trees over n words have each height together with each label at boundary i."""
    counts: Counter[tuple[int, int]] = Counter()
    for split in range(1, n):
        left, right = by_height(split), by_height(n - split)
        if i == split - 1:
            for (a, many), (b, others) in product(left.items(), right.items()):
                counts[1 + max(a, b), 1 + max(a, b)] += many * others
            continue
        inside = i < split - 1
        half = by_label(split, i) if inside else by_label(n - split, i - split)
        for ((a, label), many), (b, others) in product(
            half.items(), (right if inside else left).items()
        ):
            counts[1 + max(a, b), label] += many * others
    return counts


@pytest.mark.parametrize("n", range(2, LONGEST_NESTED + 1))
def test_mean_distance_equals_the_mean_from_marginal_heights(n: int) -> None:
    for k in (1, 2):
        expected = sum(
            many * others * abs(u**k - v**k)
            for i in range(n - 1)
            for (_, u), many in by_label(n, i).items()
            for (_, v), others in by_label(n, i).items()
        )
        assert sum(x * count for x, count in null_counts("nested", n, k).items()) == expected


@pytest.mark.parametrize(
    ("n", "mean"), [(5, (18, 7)), (6, (68, 21)), (7, (128, 33)), (8, (1918, 429))]
)
def test_mean_height_of_all_trees(n: int, mean: tuple[int, int]) -> None:
    """ACL 2013, Table 5: 2.57, 3.24, 3.88, 4.47. A tree's height is its root's label."""
    heights = make.all_trees(n).max(axis=1)
    assert Fraction(int(heights.sum()), len(heights)) == Fraction(*mean)


def test_the_script_makes_what_the_file_holds() -> None:
    stored = json.loads(gzip.decompress(make.PATH.read_bytes()))
    assert sorted(map(int, stored)) == list(range(2, LONGEST_NESTED + 1))
    for n, k in product(range(2, 11), (1, 2)):
        made = make.count_pairs(make.all_trees(n), k)
        assert stored[str(n)][str(k)] == {str(x): count for x, count in made.items()}
