"""The agreement of each worker with the others, α and S, if the campaign's figures have them, and
with themselves, on repeated HITs."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import count_text, standing
from agreement.segmentation.counting import take_apart
from agreement.segmentation.levels import COUNTED
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from analysis.reading.material import Material
from analysis.reading.work import Again
from analysis.schemes.base import SchemeAnalysis
from midpath.schemes.base import Settings


class Against(NamedTuple):
    alpha: float | None
    s: float | None


def against_others(material: Material) -> dict[int, Against]:
    """Return α and S by worker number; empty for schemes without α and S of one worker."""
    if material.kind is not None:
        return _of_segmentations(material, material.kind)
    return {} if material.own.crowd is None else _of_labels(material)


def _of_segmentations(material: Material, kind: Kind) -> dict[int, Against]:
    counted = {
        key: times for key, times in material.state.items() if key.partition("/")[0] not in COUNTED
    }
    total = alpha(take_apart(counted)).total
    own: defaultdict[int, Tally] = defaultdict(Tally)
    for answers in material.trees.values():
        vectors, workers = [one.vector for one in answers], [one.worker for one in answers]
        for worker, share in count_text(vectors, workers).items():
            own[worker].shift(share, 1)
    found = {who: standing(share, total, kind) for who, share in own.items()}
    return {
        who: Against(
            None if one.alpha is None else float(one.alpha), None if one.s is None else float(one.s)
        )
        for who, one in found.items()
    }


def _of_labels(material: Material) -> dict[int, Against]:
    """Return 1 − observed / expected: the share of others' answers to the same items that differ
    from theirs, divided by the share of pairs of answers in the campaign that differ."""
    paired = [answers for answers in material.answers.values() if len(answers) > 1]
    times = Counter(one.vector for answers in paired for one in answers)
    n = times.total()
    alike = sum(count * (count - 1) for count in times.values())
    expected = 1 - alike / (n * (n - 1)) if n > 1 else 0.0
    unlike: defaultdict[int, list[float]] = defaultdict(list)
    for answers in paired:
        here = Counter(one.vector for one in answers)
        for one in answers:
            unlike[one.worker].append((len(answers) - here[one.vector]) / (len(answers) - 1))
    return {
        who: Against(1 - sum(found) / len(found) / expected if expected else None, None)
        for who, found in unlike.items()
    }


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
