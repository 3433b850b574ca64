"""Anchoring: the effect of a suggested answer on the workers' answers.

Each worker starts from a suggested answer on some of their items, chosen at random within blocks
of, for example, ten items, and without one on the others. For the answers of each arm,

    same = share that equals the suggested answer
    likeness = mean similarity to the suggested answer, from 0 to 1
    time = median of the times

and each difference is that of the arm with a suggestion minus the one without. Without the
suggestion, `same` is how often workers give that answer anyway, so the difference of `same`
measures anchoring.

Intervals are percentile bootstraps over workers, each drawn with all of their answers in both arms,
because the answers of one worker are dependent. The tests assume only the random assignment
(`blocks`): their values are 0 and 1 for `same`, and ranks within a block for times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import Literal, NamedTuple, TypedDict

import numpy as np

from agreement.bootstrap import USUAL, Estimate, Floats, Plan, bootstrap
from agreement.machines.blocks import Block, exact_p, ranks
from agreement.sampling import Ints

PLAN = USUAL._replace(method="percentile")
Name = Literal["same", "likeness", "seconds"]
NAMES: tuple[Name, ...] = ("same", "likeness", "seconds")
NOBODY = "No answer is of either arm."
ONE_ARM = "All answers are of one arm."
NO_TEST = "No block has answers of both arms that differ, or there are too many to test."


class Given(NamedTuple):
    """An answer: its worker, the block within which its arm was drawn, whether it started from the
    suggestion, whether it equals the suggested answer, their similarity, and its time in
    milliseconds."""

    worker: Hashable
    block: Hashable
    suggested: bool
    same: bool
    likeness: float
    time: int


class Arm(TypedDict):
    """The figures of an arm, None where it has no answer; times are in seconds."""

    judgments: int
    workers: int
    same: float | None
    likeness: float | None
    seconds: float | None


class Apart(TypedDict):
    """A difference between the arms. Where `value` or `p` is None, `reason` says why."""

    value: float | None
    interval: dict[str, object]
    p: float | None
    reason: str


class Anchoring(TypedDict):
    suggested: Arm
    alone: Arm
    same: Apart
    likeness: Apart
    seconds: Apart


def anchoring(given: Sequence[Given], plan: Plan = PLAN) -> Anchoring:
    """Return the figures of both arms and their differences.

    Differences are undefined if all answers are of one arm. Likeness is not tested; where it is 0
    or 1, the test of `same` covers it. Raises ValueError if the plan is out of range.

    >>> def one(worker, suggested, same):
    ...     return Given(worker, worker, suggested, same, float(same), 2000 - 500 * suggested)
    >>> found = anchoring([one(w, s, s or w > 3) for w in range(6) for s in (True, False)])
    >>> found["suggested"]["same"], found["alone"]["seconds"], round(found["same"]["value"], 3)
    (1.0, 2.0, 0.667)
    >>> found["same"]["p"], found["seconds"]["p"], found["seconds"]["value"]
    (0.125, 0.03125, -0.5)
    """
    sides = [_side(given, arm) for arm in (True, False)]
    intervals = bootstrap(_estimate(given), len({one.worker for one in given}), plan, "workers")
    tests = [exact_p(_blocks(given, timed)) for timed in (False, True)]
    same, likeness, seconds = (
        _apart(sides, name, interval, p)
        for name, interval, p in zip(
            NAMES,
            (intervals * 3)[:3],  # without workers, one reason for all
            (tests[0], None, tests[1]),
            strict=True,
        )
    )
    return {
        "suggested": sides[0],
        "alone": sides[1],
        "same": same,
        "likeness": likeness,
        "seconds": seconds,
    }


def _side(given: Sequence[Given], suggested: bool) -> Arm:
    own = [one for one in given if one.suggested is suggested]
    n = len(own)
    return {
        "judgments": n,
        "workers": len({one.worker for one in own}),
        "same": sum(one.same for one in own) / n if n else None,
        "likeness": sum(one.likeness for one in own) / n if n else None,
        "seconds": float(np.median([one.time for one in own])) / 1000 if n else None,
    }


def _apart(
    sides: Sequence[Arm],
    name: Name,
    interval: dict[str, object],
    p: float | None,
) -> Apart:
    one, other = sides[0][name], sides[1][name]
    if one is None or other is None:
        reason = ONE_ARM if sides[0]["judgments"] or sides[1]["judgments"] else NOBODY
        return {"value": None, "interval": interval, "p": None, "reason": reason}
    reason = NO_TEST if p is None and name != "likeness" else ""
    return {"value": one - other, "interval": interval, "p": p, "reason": reason}


def _blocks(given: Sequence[Given], timed: bool) -> Iterator[Block]:
    """Yield the tested values of each block: the ranks of the times, or whether answers equal the
    suggested one."""
    blocks = defaultdict[Hashable, list[Given]](list)
    for one in given:
        blocks[one.block].append(one)
    for own in blocks.values():
        values = ranks([one.time for one in own]) if timed else [int(one.same) for one in own]
        yield values, [one.suggested for one in own]


def _estimate(given: Sequence[Given]) -> Estimate:
    """Return the three differences as a function of the workers' weights."""
    numbers = {who: n for n, who in enumerate(dict.fromkeys(one.worker for one in given))}
    sides = []
    for arm in (True, False):
        own = sorted((one for one in given if one.suggested is arm), key=lambda one: one.time)
        of = np.array([numbers[one.worker] for one in own], dtype=np.int64)
        columns = [[1.0, one.same, one.likeness] for one in own]
        sums = np.zeros((len(numbers), 3))
        np.add.at(sums, of, np.array(columns).reshape(-1, 3))
        sides.append((sums, of, np.array([one.time / 1000 for one in own])))

    def estimate(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore"):
            one, other = (_means(weights, *side) for side in sides)
        found: Floats = one - other
        return found

    return estimate


def _means(weights: Floats, sums: Floats, of: Ints, times: Floats) -> Floats:
    """Return mean `same`, mean likeness and median time of an arm, (rows, 3), NaN where empty.

    sums : (workers, 3), the number of answers, and the sums of `same` and likeness
    of, times : (answers,), the worker and the time of each, by time
    """
    totals = weights @ sums
    medians = np.array([_median(row[of], times) for row in weights])
    return np.column_stack([totals[:, 1:] / totals[:, :1], medians])


def _median(weights: Floats, values: Floats) -> float:
    """Return the weighted median of sorted values.

    >>> _median(np.array([2.0, 0, 1, 1]), np.array([1.0, 2, 3, 4]))
    2.0
    """
    below = np.cumsum(weights)
    if not len(below) or not below[-1]:
        return float("nan")
    middle = below[-1] / 2
    low, high = (int(np.searchsorted(below, middle, side=side)) for side in ("left", "right"))
    return float(values[low] + values[high]) / 2
