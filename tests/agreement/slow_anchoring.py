"""Slow, obvious twins of the two arms: all lots are tried, medians are of lists, workers are left
out by name. Oracles, nothing else."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from statistics import mean, median

from agreement.machines.anchoring import Given


def all_lots(blocks: Sequence[tuple[Sequence[int], Sequence[bool]]]) -> Fraction | None:
    """The share of all lots whose sum is as far from the mean of all as the observed one."""
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
    """Return the differences of share, likeness and median seconds; None without answers of both
    arms."""
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
    """The answers of these workers, of each as often as they are named."""
    return [one for who in workers for one in given if one.worker == who]
