"""The settings of a span campaign: checked, with defaults filled in."""

from midpath.json_types import JsonObject
from midpath.schemes.base import Settings
from midpath.schemes.label_settings import LabelsSetting
from midpath.schemes.settings import ChoiceSetting, TextSetting, refuse_unknown
from midpath.schemes.spans.places import CHARACTERS, WORDS

UNIT = ChoiceSetting({WORDS: "Whole words", CHARACTERS: "Characters"})
APART, NESTED, CROSSING = "none", "nested", "any"
OVERLAP = ChoiceSetting(
    {
        APART: "Spans never overlap",
        NESTED: "One span may lie within another",
        CROSSING: "Spans may overlap in any way",
    }
)
QUESTION = TextSetting(300, "the question", "Enter the question that workers answer.", rows=2)
LABELS = LabelsSetting(1, TextSetting(40))
KNOWN = ("unit", "overlap", "question", "labels")
# Keys reserved by the task interface: undo, nothing to mark, next and previous span.
OWN_KEYS = {
    "z": "undoes the last step",
    "0": "says that there is nothing to mark",
    "n": "goes to the next span",
    "p": "goes to the span before",
}
DEFAULTS: JsonObject = {
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
        "unit": UNIT.check(wanted["unit"], "unit"),
        "overlap": OVERLAP.check(wanted["overlap"], "overlap"),
        "question": QUESTION.check(wanted["question"], "question"),
        "labels": LABELS.check(wanted["labels"], OWN_KEYS),
    }
