"""All judgments of a campaign, with their workers, times and status."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.json_types import JsonObject
from annotation.models import Campaign, Judgment

MILLISECOND = timedelta(milliseconds=1)
# Times reported by the worker's browser, as named in files.
TIMES = ("active_seconds", "first_action_seconds")
# Whether the worker started from a suggestion, and whether the answer equals it.
SUGGESTION = ("suggested", "as_suggested")
WORKER = "assignment__enrolment__worker"


class JudgmentRead(NamedTuple):
    """A judgment with the data of its assignment, HIT and worker."""

    pk: int
    item_id: int
    worker: int
    source: str
    vector: list[int]
    payload: JsonObject
    claimed_at: datetime
    submitted_at: datetime
    counts: bool
    folded: bool
    late: bool
    known: bool
    repeat: bool
    review: str
    active_ms: int | None
    first_action_ms: int | None
    suggested: bool | None
    as_suggested: bool | None

    @property
    def milliseconds(self) -> int:
        return (self.submitted_at - self.claimed_at) // MILLISECOND

    @property
    def reported_times(self) -> dict[str, float | None]:
        """Return the times reported by the worker's browser, in seconds."""
        times = zip(TIMES, (self.active_ms, self.first_action_ms), strict=True)
        return {name: None if time is None else time / 1000 for name, time in times}

    @property
    def suggestion_fields(self) -> dict[str, bool | None]:
        """Return how the answer relates to the suggestion; unknown if there could be none."""
        return dict(zip(SUGGESTION, (self.suggested, self.as_suggested), strict=True))


FIELDS = (
    *("pk", "hit__item_id", f"{WORKER}__number", f"{WORKER}__source"),
    *("vector", "payload"),
    *("assignment__claimed_at", "submitted_at", "counts", "folded", "late"),
    *("hit__known", "repeat", "review", "active_ms", "first_action_ms"),
    *SUGGESTION,
)


def judgments_in(rows: QuerySet[Judgment]) -> list[JudgmentRead]:
    """Read these judgments in the order of their numbers."""
    return [JudgmentRead(*row) for row in rows.order_by("pk").values_list(*FIELDS)]


@dataclass(frozen=True)
class CampaignJudgments:
    """A whole campaign's judgments in the order of their numbers; read them inside a snapshot."""

    campaign: Campaign

    @cached_property
    def judgments(self) -> list[JudgmentRead]:
        return judgments_in(Judgment.objects.filter(campaign=self.campaign))

    def vectors(self) -> dict[int, list[tuple[int, ...]]]:
        """Return the answers that count, by item."""
        found: dict[int, list[tuple[int, ...]]] = {}
        for one in self.judgments:
            if one.counts:
                found.setdefault(one.item_id, []).append(tuple(one.vector))
        return found

    @cached_property
    def sources(self) -> dict[str, str]:
        """Return the platform of each worker with a counting judgment."""
        sources = {one.worker: one.source for one in self.judgments if one.counts}
        return {str(number): sources[number] for number in sorted(sources)}
