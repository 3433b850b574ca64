"""The further questions about a question, in the language of the page."""

from typing import TypedDict

from django.utils.translation import gettext

from midpath.schemes.evidence.wording import STEPS, Aspect, Step


class Option(TypedDict):
    value: str
    label: str


class ShownAspect(TypedDict):
    """An aspect in the language of the page."""

    name: str
    ask: str
    options: list[Option]


def shown_aspect(aspect: Aspect) -> ShownAspect:
    return {
        "name": aspect.name,
        "ask": gettext(aspect.ask),
        "options": [{"value": value, "label": gettext(label)} for value, label in aspect.values],
    }


def shown_steps() -> list[Step]:
    """Return the steps in the language of the page."""
    return [
        {
            "ask": gettext(step["ask"]),
            "answers": [
                {"label": gettext(one["label"]), "cause": one["cause"]} for one in step["answers"]
            ],
        }
        for step in STEPS
    ]
