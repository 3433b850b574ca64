"""The texts of an item: the judged one and the context texts, from named columns."""

from typing import NotRequired, TypedDict

from annotation.models import Dataset, Item
from annotation.schemes.base import InvalidSettings, Settings
from annotation.schemes.passages import is_document, passage_of

JUDGED = "text"
# The texts that `texts_of` returns, without names, as SQL.
WORDS_OF_TEXTS = """(
    SELECT jsonb_agg(words ORDER BY place)
    FROM jsonb_array_elements_text(settings -> 'texts') WITH ORDINALITY AS shown (name, place),
    LATERAL (
        SELECT CASE shown.name WHEN 'text' THEN item.text
               ELSE btrim(item.content -> 'columns' ->> shown.name) END AS words
    ) AS named
    WHERE words <> ''
)"""


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


def check_columns(dataset: Dataset, settings: Settings) -> None:
    """Raise InvalidSettings if a named column is in none of the dataset's items."""
    items = Item.objects.filter(dataset=dataset)
    for name in settings["texts"]:
        if name == JUDGED or items.filter(content__columns__has_key=name).exists():
            continue
        first = items.order_by("position").first()
        known = [JUDGED, *(first.content.get("columns", {}) if first else ())]
        raise InvalidSettings(
            f"The dataset has no column {name}. It has: {', '.join(known)[:300]}.", field="texts"
        )


def _written(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
