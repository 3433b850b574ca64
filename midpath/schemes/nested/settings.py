"""The settings of a nested campaign: how many neighbours are joined at once, labels, and the link
to look up a text."""

import re

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.label_settings import LabelsSetting
from midpath.schemes.look_up import checked_look_up
from midpath.schemes.settings import ChoiceSetting, TextSetting, filled_in, refuse_unknown

TWO, MANY = "two", "many"
PARTS = ChoiceSetting({TWO: "Two neighbours at a time", MANY: "Two or more neighbours"})
LABELS = LabelsSetting(0, TextSetting(40))
KNOWN = ("preset", "parts", "labels", "look_up")
# Keys reserved by the task interface.
OWN_KEYS = {"z": "undoes the last step"}
DEFAULTS: JsonObject = {"parts": TWO, "labels": []}
# ACL 2013 §3.2: always two neighbours; workers in doubt should search for the text.
PRESETS: dict[str, JsonObject] = {"plain": {}, "a13": {"look_up": "duckduckgo"}}
USUAL, CUSTOM = "plain", "custom"
TITLES = {
    "plain": "Standard",
    "a13": "A13 §3.2 nested segmentation",
    CUSTOM: "Your own choice",
}
PRESET = ChoiceSetting(TITLES)
# A label is the first token of its bracket in files.
ONE_TOKEN = re.compile(r"[^\s()\\]+")


def preset_of(settings: Settings) -> str:
    """Return the preset with the same settings."""
    wanted = {**DEFAULTS, **settings}
    same = (name for name, one in PRESETS.items() if {**DEFAULTS, **one} == wanted)
    return next(same, CUSTOM)


def check_nested_settings(settings: Settings) -> JsonObject:
    """Return checked settings, or raise InvalidSettings. Empty for binary trees without labels and
    without a link, the default."""
    refuse_unknown(settings, KNOWN, "Nested segmentation has")
    wanted = {**DEFAULTS, **filled_in(settings, PRESETS, PRESET)}
    labels = LABELS.check(wanted["labels"], OWN_KEYS)
    for number, label in enumerate(labels, 1):
        if not ONE_TOKEN.fullmatch(label["label"]):
            raise InvalidSettings(
                f"Label {number} contains a space, a bracket or a backslash, which separate labels "
                "and words in files. Use one word, such as NP.",
                field=f"labels.{number}.label",
            )
    parts = PARTS.check(wanted["parts"], "parts")
    checked: JsonObject = {"parts": parts, "labels": labels, **checked_look_up(wanted)}
    return {} if checked == DEFAULTS else checked
