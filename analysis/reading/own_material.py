"""The material that the reports on one scheme need beside its judgments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from annotation.exchange.evidence.common_form import Evidence
from annotation.services.datasets.collection import Site
from annotation.tables.figures.crowds import CrowdFigures

Results = dict[str, Any]


class FoldedEvidence(NamedTuple):
    """A campaign's questions with their folded answers, and the HIT of each by its name."""

    judged: Evidence
    hits: dict[str, int]


@dataclass(frozen=True)
class OwnMaterial:
    """`words` are there where items are texts that are cut, `evidence` where workers mark
    sentences, `sites` where they collect documents. `crowd` returns the figures of workers and
    consensus, where workers give an item one of a few answers. `intervals` returns those of all
    figures that are not of segmentations, each with the value of its figure."""

    words: dict[int, list[str]] = field(default_factory=dict)
    evidence: FoldedEvidence | None = None
    sites: Sequence[Site] | None = None
    crowd: Callable[[], CrowdFigures] | None = None
    intervals: Callable[[], Results] | None = None
