"""Orders of a campaign's items, and keyset pagination: the next page begins after the last item of
this one, so the last page costs as much as the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import F, Q, QuerySet

from annotation.models import HIT, Campaign, Item
from annotation.services.errors import Invalid
from annotation.services.items.addon_filters import FilterOrder, addon_orders
from annotation.services.items.filters import LARGEST, ItemFilter, in_utc
from annotation.services.items.positions import (
    DECIDED,
    IN_ONE_PASS,
    JUDGMENTS,
    LATE,
    REVIEWED,
    WORKER,
)

MAX_KEY_LENGTH = 60
LARGEST_ID = 2**63 - 1
BACK = "-"
NO_KEY = "This page does not exist in this order. Start at the first page."
POSITION = "position"
NO_WORKER = "Choose a worker first: this order follows the worker’s judgments."

# A value in an order, and the number that decides between equal values.
Place = tuple[object, int]


@dataclass(frozen=True)
class Order:
    """An order of HITs: by `value`, `falling` or rising, then by `tie`, which rises, or falls in a
    `back` order. HITs whose `value` is null are not in the order. `annotated`: the filter annotated
    the relation of `value`."""

    value: str
    tie: str
    kind: type
    falling: bool = False
    back: bool = False
    annotated: bool = False

    @property
    def reversed(self) -> "Order":
        return replace(self, falling=not self.falling, back=not self.back)

    def over(
        self, hits: QuerySet[HIT], campaign: Campaign, wanted: ItemFilter
    ) -> QuerySet[HIT, HIT]:
        """Return the HITs in this order, each with its `place`."""
        if self.in_one_pass:
            hits = hits.annotate(**IN_ONE_PASS[self.value](wanted))
        else:
            if self.value.startswith("summary__"):
                # The index begins with this column.
                hits = hits.filter(summary__campaign=campaign)
            hits = hits.filter(**{f"{self.value}__isnull": False}).annotate(place=F(self.value))
        by = (BACK * self.falling + self._column, BACK * self.back + self.tie)
        return hits.order_by(*dict.fromkeys(by))

    @property
    def in_one_pass(self) -> bool:
        return self.value in IN_ONE_PASS

    @property
    def _column(self) -> str:
        # A second lookup by name would join the rows of an annotated relation once more.
        return "place" if self.in_one_pass or self.annotated else self.value

    def behind(self, value: object, tie: int) -> list[Q]:
        """Return the conditions on the HITs after a place, in order: first those of the same value.
        Each condition alone can use an index; both together cannot."""
        further = Q(**{f"{self._column}__{'lt' if self.falling else 'gt'}": value})
        if self.value == self.tie:
            return [further]
        tie_lookup = f"{self.tie}__{'lt' if self.back else 'gt'}"
        return [Q(**{self._column: value, tie_lookup: tie}), further]


def _by_item(column: str, kind: type, *, falling: bool = False) -> Order:
    return Order(f"item__{column}", "item__position", kind, falling)


def _by_figure(column: str, kind: type) -> Order:
    return Order(f"summary__{column}", "summary__hit_id", kind, falling=True)


def _in_one_pass(value: str, kind: type) -> Order:
    return Order(value, "pk", kind, falling=True)


_FORWARD = {
    "text": _by_item("opening", str),
    "stratum": _by_item("stratum", str),
    "length": _by_item("length", int, falling=True),
    "judgments": _in_one_pass(JUDGMENTS, int),
    "latest": _by_figure("judged_at", datetime),
    "worker": _in_one_pass(WORKER, datetime),
    "reviewed": _in_one_pass(REVIEWED, int),
    "late": _in_one_pass(LATE, int),
    "disagreement": _by_figure("disagreement", float),
    "entropy": _by_figure("entropy", float),
    "tie": _by_figure("tied", bool),
    "undecided": _by_figure("undecided", bool),
    "decided": _in_one_pass(DECIDED, bool),
}
# Orders that need a filter by worker.
OF_WORKERS = ("worker", f"{BACK}worker")


@cache
def orders() -> Mapping[str, Order]:
    of_addons = {
        name: Order(one.column, one.column, one.kind, annotated=True)
        for name, one in addon_orders().items()
    }
    forward = {**_FORWARD, **of_addons}
    return {
        POSITION: Order("item__position", "item__position", int),
        **forward,
        **{f"{BACK}{name}": order.reversed for name, order in forward.items()},
    }


@dataclass(frozen=True)
class Found:
    """A page of HITs, with the key of the next page; empty on the last."""

    hits: Sequence[HIT]
    next: str


def read_order(name: str) -> str:
    if name and name not in orders():
        raise Invalid(f"Choose one of these orders: {', '.join(orders())}.", field="order")
    return name or POSITION


def possible(order: str, wanted: ItemFilter) -> str:
    """Return the order, or the default one if the filter lacks what the order needs."""
    return POSITION if _lacking(order, wanted) else order


def _lacking(order: str, wanted: ItemFilter) -> str:
    """Return what has to be chosen before the order is available."""
    of_addon = _order_of_addon(order)
    if of_addon and of_addon.needs not in wanted.of_addons:
        return of_addon.lacking
    return NO_WORKER if order in OF_WORKERS and wanted.worker is None else ""


def _order_of_addon(order: str) -> FilterOrder | None:
    return addon_orders().get(order.removeprefix(BACK))


def read_key(order: str, text: str) -> tuple[Any, int]:
    """Decode a cursor; reject a bad signature. In an order by texts, it contains the item instead
    of a value."""
    kind = orders()[order].kind
    value, _, tie = text.partition("~")
    try:
        if len(text) > MAX_KEY_LENGTH:
            raise ValueError
        if kind is str:
            return None, _number(text, LARGEST)
        place = _read(kind, value)
        number = (
            _number(value, LARGEST) if order == POSITION and not tie else _number(tie, LARGEST_ID)
        )
    except (ValueError, OverflowError) as error:
        raise Invalid(NO_KEY, field="after") from error
    return place, number


def page_of_items(
    campaign: Campaign, wanted: ItemFilter, order: str, after: str, size: int
) -> Found:
    """Return a page. Keys are selected first and their rows read afterwards, so that no sort
    includes texts."""
    if lacking := _lacking(order, wanted):
        raise Invalid(lacking, field="order")
    place = _read_place(campaign, order, after) if after else None
    rows = _first(campaign, wanted, orders()[order], place, size + 1)
    keys = [pk for pk, *_ in rows[:size]]
    read = HIT.objects.select_related("item", "summary").in_bulk(keys)
    following = _key(order, rows[size - 1]) if len(rows) > size else ""
    return Found([read[pk] for pk in keys if pk in read], following)


def count_items(campaign: Campaign, wanted: ItemFilter, most: int) -> int:
    """Count the HITs that match a filter, up to one more than `most`."""
    return wanted.hits(campaign).order_by().values("pk")[: most + 1].count()


def neighbours(
    campaign: Campaign, wanted: ItemFilter, order: str, hit: HIT
) -> tuple[int | None, int | None]:
    """Return the HIT before and the HIT after one, among those that match the filter."""
    place = _place_of(campaign, order, hit, wanted)
    if place is None:
        return None, None
    chosen = orders()[order]
    found = [_first(campaign, wanted, one, place, 1) for one in (chosen.reversed, chosen)]
    before, after = (rows[0][0] if rows else None for rows in found)
    return before, after


def _first(
    campaign: Campaign,
    wanted: ItemFilter,
    order: Order,
    place: Place | None,
    most: int,
) -> list[tuple[int, object, int]]:
    """Return the keys of the first HITs of an order, or of those after a place, with their
    places."""
    ordered = order.over(wanted.hits(campaign), campaign, wanted)
    found = ordered.values_list("pk", "place", order.tie)
    if place is None:
        return list(found[:most])
    rows: list[tuple[int, object, int]] = []
    for condition in order.behind(*place):
        if len(rows) < most:
            rows += found.filter(condition)[: most - len(rows)]
    return rows


def _read_place(campaign: Campaign, order: str, key: str) -> Place:
    """Return the place in a key; for a text, which is too long for a key, from its item."""
    value, tie = read_key(order, key)
    if orders()[order].kind is str:
        items = Item.objects.filter(dataset=campaign.dataset_id, position=tie)
        value = items.values_list(orders()[order].value.removeprefix("item__"), flat=True).first()
        if value is None:
            raise Invalid(NO_KEY, field="after")
    return value, tie


def _place_of(campaign: Campaign, order: str, hit: HIT, wanted: ItemFilter) -> Place | None:
    """Return the place of a HIT in an order, whether or not it matches the filter."""
    chosen = orders()[order]
    if _lacking(order, wanted):
        return None
    of_addon = _order_of_addon(order)
    if of_addon or chosen.in_one_pass:
        needed = {of_addon.needs: wanted.of_addons[of_addon.needs]} if of_addon else {}
        within = ItemFilter(of_addons=needed)
        alone = chosen.over(within.hits(campaign).filter(pk=hit.pk), campaign, wanted)
        row = alone.values_list("place", chosen.tie).first()
        return row if row and row[0] is not None else None
    side, _, column = chosen.value.rpartition("__")
    value = getattr(hit.item if side == "item" else getattr(hit, "summary", None), column, None)
    if value is None:
        return None
    return value, hit.item.position if side == "item" else hit.pk


def _key(order: str, row: Sequence[object]) -> str:
    _, place, tie = row
    if order == POSITION or orders()[order].kind is str:
        return str(tie)
    if isinstance(place, datetime):
        return f"{in_utc(place).isoformat()}~{tie}"
    return f"{int(place) if isinstance(place, bool) else place!r}~{tie}"


def _read(kind: type, text: str) -> object:
    if kind is datetime:
        found = datetime.fromisoformat(text)
        if found.tzinfo is None:
            raise ValueError
        return in_utc(found)
    if kind is float:
        number = float(text)
        if not (text.isascii() and 0 <= number <= LARGEST):
            raise ValueError
        return number
    if kind is bool:
        return bool(_number(text, 1))
    return _number(text, LARGEST)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > most:
        raise ValueError
    return int(text)
