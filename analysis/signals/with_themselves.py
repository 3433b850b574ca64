"""Self-consistency of workers: answers to the HITs that they were given again."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from analysis.reading.work import Again
from analysis.schemes.base import SchemeAnalysis
from annotation.schemes.base import Settings


class Consistency(NamedTuple):
    """The mean likeness of a worker's two answers to each of `repeated` HITs; None without one."""

    value: float | None
    repeated: int


NEVER = Consistency(None, 0)


def with_themselves(
    again: Sequence[Again], analysis: SchemeAnalysis, settings: Settings
) -> dict[int, Consistency]:
    """Return the self-consistency of each enrolment that was given a HIT again."""
    alike: defaultdict[int, list[Fraction]] = defaultdict(list)
    for one in again:
        alike[one.enrolment].append(analysis.likeness(one.first, one.second, settings))
    return {
        who: Consistency(float(sum(found) / len(found)), len(found)) for who, found in alike.items()
    }
