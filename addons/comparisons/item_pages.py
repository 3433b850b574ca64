"""The items of a comparison with the answers of both sides."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render

from addons.comparisons.access import comparison_for
from addons.comparisons.services.compared_items import (
    ORDERED_BY,
    Answers,
    page_of_compared,
    with_answers,
)
from annotation.capabilities import Capability
from annotation.models import Item
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.paging import page_of, whole_number
from midpath.text.formatting import percent

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


@needs(to_read=Capability.SEE_TEXTS)
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
        "lines": [
            Line(one.item, percent(one.row.alike, 0), one.row.same, one.crowd, one.gold)
            for one in with_answers(comparison, page.rows)
        ],
    }
    return render(request, "research/comparisons/items.html", context)
