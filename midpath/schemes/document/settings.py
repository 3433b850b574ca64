"""The document that workers look for on each site, and how: checked, with defaults filled in."""

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings, untranslated
from midpath.schemes.settings import (
    TOO_LONG_ALONE,
    ChoiceSetting,
    TextSetting,
    filled_in,
    refuse_unknown,
)

DOCUMENT = TextSetting(
    60, "the document to find", "Enter the document to find.", too_long=TOO_LONG_ALONE
)
DEFAULTS: JsonObject = {"document": untranslated("terms of use"), "search": False}
# COLING 2014 §2.1 and ACL 2014 §2: from a link on the site, or by a search for its name.
PRIVACY: dict[str, object] = {"document": untranslated("privacy policy"), "search": True}
PRESETS = {"terms": DEFAULTS, "privacy": PRIVACY}
CUSTOM = "custom"
TITLES = {
    "terms": "Terms of use",
    "privacy": "P14 §2.1, H14 §2 document collection",
    CUSTOM: "Another document",
}
PRESET = ChoiceSetting(TITLES)


def preset_of(settings: Settings) -> str:
    wanted = {**DEFAULTS, **settings}
    return next((name for name, one in PRESETS.items() if one == wanted), CUSTOM)


def check_document_settings(settings: Settings) -> dict[str, object]:
    refuse_unknown(settings, ("preset", *DEFAULTS), "Documents of sites have")
    wanted = {**DEFAULTS, **filled_in(settings, PRESETS, PRESET)}
    if not isinstance(wanted["search"], bool):
        raise InvalidSettings(
            "Say with true or false whether to suggest a web search.", field="search"
        )
    return {"document": DOCUMENT.check(wanted["document"], "document"), "search": wanted["search"]}
