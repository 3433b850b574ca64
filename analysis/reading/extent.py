"""The content of files: a campaign, or those of its items that match a filter, and its decisions,
in which adjudicators are identified by number."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, QuerySet
from psycopg2 import sql

from annotation.models import Campaign, CodedDecision, Decision, Enrolment, Item, Judgment
from annotation.schemes import scheme_of
from annotation.services.campaigns.fitting import included_items
from annotation.services.decisions.queue import since_decided
from annotation.services.items.filters import ItemFilter

ITEMS_AT_ONCE = 100
INCLUDED = """(item.length BETWEEN {least} AND {most} OR EXISTS (
    SELECT FROM annotation_hit hit WHERE hit.item_id = item.id AND hit.campaign_id = {campaign}))"""


def included_in_sql(campaign: Campaign) -> sql.Composable:
    """Return the SQL condition for the items of a campaign that its scheme does not leave out."""
    lengths = scheme_of(campaign).lengths
    if lengths is None:
        return sql.SQL("TRUE")
    least, most = lengths
    return sql.SQL(INCLUDED).format(
        campaign=sql.Literal(campaign.pk), least=sql.Literal(least), most=sql.Literal(most)
    )


@dataclass(frozen=True)
class Extent:
    """A campaign with all of its items, or only with those whose keys are in `found`, in their
    order."""

    campaign: Campaign
    found: tuple[int, ...] | None = None

    @property
    def is_whole(self) -> bool:
        return self.found is None

    def items(self) -> Iterator[list[Item]]:
        """Yield the items in their order, in batches."""
        rows = included_items(self.campaign).order_by("position")
        rows = rows.prefetch_related("document")
        if self.found is not None:
            for start in range(0, len(self.found), ITEMS_AT_ONCE):
                yield list(rows.filter(pk__in=self.found[start : start + ITEMS_AT_ONCE]))
            return
        after = 0
        while items := list(rows.filter(position__gt=after)[:ITEMS_AT_ONCE]):
            yield items
            after = items[-1].position

    def judgments(self) -> QuerySet[Judgment]:
        rows = Judgment.objects.filter(campaign=self.campaign)
        return rows if self.found is None else rows.filter(hit__item__in=self.found)

    def enrolments(self) -> QuerySet[Enrolment]:
        """Return the campaign's workers; for some items, those who judged any of them."""
        rows = self.campaign.enrolments.all()
        if self.found is None:
            return rows
        return rows.filter(Exists(self.judgments().filter(assignment__enrolment=OuterRef("pk"))))


def extent_of(campaign: Campaign, wanted: ItemFilter) -> Extent:
    """Return the items that match a filter now; all if the filter is empty."""
    if not wanted.written():
        return Extent(campaign)
    hits = wanted.hits(campaign).order_by("item__position")
    return Extent(campaign, tuple(hits.values_list("item", flat=True)))


class Decided(NamedTuple):
    """A decision; `since` counts the later judgments that count, and `reasons` are the names of its
    codes."""

    pk: int
    item: int
    position: int
    text: str
    vector: tuple[int, ...]
    payload: Mapping[str, Any]
    how: str
    adjudicator: int
    apart: bool
    final: bool
    note: str
    seen: Mapping[str, object]
    decided_at: datetime
    withdrawn_at: datetime | None
    since: int
    reasons: tuple[str, ...]


COLUMNS = (
    *("pk", "hit__item_id", "hit__item__position", "hit__item__text", "vector", "payload", "how"),
    *("adjudicator", "apart", "final", "note", "seen", "decided_at", "withdrawn_at", "since"),
    "reasons",
)


def decisions_of(extent: Extent) -> list[Decided]:
    """Return all decisions that are not hidden from anyone, including withdrawn ones, in order."""
    rows = Decision.objects.revealed().filter(campaign=extent.campaign)
    if extent.found is not None:
        rows = rows.filter(hit__item__in=extent.found)
    codes = CodedDecision.objects.filter(decision=OuterRef("pk")).order_by("reason")
    rows = rows.annotate(since=since_decided(), reasons=ArraySubquery(codes.values("reason__name")))
    found = rows.order_by("pk").values_list(*COLUMNS)
    made = (Decided(*row) for row in found.iterator(chunk_size=1000))
    return [
        one._replace(vector=tuple(one.vector), since=one.since or 0, reasons=tuple(one.reasons))
        for one in made
    ]


def final_of(extent: Extent) -> dict[int, Decided]:
    """Return the final decisions, by item."""
    return {one.item: one for one in decisions_of(extent) if one.final}


def final_vectors(campaign: Campaign, items: Collection[Item]) -> dict[int, Sequence[int]]:
    """Return the final decisions on these items, by item."""
    final = Decision.objects.final().filter(campaign=campaign, hit__item__in=items)
    return dict(final.values_list("hit__item_id", "vector"))
