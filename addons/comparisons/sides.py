"""The answers of one side of a comparison by item: those in a campaign's figures, or a set's."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from addons.comparisons.models import Side
from analysis.reading.judgment_rows import Vector
from annotation.models import Item, Judgment
from annotation.schemes.base import Settings

WORKER = "assignment__enrolment__worker__number"
CHUNK = 2000


class Said(NamedTuple):
    """An answer, and the number of its worker or annotator."""

    by: int
    vector: Vector


@dataclass(frozen=True)
class SideRead:
    """All items of a side's dataset, in its order, and its answers by item."""

    items: Mapping[int, Item]
    said: Mapping[int, Sequence[Said]]
    settings: Settings

    def vectors(self, item: int) -> list[Vector]:
        return [one.vector for one in self.said.get(item, ())]


def read_side(side: Side) -> SideRead:
    """Read a side; call it inside a snapshot, so that results match their version."""
    return SideRead(_items(side), _said(side), side.settings)


def _said(side: Side) -> dict[int, list[Said]]:
    found: defaultdict[int, list[Said]] = defaultdict(list)
    for item, by, vector in _rows(side):
        found[item].append(Said(by, tuple(vector)))
    return dict(found)


def _rows(side: Side) -> Iterator[tuple[int, int, list[int]]]:
    if side.set is not None:
        given = side.set.annotations.order_by("pk")
        return given.values_list("item", "annotator", "vector").iterator(CHUNK)
    judged = Judgment.objects.filter(campaign=side.campaign, folded=True).order_by("pk")
    return judged.values_list("hit__item_id", WORKER, "vector").iterator(CHUNK)


def _items(side: Side) -> dict[int, Item]:
    """Return the items with their documents, each read once."""
    items = list(Item.objects.filter(dataset=side.dataset).order_by("position"))
    documents = Item.objects.in_bulk({item.document_id for item in items if item.document_id})
    for item in items:
        if item.document_id is not None:
            item.document = documents[item.document_id]
    return {item.pk: item for item in items}
