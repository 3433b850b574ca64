"""One campaign in the laboratory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from annotation.models import Campaign, CampaignReport
from annotation.research.results.intervals import as_of
from annotation.tables.figures.segmentation_figures import SegmentationChance


class AroundPrepositions(TypedDict):
    """The boundaries next to prepositions, as shares by side."""

    prepositions: int
    shares: Mapping[str, float | None] | None


class Entailed(TypedDict):
    """The pairs of a flat and a nested annotation of one text that entail each other; `bins` counts
    the texts by tenths of this share."""

    observed: float | None
    chance: float | None
    texts: int
    bins: Sequence[int]


class Standing(SegmentationChance, total=False):
    """A worker's agreement with the others, and why it is undefined."""

    reason: str


class WithOthers(TypedDict, total=False):
    texts: int
    alpha: Standing
    S: Standing


class Habits(TypedDict):
    """The habits of one worker; `others` is missing in earlier reports."""

    worker: int
    annotations: int
    mean: float | None
    expected: float | None
    two_or_three: float | None
    sd: float | None
    prepositions: AroundPrepositions
    others: NotRequired[WithOthers]


class Biases(TypedDict, total=False):
    """The results of a bias report: those of adpositions by language, and of entailment by
    campaign."""

    figures: Mapping[str, object]
    prepositions: Mapping[str, AroundPrepositions]
    entailment: Mapping[str, Entailed]
    workers: Sequence[Habits]


@dataclass(frozen=True)
class Studied:
    """A campaign with its bias report; `name` distinguishes it from the others on the page."""

    campaign: Campaign
    name: str
    report: CampaignReport | None
    intervals: CampaignReport | None = None

    @property
    def missing_ends(self) -> str:
        """Return a note if the intervals are of earlier figures; else empty."""
        stand, made = self.campaign.agreement, self.intervals
        if made is None or made.version == stand.version:
            return ""
        when = as_of(made.version, made.judgments, stand.version)
        return f" Its intervals, {when}, are not shown."

    def ends(self, figure: str) -> tuple[float | None, float | None]:
        """Return the ends of the interval of a figure; None if the figure has changed since."""
        own = self.intervals is not None and not self.missing_ends
        found = (self.intervals.results if self.intervals and own else {}).get(figure, {})
        by_distance = found.get("d1", {})
        return by_distance.get("low"), by_distance.get("high")

    @property
    def figures(self) -> Mapping[str, object]:
        return self.results.get("figures", {})

    @property
    def results(self) -> Biases:
        found: Biases = self.report.results if self.report else {}
        return found
