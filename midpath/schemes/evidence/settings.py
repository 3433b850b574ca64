"""The settings of an evidence campaign: checked, with defaults filled in from the preset."""

from collections.abc import Mapping

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.settings import ChoiceSetting, is_list, refuse_unknown

UNIT = ChoiceSetting(
    {"sentences": "Whole sentences", "characters": "Spans of characters"},
    "The unit of evidence is sentences or characters.",
)
SWITCHES = ("snap", "relevance", "subjectivity", "likelihood", "causes")
KNOWN = ("preset", "unit", *SWITCHES, "categories")
# Each category is a bit of one number.
MAX_CATEGORIES, MAX_CATEGORY_LENGTH = 30, 80

# The categories of OPP-115 (Wilson et al. 2016), from which PrivacyQA's experts chose.
OPP_115 = [
    "First Party Collection/Use",
    "Third Party Sharing/Collection",
    "User Choice/Control",
    "User Access, Edit and Deletion",
    "Data Retention",
    "Data Security",
    "Policy Change",
    "Do Not Track",
    "International and Specific Audiences",
    "Other",
]
PRIVACYQA: dict[str, object] = {
    "unit": "sentences",
    "snap": False,
    "relevance": True,
    "subjectivity": True,
    "likelihood": True,
    "causes": True,
    "categories": OPP_115,
}
PLAIN: dict[str, object] = {
    "unit": "sentences",
    **dict.fromkeys(SWITCHES, False),
    "categories": None,
}
# ACL 2014 §4.1: experts answer multiple-choice questions and copy the text with the answer. The
# choices come from the dataset.
ALIGNMENT: dict[str, object] = PLAIN | {"unit": "characters"}
PRESETS: Mapping[str, JsonObject] = {
    "plain": PLAIN,
    "privacyqa": PRIVACYQA,
    "alignment": ALIGNMENT,
}
USUAL, CUSTOM = "plain", "custom"
TITLES = {
    "plain": "Evidence only",
    "privacyqa": "PQ §3.2 answer selection",
    "alignment": "H14 §4.1 answers with their text",
    CUSTOM: "Questions of your own choice",
}
PRESET = ChoiceSetting(TITLES, "Choose one of {names}.")


def check_evidence_settings(settings: Settings) -> JsonObject:
    """Return checked settings; a modified preset becomes a custom one."""
    refuse_unknown(settings, KNOWN, "Evidence has")
    preset = PRESET.check(settings.get("preset", USUAL), "preset")
    wanted = {**PRESETS.get(preset, PLAIN), **settings}
    found = {
        "unit": UNIT.check(wanted["unit"], "unit"),
        **{name: _switch(name, wanted[name]) for name in SWITCHES},
        "categories": _categories(wanted["categories"]),
    }
    if found["snap"] and found["unit"] == "sentences":
        raise InvalidSettings(
            "Only spans of characters can be extended to whole sentences. Leave this out, or "
            "let workers mark characters.",
            field="snap",
        )
    same = (name for name, known in PRESETS.items() if known == found)
    return {"preset": next(same, CUSTOM), **found}


def _switch(name: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise InvalidSettings(f"Say with true or false whether to ask about {name}.", field=name)
    return given


def _categories(given: object) -> list[str] | None:
    if given is None:
        return None
    if not is_list(given):
        raise InvalidSettings("The categories are not a list.", field="categories")
    if not 0 < len(given) <= MAX_CATEGORIES:
        raise InvalidSettings(
            f"Give 1 to {MAX_CATEGORIES} categories, or none; there are {len(given)}.",
            field="categories",
        )
    found: list[str] = []
    for number, one in enumerate(given, 1):
        name = " ".join(one.split()) if isinstance(one, str) else ""
        if not name or len(name) > MAX_CATEGORY_LENGTH or not name.isprintable():
            raise InvalidSettings(
                f"Category {number} must have 1 to {MAX_CATEGORY_LENGTH} visible characters.",
                field="categories",
            )
        if name.casefold() in map(str.casefold, found):
            raise InvalidSettings(f"The category {name} is given twice.", field="categories")
        found.append(name)
    return found
