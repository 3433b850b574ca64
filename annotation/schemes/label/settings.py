"""The settings of a label campaign: checked, with defaults filled in by the kind."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.schemes.base import InvalidSettings, Settings, brief
from annotation.schemes.settings import refuse_twins, refuse_unknown

ONE, ANY, SCALE = "one", "any", "scale"
KINDS = {ONE: "One label", ANY: "Any number of labels", SCALE: "A place on a scale"}
LEVELS = {"ordinal": "Ordinal: only the order counts", "interval": "Interval: equal steps"}
NOMINAL = "nominal"
KNOWN = ("kind", "level", "question", "labels", "texts")
OF_A_LABEL = ("label", "key", "definition", "example")
FEWEST_LABELS, MAX_LABELS = 2, 20
MAX_QUESTION_LENGTH, MAX_LABEL_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_COLUMN_LENGTH = 300, 80, 300, 100
MAX_TEXTS = 10
KEYS = "123456789abcdefghijkl"
UNDO_KEY, NONE_KEY = "z", "0"


def check_label_settings(settings: Settings) -> dict[str, object]:
    """Return checked settings, or raise InvalidSettings."""
    refuse_unknown(settings, KNOWN, "Labels have")
    kind = _one_of(KINDS, settings.get("kind", ONE), "kind")
    wanted = {**DEFAULTS[kind], **settings}
    return {
        "kind": kind,
        "level": _level(kind, wanted["level"]),
        "question": _text(wanted["question"], "question", MAX_QUESTION_LENGTH, "the question"),
        "labels": _labels(kind, wanted["labels"]),
        "texts": _texts(wanted["texts"]),
    }


def _level(kind: str, given: object) -> str:
    """Return the level of measurement, which can be chosen for scales only."""
    return _one_of(LEVELS, given, "level") if kind == SCALE else NOMINAL


def _one_of(known: Mapping[str, str], given: object, field: str) -> str:
    if not isinstance(given, str) or given not in known:
        raise InvalidSettings(
            f"There is no {field} {brief(given)}. Choose one of {', '.join(known)}.", field=field
        )
    return given


def _labels(kind: str, given: object) -> list[dict[str, str]]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
        raise InvalidSettings("The labels are not a list.", field="labels")
    if not FEWEST_LABELS <= len(given) <= MAX_LABELS:
        raise InvalidSettings(
            f"Give {FEWEST_LABELS} to {MAX_LABELS} labels; there are {len(given)}.",
            field="labels",
        )
    labels = [_label(kind, one, number) for number, one in enumerate(given, 1)]
    refuse_twins(labels, "Labels", "labels")
    return labels


def _label(kind: str, given: object, number: int) -> dict[str, str]:
    place = f"labels.{number}"
    if not isinstance(given, Mapping) or set(given) - set(OF_A_LABEL):
        raise InvalidSettings(
            f"Label {number} needs a label; key, definition and example are optional.",
            field=place,
        )
    name = _text(given.get("label"), f"{place}.label", MAX_LABEL_LENGTH, f"label {number}")
    if "|" in name:
        raise InvalidSettings(
            f"Label {number} contains a bar (|), which separates labels in files. Leave it out.",
            field=f"{place}.label",
        )
    texts = {
        part: _optional_text(
            given.get(part, ""), f"{place}.{part}", f"the {part} of label {number}"
        )
        for part in ("definition", "example")
    }
    return {"label": name, "key": _key(kind, given.get("key"), number), **texts}


def _key(kind: str, given: object, number: int) -> str:
    field = f"labels.{number}.key"
    key = KEYS[number - 1] if given in (None, "") else given
    if not isinstance(key, str) or len(key.lower()) != 1 or not key.isalnum():
        raise InvalidSettings(
            f"The key of label {number} must be one letter or digit.", field=field
        )
    if key.lower() == UNDO_KEY:
        raise InvalidSettings("The key Z undoes the last step. Choose another key.", field=field)
    if kind == ANY and key == NONE_KEY:
        raise InvalidSettings("The key 0 says that no label fits. Choose another key.", field=field)
    return key.lower()


def _texts(given: object) -> list[str]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
        raise InvalidSettings("The texts are not a list of columns.", field="texts")
    if not 1 <= len(given) <= MAX_TEXTS:
        raise InvalidSettings(f"Show 1 to {MAX_TEXTS} texts of an item.", field="texts")
    names = [_text(name, "texts", MAX_COLUMN_LENGTH, "the name of each column") for name in given]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidSettings(f"The column {twice} is named twice.", field="texts")
    return names


def _optional_text(given: object, field: str, what: str) -> str:
    return "" if given in (None, "") else _text(given, field, MAX_DESCRIPTION_LENGTH, what)


def _text(given: object, field: str, longest: int, what: str) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not text:
        raise InvalidSettings(f"Enter {what}.", field=field)
    if len(text) > longest or not text.isprintable():
        raise InvalidSettings(f"Enter {what} in at most {longest} visible characters.", field=field)
    return text


def _usual(question: str, *labels: tuple[str, str]) -> dict[str, object]:
    return {
        "level": "ordinal",
        "question": question,
        "labels": [{"label": label, "definition": definition} for label, definition in labels],
        "texts": ["text"],
    }


# Initial settings of each kind, for a researcher to change.
DEFAULTS: dict[str, dict[str, Any]] = {
    ONE: _usual(
        "What does the text express?",
        ("Positive", "The author is satisfied or praises something."),
        ("Neutral", "The author takes no side, or both sides."),
        ("Negative", "The author is dissatisfied or complains."),
    ),
    ANY: _usual(
        "What is the text about?",
        ("People", "Persons, families, groups."),
        ("Places", "Towns, countries, buildings, nature."),
        ("Things", "Objects, products, tools."),
        ("Events", "What happens or happened."),
    ),
    SCALE: _usual(
        "How easily is the text understood?",
        ("Not at all", "No one could say what it means."),
        ("Hardly", "You have to guess."),
        ("Partly", "The main point is clear, the details are not."),
        ("Mostly", "One detail is unclear."),
        ("Fully", "Everyone would understand the same."),
    ),
}
