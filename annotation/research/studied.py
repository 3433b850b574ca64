"""What the laboratory shows of one campaign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotation.models import Campaign, CampaignReport


@dataclass(frozen=True)
class Studied:
    """A campaign with its bias report; `name` tells it from the others on the page."""

    campaign: Campaign
    name: str
    report: CampaignReport | None
    intervals: CampaignReport | None = None

    def ends(self, figure: str) -> tuple[float | None, float | None]:
        """Of the interval of a figure."""
        found = (self.intervals.results if self.intervals else {}).get(figure, {}).get("d1", {})
        return found.get("low"), found.get("high")

    @property
    def figures(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.results.get("figures", {})
        return found

    @property
    def results(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.report.results if self.report else {}
        return found
