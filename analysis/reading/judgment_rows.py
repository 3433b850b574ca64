"""Rows of judgments: for folds and reconciliation, and with workers, times and status for files."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import QuerySet, Value

from analysis.reading.item_ranges import WHOLE, ItemRange
from annotation.models import Campaign, Item, Judgment

Vector = tuple[int, ...]
CACHE_SIZE = 2**11


@lru_cache(maxsize=CACHE_SIZE)
def vector_of(written: str) -> Vector:
    """Return the numbers of an answer, separated by commas; most items share a few answers."""
    return tuple(map(int, written.split(","))) if written else ()


class Row(NamedTuple):
    pk: int
    hit_id: int
    item_id: int
    vector: Vector
    counts: bool
    folded: bool
    submitted_at: datetime


def rows_of_campaign(campaign_id: int) -> list[Row]:
    return _rows(Judgment.objects.filter(campaign=campaign_id))


def rows_of_hits(hit_ids: Collection[int]) -> list[Row]:
    return _rows(Judgment.objects.filter(hit__in=hit_ids))


def rows_of_items(campaign_id: int, item_ids: Collection[int]) -> list[Row]:
    return _rows(Judgment.objects.filter(campaign=campaign_id, hit__item__in=item_ids))


def by_item(rows: Iterable[Row]) -> dict[int, list[Row]]:
    grouped: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.item_id].append(row)
    return grouped


def as_folded(campaign_id: int, items: ItemRange = WHOLE) -> dict[int, list[Row]]:
    """Return the rows that are in the figures, by item."""
    rows = Judgment.objects.filter(campaign=campaign_id, folded=True)
    if items != WHOLE:
        # The index of HITs by item begins with the campaign; other campaigns have the same items.
        rows = rows.filter(items.of("hit__item"), hit__campaign=campaign_id)
    return by_item(_rows(rows.annotate(counted=Value(True)), counts="counted"))


def counting(rows: Iterable[Row]) -> list[Vector]:
    """Return the vectors that should be in the figures."""
    return [row.vector for row in rows if row.counts]


def folded(rows: Iterable[Row]) -> list[Vector]:
    """Return the vectors that are in the figures."""
    return [row.vector for row in rows if row.folded]


def _rows(judgments: QuerySet[Judgment], counts: str = "counts") -> list[Row]:
    fields = ("pk", "hit_id", "hit__item_id", "vector", counts, "folded", "submitted_at")
    return [
        Row(pk, hit_id, item_id, tuple(vector), *rest)
        for pk, hit_id, item_id, vector, *rest in judgments.order_by("pk").values_list(*fields)
    ]


MILLISECOND = timedelta(milliseconds=1)
# Times reported by the worker's browser, as named in files.
TIMES = ("active_seconds", "first_action_seconds")
STATUS = ("counts", "late", "known", "repeat", "review")
# Whether the worker started from a suggestion, and whether the answer equals it.
SUGGESTION = ("suggested", "as_suggested")
WORKER = "assignment__enrolment__worker"
ItemRead = TypeVar("ItemRead")
Crowd = TypeVar("Crowd")


class JudgmentRead(NamedTuple):
    """A judgment with the data of its assignment, HIT and worker."""

    pk: int
    item_id: int
    worker: int
    source: str
    vector: list[int]
    payload: dict[str, Any]
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
    wording: int | None = None

    @property
    def milliseconds(self) -> int:
        return (self.submitted_at - self.claimed_at) // MILLISECOND

    @property
    def status(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in STATUS}

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
    "assignment__enrolment__wording",
)


def judgments_in(rows: QuerySet[Judgment]) -> list[JudgmentRead]:
    """Read these judgments in the order of their numbers."""
    return [JudgmentRead(*row) for row in rows.order_by("pk").values_list(*FIELDS)]


@dataclass(frozen=True)
class CampaignJudgments(ABC, Generic[ItemRead, Crowd]):
    """A whole campaign's items and judgments, as a scheme's files and figures have them; read them
    inside a snapshot."""

    campaign: Campaign

    @abstractmethod
    def item_of(self, item: Item) -> ItemRead:
        """Return an item in the format of files."""

    @abstractmethod
    def crowd_of(self, taking_part: Callable[[JudgmentRead], bool]) -> Crowd:
        """Return some of the judgments in the format of figures."""

    @cached_property
    def judgments(self) -> list[JudgmentRead]:
        """Return the judgments in the order of their numbers."""
        return judgments_in(Judgment.objects.filter(campaign=self.campaign))

    @cached_property
    def items(self) -> dict[int, ItemRead]:
        items = Item.objects.filter(dataset=self.campaign.dataset_id).order_by("position")
        return {item.pk: self.item_of(item) for item in items}

    def in_order(self) -> Iterator[tuple[ItemRead, JudgmentRead]]:
        for judgment in self.judgments:
            yield self.items[judgment.item_id], judgment

    def counting(self) -> Crowd:
        """Return the judgments that should be in the figures."""
        return self.crowd_of(lambda judgment: judgment.counts)

    def folded(self) -> Crowd:
        """Return the judgments that are in the figures."""
        return self.crowd_of(lambda judgment: judgment.folded)
