"""Self-consistency of workers: their answers to repeated HITs."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from analysis.reading.work import Again
from analysis.schemes.base import SchemeAnalysis
from annotation.schemes.base import Settings


class Consistency(NamedTuple):
    """The mean similarity of a worker's two answers to each of `repeated` HITs; None without
    any."""

    value: float | None
    repeated: int


NEVER = Consistency(None, 0)


def with_themselves(
    again: Sequence[Again], analysis: SchemeAnalysis, settings: Settings
) -> dict[int, Consistency]:
    """Return the self-consistency of each enrolment with repeated HITs."""
    alike: defaultdict[int, list[Fraction]] = defaultdict(list)
    for one in again:
        alike[one.enrolment].append(analysis.likeness(one.first, one.second, settings))
    return {
        who: Consistency(float(sum(found) / len(found)), len(found)) for who, found in alike.items()
    }
