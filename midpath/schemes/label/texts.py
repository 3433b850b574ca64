"""The texts of an item: the judged one and its context, from named columns or its document."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from midpath.schemes.base import Item, Settings
from midpath.schemes.passages import is_document, passage_of

JUDGED = "text"
# The whole document that a part or a question belongs to, unless a column has this name.
DOCUMENT = "document text"


class Text(TypedDict):
    """A text of an item, and where its headings are if it is a document."""

    name: str
    text: str
    headings: NotRequired[list[list[int]]]


def texts_of(item: Item, settings: Settings) -> list[Text]:
    """Return the name and the words of each text of the item, in the campaign's order. For a
    document, which has lines, also the places of its headings. Files and pages leave out the
    document that it belongs to, which many items share."""
    return [one for name in settings["texts"] if (one := _named(name, item))["text"]]


def shown_texts(item: Item, settings: Settings) -> list[Text]:
    """Return these texts and, if the campaign names it, the document that the item belongs to."""
    context = item.document if DOCUMENT in settings["texts"] else None
    found = (_named(name, item, context) for name in settings["texts"])
    return [one for one in found if one["text"]]


def _named(name: str, item: Item, context: Item | None = None) -> Text:
    columns: Mapping[str, object] = item.content.get("columns", {})
    if name == JUDGED:
        return _text(name, item)
    if name == DOCUMENT and context is not None and name not in columns:
        return _text(name, context)
    return {"name": name, "text": _written(columns.get(name))}


def _text(name: str, item: Item) -> Text:
    if not is_document(item.content):
        return {"name": name, "text": item.text}
    text, headings = passage_of(item.content)
    return {"name": name, "text": text, "headings": [list(place) for place in headings]}


def _written(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
