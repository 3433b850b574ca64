"""The link to look up a text, for workers and for researchers."""

from typing import TypedDict

from django import forms
from django.utils.translation import gettext, gettext_noop

from annotation.schemes.form_fields import choice_field
from midpath.schemes.base import Settings
from midpath.schemes.look_up import ENGINES, LOOK_UP

LOOK_UP_INSTRUCTIONS = gettext_noop(
    "If you are not sure what a text means, look it up: the link below it searches the web for the "
    "text, in another tab."
)


class ShownLink(TypedDict):
    """The link that a worker's browser receives: the search engine's name, and the address to which
    it adds the text."""

    name: str
    search: str


def look_up_field() -> forms.ChoiceField:
    return choice_field(
        LOOK_UP,
        required=False,
        widget=forms.Select,
        label="Link to look up the text",
        help_text="Opens a search for the text in another tab. The search engine receives the "
        "text, so choose a link only for texts that may leave your server. Each answer records "
        "whether its worker used the link.",
    )


def shown_link(settings: Settings) -> ShownLink | None:
    if not settings.get("look_up"):
        return None
    name, search = ENGINES[settings["look_up"]]
    return {"name": name, "search": search}


def with_look_up(instructions: str, settings: Settings) -> str:
    """Add the sentence about the link, if there is one."""
    told = gettext(LOOK_UP_INSTRUCTIONS) if settings.get("look_up") else ""
    return f"{instructions} {told}".strip()


def without_look_up(instructions: str) -> str:
    """Return untranslated instructions without that sentence, and with single spaces."""
    return " ".join(instructions.split()).removesuffix(LOOK_UP_INSTRUCTIONS).strip()
