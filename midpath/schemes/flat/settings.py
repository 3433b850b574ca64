"""The settings of a flat campaign: the link to look up a text."""

from midpath.json_types import JsonObject
from midpath.schemes.base import Settings
from midpath.schemes.look_up import checked_look_up
from midpath.schemes.settings import ChoiceSetting, filled_in, refuse_unknown

KNOWN = ("preset", "look_up")
# ACL 2013 §3.2: workers in doubt should search for the text.
PRESETS: dict[str, JsonObject] = {"plain": {}, "a13": {"look_up": "duckduckgo"}}
USUAL, CUSTOM = "plain", "custom"
TITLES = {
    "plain": "Standard",
    "a13": "A13 §3.2 flat segmentation",
    CUSTOM: "Your own choice",
}
PRESET = ChoiceSetting(TITLES)


def preset_of(settings: Settings) -> str:
    return next((name for name, one in PRESETS.items() if one == settings), CUSTOM)


def check_flat_settings(settings: Settings) -> JsonObject:
    """Return checked settings, or raise InvalidSettings. Empty without a link, the default."""
    refuse_unknown(settings, KNOWN, "Flat segmentation has")
    return {**checked_look_up(filled_in(settings, PRESETS, PRESET))}
