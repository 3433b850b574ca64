"""Biases of annotators (ACL 2013, section 6): preferences that do not depend on the text.

The number of segments of flat annotations by length (Fig. 3 A). How unequal the segments are: the
standard deviation of their lengths, for flats of two or three (Fig. 3 B). The height of nested
annotations compared with that of random trees (Fig. 3 C, Table 5). Cuts around prepositions (Table
6).

The keys of a tally of one kind are
    segments/n/k     flat annotations of texts of n words with k segments
    spread/k/x       those of k = 2 or 3 segments with k (sum of squared lengths) - n^2 = x, which
                     is k^2 times the variance of the lengths
    around/where     prepositions in flat annotations with a cut on both sides, none, left, right;
                     or at the "edge" of the text, which count in the base only
    heights/n/h      nested annotations of texts of n words of height h, the label of the root
Texts of one word take no part. Tallies add up; a tally for each worker shows each worker's bias.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from agreement.prepositions import bare
from agreement.segmentation.entailment import FEW, catalan
from agreement.segmentation.vectors import Vector, check_flat, check_nary
from agreement.tally import Tally

SIDES = ("both", "none", "left", "right")
WHERE = {(1, 1): "both", (0, 0): "none", (1, 0): "left", (0, 1): "right"}
MAX_LENGTH = 100  # words; up to here the heights of all trees are counted, in a tenth of a second


class Segments(NamedTuple):
    """The numbers of segments in flat annotations of texts of one length, and the expected one."""

    words: int
    times: dict[int, int]  # segments: annotations
    mean: Fraction
    expected: Fraction  # if all flats are equally likely


class Spread(NamedTuple):
    """The frequency of each standard deviation of segment lengths, for flats of two or three
    segments."""

    segments: int
    variance: Fraction
    times: int

    @property
    def sd(self) -> float:
        return sqrt(self.variance)


class Heights(NamedTuple):
    """The heights of nested annotations of texts of one length, and those of random trees.

    Beyond MAX_LENGTH words `expected` is None and `chance` empty.
    """

    words: int
    times: dict[int, int]  # height: annotations
    mean: Fraction
    expected: Fraction | None
    chance: dict[int, Fraction]  # height: share of all trees


class Prepositions(NamedTuple):
    """Shares of all prepositions with a cut on both sides, none, left, right; None without any."""

    shares: dict[str, Fraction] | None
    prepositions: int
    reason: str | None = None


def count_flats(flats: Iterable[Vector]) -> Tally:
    """Return the tally of the segments and their spread.

    >>> count_flats([(0, 0, 1, 0, 0, 0)])  # 3 | 4: a standard deviation of 1/2
    {'segments/7/2': 1, 'spread/2/1': 1}
    """
    counts: Counter[str] = Counter()
    for flat, times in Counter(map(tuple, flats)).items():
        if not check_flat(flat, len(flat) + 1):
            continue
        n, lengths = len(flat) + 1, segment_lengths(flat)
        k = len(lengths)
        counts[f"segments/{n}/{k}"] += times
        if k in FEW:
            counts[f"spread/{k}/{k * sum(length**2 for length in lengths) - n * n}"] += times
    return Tally(counts)


def count_nesteds(nesteds: Iterable[Vector]) -> Tally:
    """Return the tally of the heights.

    >>> count_nesteds([(0, 2, 0, 1, 0)])
    {'heights/6/2': 1}
    """
    counts: Counter[str] = Counter()
    for nested, times in Counter(map(tuple, nesteds)).items():
        if check_nary(nested, len(nested) + 1):
            counts[f"heights/{len(nested) + 1}/{max(nested)}"] += times
    return Tally(counts)


def count_prepositions(
    words: Sequence[str], flats: Iterable[Vector], prepositions: Collection[str]
) -> Tally:
    """Return the tally of cuts around the prepositions of one text, in all its flat annotations.

    Words are compared without case and without punctuation at their ends. Raises ValueError if a
    flat does not fit the words.

    >>> count_prepositions("flights to rome".split(), [(1, 0), (0, 1)], {"to"})
    {'around/left': 1, 'around/right': 1}
    """
    found = [i for i, word in enumerate(words) if bare(word) in prepositions]
    counts: Counter[str] = Counter()
    for flat, times in Counter(map(tuple, flats)).items():
        if len(flat) != len(words) - 1:
            raise ValueError(f"A flat of {len(flat) + 1} words is given for {len(words)} words.")
        check_flat(flat, len(words))
        for i in found:
            inside = 0 < i < len(words) - 1
            where = WHERE[flat[i - 1], flat[i]] if inside else "edge"
            counts[f"around/{where}"] += times
    return Tally(counts)


def segments(state: Mapping[str, int]) -> list[Segments]:
    """Return the numbers of segments by length of text.

    Uniformly random flats have (n + 1) / 2 segments on average.

    >>> segments(count_flats([(1, 0, 0), (1, 0, 1)]))[0].mean
    Fraction(5, 2)
    """
    return [
        Segments(n, times, _mean(times), Fraction(n + 1, 2))
        for n, times in _table(state, "segments").items()
    ]


def spread(state: Mapping[str, int]) -> list[Spread]:
    """Return the distribution of Fig. 3 B for flats of two and of three segments, most equal first.

    >>> [one.sd for one in spread(count_flats([(0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)]))]
    [0.5, 1.5]
    """
    return [
        Spread(k, Fraction(x, k * k), count)
        for k, times in _table(state, "spread").items()
        for x, count in times.items()
    ]


def heights(state: Mapping[str, int]) -> list[Heights]:
    """Return the heights by length of text, with the exact expectation over all binary trees.

    >>> round(float(heights(count_nesteds([(0, 2, 0, 1)]))[0].expected), 2)  # Table 5: 2.57
    2.57
    """
    return [
        Heights(n, times, _mean(times), expected_height(n), chance_heights(n))
        if n <= MAX_LENGTH
        else Heights(n, times, _mean(times), None, {})
        for n, times in _table(state, "heights").items()
    ]


def prepositions(state: Mapping[str, int]) -> Prepositions:
    """Return Table 6: shares of all prepositions; those at an edge count in the base only.

    >>> words, flats = "flights to rome".split(), [(1, 0), (0, 1), (0, 1)]
    >>> prepositions(count_prepositions(words, flats, {"to"})).shares["right"]
    Fraction(2, 3)
    """
    total = sum(count for key, count in state.items() if key.startswith("around/"))
    if not total:
        return Prepositions(None, 0, "No flat annotation contains a preposition of this list.")
    shares = {side: Fraction(state.get(f"around/{side}", 0), total) for side in SIDES}
    return Prepositions(shares, total)


def bias_figures(state: Mapping[str, int]) -> dict[str, object]:
    """Return all biases, ready for JSON; a part missing in the tally is an empty list.

    >>> figures = bias_figures(count_flats([(0, 0, 1, 0, 0, 0), (1, 0)]))
    >>> figures["two_or_three"], figures["sd"]["mean"]
    (1.0, 0.5)
    """
    sides = prepositions(state)
    around: dict[str, object] = {"prepositions": sides.prepositions, "shares": None}
    if sides.shares is None:
        around["reason"] = sides.reason
    else:
        around["shares"] = {side: float(share) for side, share in sides.shares.items()}
    return {
        "segments": [
            {
                "words": row.words,
                "annotations": sum(row.times.values()),
                "times": row.times,
                "mean": float(row.mean),
                "expected": float(row.expected),
            }
            for row in segments(state)
        ],
        **_spread_figures(state),
        "heights": [
            {
                "words": row.words,
                "annotations": sum(row.times.values()),
                "times": row.times,
                "mean": float(row.mean),
                "expected": None if row.expected is None else float(row.expected),
                "chance": {height: float(share) for height, share in row.chance.items()},
            }
            for row in heights(state)
        ],
        "prepositions": around,
    }


def segment_lengths(flat: Sequence[int]) -> list[int]:
    """Return the number of words in each segment.

    >>> segment_lengths((0, 0, 1, 0, 0, 0))
    [3, 4]
    """
    cuts = [-1, *(i for i, cut in enumerate(flat) if cut), len(flat)]
    return [end - start for start, end in pairwise(cuts)]


@lru_cache
def chance_heights(n: int) -> dict[int, Fraction]:
    """Return the share of each height among all binary trees over n words.

    >>> {height: str(share) for height, share in chance_heights(4).items()}
    {1: '1/5', 2: '4/5'}
    """
    trees, below, result = catalan(n - 1), 0, {}
    for height in range(n - 1):
        up_to = _trees_up_to(height, n)[n]
        if up_to > below:
            result[height] = Fraction(up_to - below, trees)
        below = up_to
    return result


def expected_height(n: int) -> Fraction:
    """Return the mean height of all binary trees over n words.

    >>> [str(expected_height(n)) for n in (5, 6, 7, 8)]  # ACL 2013, Table 5: 2.57 3.24 3.88 4.47
    ['18/7', '68/21', '128/33', '1918/429']
    """
    return sum((height * share for height, share in chance_heights(n).items()), Fraction(0))


@lru_cache(maxsize=512)
def _trees_up_to(height: int, longest: int) -> list[int]:
    """Return for 0 to `longest` words how many trees are at most `height` high.

    A single word has the height -1.
    """
    if height < 0:
        return [0, 1] + [0] * (longest - 1)
    lower = _trees_up_to(height - 1, longest)
    return [
        *lower[:2],
        *(sum(lower[i] * lower[n - i] for i in range(1, n)) for n in range(2, longest + 1)),
    ]


def _spread_figures(state: Mapping[str, int]) -> dict[str, object]:
    rows = spread(state)
    few = sum(row.times for row in rows)
    annotations = sum(sum(row.times.values()) for row in segments(state))
    result: dict[str, object] = {
        "two_or_three": few / annotations if annotations else None,
        "sd": {
            "mean": sum(row.sd * row.times for row in rows) / few if few else None,
            "annotations": few,
            "times": [
                {"segments": row.segments, "sd": row.sd, "annotations": row.times} for row in rows
            ],
        },
    }
    if not few:
        result["sd_reason"] = "No flat annotation has two or three segments."
    return result


def _table(state: Mapping[str, int], what: str) -> dict[int, dict[int, int]]:
    rows: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for key, count in state.items():
        name, *numbers = key.split("/")
        if name == what:
            rows[int(numbers[0])][int(numbers[1])] = count
    return {n: dict(sorted(rows[n].items())) for n in sorted(rows)}


def _mean(times: Mapping[int, int]) -> Fraction:
    return Fraction(sum(value * count for value, count in times.items()), sum(times.values()))
