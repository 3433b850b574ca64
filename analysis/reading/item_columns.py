"""The facts about judged items by which figures are broken down: lengths and columns."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from annotation.models import Item
from midpath.exchange.jsonl import SCALARS
from midpath.json_types import JsonMapping
from midpath.schemes.passages import passage_of

# Where the content of an item has what its file said in addition: for questions, under `extra`.
FURTHER = ("columns", "extra")
OWN = ("category", "stratum")
SECTIONS = "sections"


class ItemFacts(NamedTuple):
    """The number of words of an item, and its columns without empty values."""

    length: int
    columns: Mapping[str, str]


def read_facts(item_ids: Collection[int]) -> dict[int, ItemFacts]:
    names = (*FURTHER, *OWN, SECTIONS)
    rows = Item.objects.filter(pk__in=item_ids).order_by("position")
    found = {}
    fields = rows.values_list("pk", "length", *(f"content__{name}" for name in names))
    for pk, length, *values in fields.iterator():
        parts = dict(zip(names, values, strict=True))
        found[pk] = ItemFacts(_words_of(parts) or length or 0, _columns(parts))
    return found


def _words_of(parts: JsonMapping) -> int:
    """Return the number of words of a document or of a part of one; 0 for other items, whose length
    is stored."""
    return len(passage_of(parts).text.split()) if parts[SECTIONS] else 0


def _columns(parts: JsonMapping) -> dict[str, str]:
    given = {name: parts[name] for name in OWN}
    for name in FURTHER:
        given |= parts[name] or {}
    columns = {name: _cell(value) for name, value in given.items() if isinstance(value, SCALARS)}
    return {name: cell for name, cell in columns.items() if cell}


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else " ".join(str(value).split())
