"""The additional data that the reports on one scheme need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from annotation.exchange.evidence.common_form import Evidence
from annotation.json_types import Figures
from annotation.services.datasets.collection import Site
from annotation.tables.figures.crowd_figures import CrowdFigures


class FoldedEvidence(NamedTuple):
    """A campaign's questions with their folded answers, and the HIT of each by its name."""

    judged: Evidence
    hits: dict[str, int]


@dataclass(frozen=True)
class OwnMaterial:
    """`words` is given if items are texts to segment, `evidence` if workers mark sentences, `sites`
    if they collect documents. `crowd` returns the figures of workers and consensus if answers come
    from a few choices. `intervals` returns those of all figures except segmentation figures, each
    with the value of its figure."""

    words: dict[int, list[str]] = field(default_factory=dict)
    evidence: FoldedEvidence | None = None
    sites: Sequence[Site] | None = None
    crowd: Callable[[], CrowdFigures] | None = None
    intervals: Callable[[], Figures] | None = None
