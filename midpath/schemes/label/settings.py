"""The settings of a label campaign: checked, with defaults filled in by the kind."""

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.label_settings import LabelsSetting
from midpath.schemes.settings import ChoiceSetting, TextSetting, is_list, refuse_unknown

ONE, ANY, SCALE = "one", "any", "scale"
KIND = ChoiceSetting({ONE: "One label", ANY: "Any number of labels", SCALE: "A place on a scale"})
LEVEL = ChoiceSetting(
    {"ordinal": "Ordinal: only the order counts", "interval": "Interval: equal steps"}
)
NOMINAL = "nominal"
QUESTION = TextSetting(300, "the question", "Enter the question that workers answer.", rows=2)
LABELS = LabelsSetting(2, TextSetting(80))
COLUMN = TextSetting(100, "the name of each column")
MAX_TEXTS = 10
KNOWN = ("kind", "level", "question", "labels", "texts")
# Keys reserved by the task interface.
UNDO_KEY, NONE_KEY = {"z": "undoes the last step"}, {"0": "says that no label fits"}


def check_label_settings(settings: Settings) -> dict[str, object]:
    """Return checked settings, or raise InvalidSettings."""
    refuse_unknown(settings, KNOWN, "Labels have")
    kind = KIND.check(settings.get("kind", ONE), "kind")
    wanted = {**DEFAULTS[kind], **settings}
    own_keys = UNDO_KEY | (NONE_KEY if kind == ANY else {})
    return {
        "kind": kind,
        # Only scales have a level of measurement to choose.
        "level": LEVEL.check(wanted["level"], "level") if kind == SCALE else NOMINAL,
        "question": QUESTION.check(wanted["question"], "question"),
        "labels": LABELS.check(wanted["labels"], own_keys),
        "texts": _texts(wanted["texts"]),
    }


def _texts(given: object) -> list[str]:
    if not is_list(given):
        raise InvalidSettings("The texts are not a list of columns.", field="texts")
    if not 1 <= len(given) <= MAX_TEXTS:
        raise InvalidSettings(f"Show 1 to {MAX_TEXTS} texts of an item.", field="texts")
    names = [COLUMN.check(name, "texts") for name in given]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidSettings(f"The column {twice} is named twice.", field="texts")
    return names


def _usual(question: str, *labels: tuple[str, str]) -> dict[str, object]:
    return {
        "level": "ordinal",
        "question": question,
        "labels": [{"label": label, "definition": definition} for label, definition in labels],
        "texts": ["text"],
    }


# Initial settings of each kind, for a researcher to change.
DEFAULTS: dict[str, JsonObject] = {
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
