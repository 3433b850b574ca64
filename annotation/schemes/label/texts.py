"""The texts of an item: the one that is judged and those beside it, from named columns."""

from annotation.models import Dataset, Item
from annotation.schemes.base import InvalidSettings, Settings

JUDGED = "text"


def texts_of(item: Item, settings: Settings) -> list[dict[str, str]]:
    """Return the name and the words of each text that the item has, in the campaign's order."""
    columns = item.content.get("columns", {})
    found = [
        {"name": name, "text": item.text if name == JUDGED else _written(columns.get(name))}
        for name in settings["texts"]
    ]
    return [one for one in found if one["text"]]


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
