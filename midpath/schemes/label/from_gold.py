"""Settings of a label campaign with the labels of the gold answers in a file."""

from collections.abc import Iterable

from midpath.schemes.base import InvalidSettings
from midpath.schemes.label.gold_answers import DIVIDER, NONE
from midpath.schemes.label.settings import ANY, DEFAULTS, ONE, check_label_settings


def settings_for_gold(answers: Iterable[object]) -> dict[str, object]:
    """Return the kind and the labels of these cells; empty if the default labels include them all,
    or if they cannot be labels, for example because there are too many.

    >>> settings_for_gold(["Positive", "Negative"])
    {}
    >>> found = settings_for_gold(["spam", "spam", "ham"])
    >>> found["kind"], [one["label"] for one in found["labels"]]
    ('one', ['spam', 'ham'])
    >>> found = settings_for_gold(["toxic | insult", "none", "threat"])
    >>> found["kind"], [one["label"] for one in found["labels"]]
    ('any', ['toxic', 'insult', 'threat'])
    """
    cells = [cell for answer in answers if (cell := str(answer).strip())]
    kind = ANY if any(DIVIDER in cell for cell in cells) else ONE
    names = _names(cells, kind)
    usual = {one["label"].casefold() for one in DEFAULTS[kind]["labels"]}
    if not names or (kind == ONE and {name.casefold() for name in names} <= usual):
        return {}
    settings = {"kind": kind, "labels": [{"label": name} for name in names]}
    try:
        labels = check_label_settings(settings)["labels"]
    except InvalidSettings:
        return {}
    return {"kind": kind, "labels": labels}


def _names(cells: Iterable[str], kind: str) -> list[str]:
    """Return the distinct labels in the order of their first use; numbers in ascending order."""
    found: dict[str, str] = {}
    for part in (part.strip() for cell in cells for part in cell.split(DIVIDER)):
        if part and not (kind == ANY and part.casefold() == NONE):
            found.setdefault(part.casefold(), part)
    names = list(found.values())
    return sorted(names, key=int) if all(name.isdecimal() for name in names) else names
