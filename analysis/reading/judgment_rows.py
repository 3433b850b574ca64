"""Rows of judgments, for folds and reconciliation."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import Judgment

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
    vector: list[int]
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


def as_folded(campaign_id: int) -> dict[int, list[Row]]:
    """Return the rows that are in the figures, by item."""
    return by_item(row._replace(counts=True) for row in rows_of_campaign(campaign_id) if row.folded)


def counting(rows: Iterable[Row]) -> list[Vector]:
    """Return the vectors that should be in the figures."""
    return [tuple(row.vector) for row in rows if row.counts]


def folded(rows: Iterable[Row]) -> list[Vector]:
    """Return the vectors that are in the figures."""
    return [tuple(row.vector) for row in rows if row.folded]


def _rows(judgments: QuerySet[Judgment]) -> list[Row]:
    fields = ("pk", "hit_id", "hit__item_id", "vector", "counts", "folded", "submitted_at")
    return [Row(*values) for values in judgments.order_by("pk").values_list(*fields)]
