"""The texts of an item: the judged one and the context texts, from named columns."""

from typing import NotRequired, TypedDict

from midpath.schemes.base import Item, Settings
from midpath.schemes.passages import is_document, passage_of

JUDGED = "text"


class Text(TypedDict):
    """A text of an item, and where its headings are if it is a document."""

    name: str
    text: str
    headings: NotRequired[list[list[int]]]


def texts_of(item: Item, settings: Settings) -> list[Text]:
    """Return the name and the words of each text of the item, in the campaign's order. For a
    document, which has lines, also the places of its headings."""
    columns = item.content.get("columns", {})
    found: list[Text] = [
        _judged(item) if name == JUDGED else {"name": name, "text": _written(columns.get(name))}
        for name in settings["texts"]
    ]
    return [one for one in found if one["text"]]


def _judged(item: Item) -> Text:
    if not is_document(item.content):
        return {"name": JUDGED, "text": item.text}
    text, headings = passage_of(item.content)
    return {"name": JUDGED, "text": text, "headings": [list(place) for place in headings]}


def _written(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
