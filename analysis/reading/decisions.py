"""The decisions of a campaign for files and figures; adjudicators are identified by number."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from analysis.reading.extent import Extent
from annotation.json_types import JsonMapping
from annotation.models import Campaign, Decision, Item
from annotation.services.decisions.queue import since_decided


class Decided(NamedTuple):
    """A decision; `since` counts the later judgments that count."""

    pk: int
    item: int
    position: int
    text: str
    vector: tuple[int, ...]
    payload: JsonMapping
    how: str
    adjudicator: int
    apart: bool
    final: bool
    note: str
    seen: Mapping[str, object]
    decided_at: datetime
    withdrawn_at: datetime | None
    since: int


COLUMNS = (
    *("pk", "hit__item_id", "hit__item__position", "hit__item__text", "vector", "payload", "how"),
    *("adjudicator", "apart", "final", "note", "seen", "decided_at", "withdrawn_at", "since"),
)


def decisions_of(extent: Extent) -> list[Decided]:
    """Return all decisions that are not hidden from anyone, including withdrawn ones, in order."""
    rows = Decision.objects.revealed().filter(campaign=extent.campaign)
    if extent.found is not None:
        rows = rows.filter(hit__item__in=extent.found)
    rows = rows.annotate(since=since_decided())
    found = rows.order_by("pk").values_list(*COLUMNS)
    made = (Decided(*row) for row in found.iterator(chunk_size=1000))
    return [one._replace(vector=tuple(one.vector), since=one.since or 0) for one in made]


def final_of(extent: Extent) -> dict[int, Decided]:
    """Return the final decisions, by item."""
    return {one.item: one for one in decisions_of(extent) if one.final}


def final_vectors(campaign: Campaign, items: Collection[Item]) -> dict[int, Sequence[int]]:
    """Return the final decisions on these items, by item."""
    final = Decision.objects.final().filter(campaign=campaign, hit__item__in=items)
    return dict(final.values_list("hit__item_id", "vector"))
