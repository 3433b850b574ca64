"""The gold answer of a text, by its name in the dataset's column `gold`."""

from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.label.settings import ANY, SCALE
from midpath.text.characters import caseless

GOLD, WHY = "gold", "why"
DIVIDER, NONE = "|", "none"


def known_answer(item: Item, settings: Settings) -> int | None:
    """Return the number of the gold answer's vector; None if there is none."""
    cell = item.content.get("columns", {}).get(GOLD)
    given = "" if cell is None else str(cell).strip()
    return answer_named(given, settings, "gold answer") if given else None


def answer_named(given: str, settings: Settings, what: str = "answer") -> int:
    """Return the number of an answer by its label, its key, or its point on a scale from 1.

    If several labels may be chosen, they are separated by `|`, and `none` means none.
    """
    if settings["kind"] != ANY:
        return _place(given, settings, what)
    if caseless(given) == NONE and not _has(NONE, settings):
        return 0
    places = {_place(part, settings, what) for part in given.split(DIVIDER)}
    return sum(1 << place for place in places)


def _place(given: str, settings: Settings, what: str) -> int:
    named, labels = caseless(given), settings["labels"]
    for name in ("label", "key"):
        for place, one in enumerate(labels):
            if caseless(one[name]) == named and (name == "label" or settings["kind"] != SCALE):
                return place
    if settings["kind"] == SCALE and named.isdecimal() and 1 <= int(named) <= len(labels):
        return int(named) - 1
    known = "; ".join(one["label"] for one in labels)
    raise InvalidAnswer(
        f"The {what} “{given}” is not one of this campaign’s labels. They are: {known}.",
        field="gold",
    )


def _has(name: str, settings: Settings) -> bool:
    return any(caseless(one["label"]) == name for one in settings["labels"])
