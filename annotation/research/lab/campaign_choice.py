"""One campaign in the laboratory."""

from dataclasses import dataclass

from annotation.models import Campaign, CampaignReport
from annotation.research.results.intervals import as_of
from midpath.tables.figures.bias_figures import Biases, BiasFigures


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
    def figures(self) -> BiasFigures:
        return self.results.get("figures", {})

    @property
    def results(self) -> Biases:
        found: Biases = self.report.results if self.report else {}
        return found
