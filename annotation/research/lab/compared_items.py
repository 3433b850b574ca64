"""The items of a comparison, with what either side said of each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.capabilities import Capability
from annotation.models import ComparedItem, Item, Judgment, Side
from annotation.numbers import percent
from annotation.research.common.access import ResearcherRequest, comparison_for, needs
from annotation.research.common.paging import page_of, whole_number
from annotation.schemes import SCHEMES

ITEMS_PER_PAGE = 25
MOST_ANSWERS = 8
# By name, the column by which items are ordered, and what that shows first.
ORDERS = {
    "apart": ("rank", "farthest apart"),
    "alike": ("-rank", "most alike"),
    "dataset": ("position", "as in the dataset"),
}
Written = list[tuple[str, int]]


@dataclass(frozen=True)
class Line:
    """An item with the answers of both sides, each by how many gave it, the most frequent first."""

    item: Item
    alike: str
    same: bool | None
    crowd: Written
    gold: Written


@require_safe
@needs(Capability.SEE_TEXTS)
def items(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project: the answers of both sides item by item, in three orders."""
    comparison = comparison_for(request, comparison_id)
    if comparison.deleted_at is not None:
        raise Http404
    order = request.GET.get("order") or "apart"
    if order not in ORDERS:
        raise Http404
    rows = _ordered(ComparedItem.objects.filter(comparison=comparison), order, request)
    page = page_of(list(rows[: ITEMS_PER_PAGE + 1]), ITEMS_PER_PAGE)
    context = {
        "project": comparison.project,
        "comparison": comparison,
        "orders": [(name, words, name == order) for name, (_, words) in ORDERS.items()],
        "order": order,
        "page": page,
        "after": request.GET.get("after"),
        "last": getattr(page.last, ORDERS[order][0].lstrip("-")) if page.rows else None,
        "lines": _lines(comparison.crowd, comparison.gold, page.rows),
    }
    return render(request, "research/lab/compared_items.html", context)


def _ordered(
    rows: QuerySet[ComparedItem], order: str, request: ResearcherRequest
) -> QuerySet[ComparedItem]:
    column = ORDERS[order][0]
    rows = rows.order_by(column)
    if (after := whole_number(request, "after")) is not None:
        way = "lt" if column.startswith("-") else "gt"
        rows = rows.filter(**{f"{column.lstrip('-')}__{way}": after})
    return rows


def _lines(crowd: Side, gold: Side, rows: Sequence[ComparedItem]) -> list[Line]:
    keys = {pk for row in rows for pk in (row.item_id, row.gold_item_id)}
    items = Item.objects.select_related("document").in_bulk(keys)
    mine = _said(crowd, [row.item_id for row in rows], items)
    theirs = _said(gold, [row.gold_item_id for row in rows], items)
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


def _said(side: Side, keys: Sequence[int], items: Mapping[int, Item]) -> dict[int, Written]:
    """Return the answers of a side by item, as they stand now."""
    vectors: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for pk, vector in _vectors(side, keys):
        vectors[pk][tuple(vector)] += 1
    scheme = SCHEMES[side.scheme]
    return {
        pk: [
            (scheme.written(vector, items[pk], side.settings), times)
            for vector, times in sorted(vectors[pk].items(), key=lambda one: (-one[1], one[0]))
        ][:MOST_ANSWERS]
        for pk in keys
    }


def _vectors(side: Side, keys: Sequence[int]) -> Iterable[tuple[int, list[int]]]:
    if side.set is not None:
        return side.set.annotations.filter(item__in=keys).values_list("item", "vector")
    judged = Judgment.objects.filter(campaign=side.campaign, hit__item__in=keys, folded=True)
    return judged.values_list("hit__item_id", "vector")
