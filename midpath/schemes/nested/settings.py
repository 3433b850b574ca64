"""The settings of a nested campaign: how many neighbours are joined at once, and labels."""

import re

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.label_settings import LabelsSetting
from midpath.schemes.settings import ChoiceSetting, TextSetting, refuse_unknown

TWO, MANY = "two", "many"
PARTS = ChoiceSetting({TWO: "Two neighbours at a time", MANY: "Two or more neighbours"})
LABELS = LabelsSetting(0, TextSetting(40))
KNOWN = ("parts", "labels")
# Keys reserved by the task interface.
OWN_KEYS = {"z": "undoes the last step"}
DEFAULTS: JsonObject = {"parts": TWO, "labels": []}
# A label is the first token of its bracket in files.
ONE_TOKEN = re.compile(r"[^\s()\\]+")


def check_nested_settings(settings: Settings) -> JsonObject:
    """Return checked settings, or raise InvalidSettings. Empty for binary trees without labels,
    the default."""
    refuse_unknown(settings, KNOWN, "Nested segmentation has")
    wanted = {**DEFAULTS, **settings}
    labels = LABELS.check(wanted["labels"], OWN_KEYS)
    for number, label in enumerate(labels, 1):
        if not ONE_TOKEN.fullmatch(label["label"]):
            raise InvalidSettings(
                f"Label {number} contains a space, a bracket or a backslash, which separate labels "
                "and words in files. Use one word, such as NP.",
                field=f"labels.{number}.label",
            )
    checked: JsonObject = {"parts": PARTS.check(wanted["parts"], "parts"), "labels": labels}
    return {} if checked == DEFAULTS else checked
