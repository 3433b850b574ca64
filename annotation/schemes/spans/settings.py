"""The settings of a span campaign: checked, with defaults filled in."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.schemes.base import InvalidSettings, Settings, brief
from annotation.schemes.settings import refuse_twins, refuse_unknown
from annotation.schemes.spans.places import CHARACTERS, WORDS

UNITS = {WORDS: "Whole words", CHARACTERS: "Characters"}
APART, NESTED, CROSSING = "none", "nested", "any"
OVERLAPS = {
    APART: "Spans never overlap",
    NESTED: "One span may lie within another",
    CROSSING: "Spans may overlap in any way",
}
KNOWN = ("unit", "overlap", "question", "labels")
OF_A_LABEL = ("label", "key", "definition", "example")
FEWEST_LABELS, MAX_LABELS = 1, 20
MAX_QUESTION_LENGTH, MAX_LABEL_LENGTH, MAX_DESCRIPTION_LENGTH = 300, 40, 300
# Keys reserved by the task interface: undo, nothing to mark, next and previous span.
OWN_KEYS = {
    "z": "undoes the last step",
    "0": "says that there is nothing to mark",
    "n": "goes to the next span",
    "p": "goes to the span before",
}
KEYS = "123456789abcdefghijkl"
DEFAULTS: dict[str, Any] = {
    "unit": WORDS,
    "overlap": APART,
    "question": "Who and what is named in the text?",
    "labels": [
        {"label": "Person", "definition": "The name of a person, without titles such as Dr."},
        {"label": "Place", "definition": "A town, country, street, river or mountain."},
        {"label": "Organization", "definition": "A company, authority, club or school."},
    ],
}


def check_span_settings(settings: Settings) -> dict[str, object]:
    """Return checked settings, or raise InvalidSettings."""
    refuse_unknown(settings, KNOWN, "Spans have")
    wanted = {**DEFAULTS, **settings}
    return {
        "unit": _one_of(UNITS, wanted["unit"], "unit"),
        "overlap": _one_of(OVERLAPS, wanted["overlap"], "overlap"),
        "question": _text(wanted["question"], "question", MAX_QUESTION_LENGTH, "the question"),
        "labels": _labels(wanted["labels"]),
    }


def _one_of(known: Mapping[str, str], given: object, field: str) -> str:
    if not isinstance(given, str) or given not in known:
        raise InvalidSettings(
            f"There is no {field} {brief(given)}. Choose one of {', '.join(known)}.", field=field
        )
    return given


def _labels(given: object) -> list[dict[str, str]]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
        raise InvalidSettings("The labels are not a list.", field="labels")
    if not FEWEST_LABELS <= len(given) <= MAX_LABELS:
        raise InvalidSettings(
            f"Give {FEWEST_LABELS} to {MAX_LABELS} labels; there are {len(given)}.",
            field="labels",
        )
    labels = [_label(one, number) for number, one in enumerate(given, 1)]
    refuse_twins(labels, "Labels", "labels")
    return labels


def _label(given: object, number: int) -> dict[str, str]:
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
    return {"label": name, "key": _key(given.get("key"), number), **texts}


def _key(given: object, number: int) -> str:
    field = f"labels.{number}.key"
    key = KEYS[number - 1] if given in (None, "") else given
    if not isinstance(key, str) or len(key.lower()) != 1 or not key.isalnum():
        raise InvalidSettings(
            f"The key of label {number} must be one letter or digit.", field=field
        )
    if taken := OWN_KEYS.get(key.lower()):
        raise InvalidSettings(f"The key {key.upper()} {taken}. Choose another key.", field=field)
    return key.lower()


def _optional_text(given: object, field: str, what: str) -> str:
    return "" if given in (None, "") else _text(given, field, MAX_DESCRIPTION_LENGTH, what)


def _text(given: object, field: str, longest: int, what: str) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not text:
        raise InvalidSettings(f"Enter {what}.", field=field)
    if len(text) > longest or not text.isprintable():
        raise InvalidSettings(f"Enter {what} in at most {longest} visible characters.", field=field)
    return text
