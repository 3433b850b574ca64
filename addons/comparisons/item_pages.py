"""The items of a comparison with the answers of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from addons.comparisons.access import comparison_for
from addons.comparisons.models import ComparedItem, Side
from addons.comparisons.services.compared_items import (
    ORDERED_BY,
    Answers,
    answers_of,
    page_of_compared,
)
from annotation.capabilities import Capability
from annotation.models import Item
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.paging import page_of, whole_number
from annotation.text.formatting import percent

ITEMS_PER_PAGE = 25
# The items that each order shows first.
ORDERS = {
    "apart": "most different first",
    "alike": "most similar first",
    "dataset": "dataset order",
}


@dataclass(frozen=True)
class Line:
    """An item with the answers of both sides, the most frequent first."""

    item: Item
    alike: str
    same: bool | None
    crowd: Answers
    gold: Answers


@require_safe
@needs(Capability.SEE_TEXTS)
def items(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project: the answers of both sides by item, in three orders."""
    comparison = comparison_for(request, comparison_id)
    if comparison.deleted_at is not None:
        raise Http404
    order = request.GET.get("order") or "apart"
    if order not in ORDERS:
        raise Http404
    after = whole_number(request, "after")
    rows = page_of_compared(comparison, order, after, ITEMS_PER_PAGE + 1)
    page = page_of(rows, ITEMS_PER_PAGE)
    context = {
        "project": comparison.project,
        "comparison": comparison,
        "orders": [(name, words, name == order) for name, words in ORDERS.items()],
        "order": order,
        "page": page,
        "after": request.GET.get("after"),
        "last": getattr(page.last, ORDERED_BY[order].lstrip("-")) if page.rows else None,
        "lines": _lines(comparison.crowd, comparison.gold, page.rows),
    }
    return render(request, "research/comparisons/items.html", context)


def _lines(crowd: Side, gold: Side, rows: Sequence[ComparedItem]) -> list[Line]:
    keys = {pk for row in rows for pk in (row.item_id, row.gold_item_id)}
    items = Item.objects.select_related("document").in_bulk(keys)
    mine = answers_of(crowd, [row.item_id for row in rows], items)
    theirs = answers_of(gold, [row.gold_item_id for row in rows], items)
    return [
        Line(
            items[row.item_id],
            percent(row.alike, 0),
            row.same,
            mine[row.item_id],
            theirs[row.gold_item_id],
        )
        for row in rows
    ]
