from collections.abc import Sequence

from annotation.models import Campaign
from annotation.research.schemes.base import Panel
from annotation.research.schemes.nested.levels import levels_of
from annotation.research.schemes.segmentations import SegmentationView


class NestedView(SegmentationView):
    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "trend",
                "research/schemes/nested/levels.html",
                "research/schemes/nested/live_levels.html",
                lambda: {"levels": levels_of(campaign)},
            )
        ]


view = NestedView()
