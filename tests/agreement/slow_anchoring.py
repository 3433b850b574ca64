"""Slow reference implementations for the two arms: all random assignments are enumerated, medians
come from lists, workers are left out by name. Test oracles."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from statistics import mean, median

from agreement.machines.anchoring import Given


def all_lots(blocks: Sequence[tuple[Sequence[int], Sequence[bool]]]) -> Fraction | None:
    """Return the share of all random assignments whose sum is as far from the overall mean as the
    observed one."""
    lots = [[sum(one) for one in combinations(values, sum(taken))] for values, taken in blocks]
    sums = [sum(each) for each in product(*lots)]
    if len(set(sums)) < 2:
        return None
    middle = Fraction(sum(sums), len(sums))
    seen = sum(v for values, taken in blocks for v, one in zip(values, taken, strict=True) if one)
    return Fraction(sum(abs(one - middle) >= abs(seen - middle) for one in sums), len(sums))


def in_blocks(given: Sequence[Given]) -> Iterator[list[Given]]:
    for block in {one.block: None for one in given}:
        yield [one for one in given if one.block == block]


def differences(given: Sequence[Given]) -> tuple[float, float, float] | None:
    """Return the differences of share, likeness and median seconds; None if an arm has no
    answers."""
    sides = [[one for one in given if one.suggested is arm] for arm in (True, False)]
    if not all(sides):
        return None
    shares, alike, times = (
        [mean(float(one.same) for one in side) for side in sides],
        [mean(one.likeness for one in side) for side in sides],
        [median(one.time / 1000 for one in side) for side in sides],
    )
    return shares[0] - shares[1], alike[0] - alike[1], times[0] - times[1]


def drawn(given: Sequence[Given], workers: Sequence[Hashable]) -> list[Given]:
    """Return the answers of these workers, repeated as often as each worker is named."""
    return [one for who in workers for one in given if one.worker == who]
