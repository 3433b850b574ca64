"""The columns of a dataset whose texts are shown."""

from django.db.models import Q

from annotation.models import Dataset, Item
from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.label.texts import DOCUMENT, JUDGED

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


def check_columns(dataset: Dataset, settings: Settings) -> None:
    """Raise InvalidSettings if a named column is in none of the dataset's items."""
    items = Item.objects.filter(dataset=dataset)
    for name in settings["texts"]:
        if name == JUDGED or items.filter(_having(name)).exists():
            continue
        first = items.order_by("position").first()
        known = [JUDGED, *(first.content.get("columns", {}) if first else ())]
        raise InvalidSettings(
            f"The dataset has no column {name}. It has: {', '.join(known)[:300]}.", field="texts"
        )


def _having(name: str) -> Q:
    found = Q(content__columns__has_key=name)
    return found | Q(document__isnull=False) if name == DOCUMENT else found
