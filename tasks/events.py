"""Events of Celery's processes (annotation.events)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from analysis.reading.judgment_rows import Row
from annotation.events import Event
from annotation.models import Campaign


@dataclass(frozen=True)
class JudgmentsFolded(Event):
    """Judgments entered or left the figures. `items` has the rows of each item as they were before
    they were marked as folded."""

    campaign: Campaign
    items: Mapping[int, Collection[Row]]
