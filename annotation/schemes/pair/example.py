"""A worked example for the presets. There is none for a custom question, nor for the one on topics
once it is changed."""

from django.utils.translation import gettext, gettext_noop

from midpath.schemes.base import Settings
from midpath.schemes.pair.presets import TOPIC

SNOW_LEFT = (
    "Heavy snow closed the mountain road on Sunday. Drivers waited for hours until the ploughs "
    "came."
)
SNOW_RIGHT = (
    "Because of the winter storm, no bus crossed the pass at the weekend. Travellers spent the "
    "night at the station."
)
LEFT = (
    "We use cookies to remember your language and what lies in your basket. You can switch "
    "cookies off in your browser; the shop then forgets your basket when you leave."
)
RIGHT = (
    "Our pages store small files on your device. They tell us which pages you have visited. Your "
    "browser lets you refuse these files at any time."
)
KEYWORDS = {"left": ["cookies", "switch cookies off"], "right": ["small files", "refuse"]}
ANSWERS = {"topic": 0, "binary": 0, "three-way": 1}
WHY = {
    "topic": gettext_noop(
        "They share hardly any words, but both are about traffic that was stopped by snow."
    ),
    "binary": gettext_noop(
        "The second text never mentions cookies, but it is about them: files that a site stores, "
        "and how to refuse them."
    ),
    "three-way": gettext_noop(
        "Both are about cookies. One cookie remembers a basket, the other counts visits, so the "
        "message is different."
    ),
}


def example_for(settings: Settings) -> dict[str, object]:
    preset = settings.get("preset", "")
    if preset not in ANSWERS or (preset == "topic" and settings != TOPIC):
        return {}
    if preset == "topic":
        left, right, keywords = SNOW_LEFT, SNOW_RIGHT, None
    else:
        left, right, keywords = LEFT, RIGHT, KEYWORDS if settings["keywords"] else None
    return {
        "left": left,
        "right": right,
        "keywords": keywords,
        "answer": settings["answers"][ANSWERS[preset]]["label"],
        "why": gettext(WHY[preset]),
    }
