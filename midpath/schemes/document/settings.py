"""The document that workers look for on each site: checked, with defaults filled in."""

from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings, untranslated
from midpath.schemes.settings import TOO_LONG_ALONE, TextSetting

DOCUMENT = TextSetting(
    60, "the document to find", "Enter the document to find.", too_long=TOO_LONG_ALONE
)
DEFAULTS: JsonObject = {"document": untranslated("terms of use")}
# ACL 2014 §2.
PRIVACY: dict[str, object] = {"document": untranslated("privacy policy")}
PRESETS = {"terms": DEFAULTS, "privacy": PRIVACY}
CUSTOM = "custom"
TITLES = {
    "terms": "Terms of use",
    "privacy": "Privacy policy (ACL 2014)",
    CUSTOM: "Another document",
}


def preset_of(settings: Settings) -> str:
    wanted = {**DEFAULTS, **settings}
    return next((name for name, one in PRESETS.items() if one == wanted), CUSTOM)


def check_document_settings(settings: Settings) -> dict[str, object]:
    for name in settings:
        if name not in DEFAULTS:
            raise InvalidSettings(
                f"Documents of sites have no setting {name}. The only setting is: document.",
                field=str(name),
            )
    given = settings.get("document", DEFAULTS["document"])
    return {"document": DOCUMENT.check(given, "document")}
