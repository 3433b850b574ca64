"""The link with which workers look up a text on a search engine: a setting of segmentations (ACL
2013 §3.2), and in each answer whether it was used."""

from collections.abc import Mapping

from midpath.schemes.base import InvalidAnswer, Payload, Settings
from midpath.schemes.settings import ChoiceSetting

NO_LINK = ""
# The name of each search engine, and the address to which the text is added.
ENGINES: Mapping[str, tuple[str, str]] = {
    "duckduckgo": ("DuckDuckGo", "https://duckduckgo.com/?q="),
    "bing": ("Bing", "https://www.bing.com/search?q="),
    "google": ("Google", "https://www.google.com/search?q="),
}
LOOK_UP = ChoiceSetting(
    {NO_LINK: "No link", **{name: title for name, (title, _) in ENGINES.items()}},
    "Choose one of duckduckgo, bing and google, or an empty text for no link.",
)


def checked_look_up(settings: Settings) -> dict[str, str]:
    """Return the setting if there is a link, or raise InvalidSettings."""
    chosen = LOOK_UP.check(settings.get("look_up", NO_LINK), "look_up")
    return {"look_up": chosen} if chosen else {}


def check_looked_up(payload: Payload, settings: Settings) -> None:
    """Raise InvalidAnswer unless the answer says with true or false whether the link was used, or
    leaves it out; it may only be given if the campaign has a link."""
    if "looked_up" not in payload:
        return
    if not settings.get("look_up"):
        raise InvalidAnswer(
            "This task has no link to look up its text. Leave out looked_up.", field="looked_up"
        )
    if not isinstance(payload["looked_up"], bool):
        raise InvalidAnswer("Set looked_up to true or false.", field="looked_up")
