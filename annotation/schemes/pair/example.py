"""A worked example for the presets; a custom question has none."""

from typing import Any

from annotation.schemes.base import Settings

LEFT = (
    "We use cookies to remember your language and what lies in your basket. You can switch "
    "cookies off in your browser; the shop then forgets your basket when you leave."
)
RIGHT = (
    "Our pages store small files on your device. They tell us which pages you have visited. Your "
    "browser lets you refuse these files at any time."
)
KEYWORDS = {"left": ["cookies", "switch cookies off"], "right": ["small files", "refuse"]}
ANSWERS = {"binary": 0, "three-way": 1}
WHY = {
    "binary": "The second text never says cookies, but it is about them: files that a site stores, "
    "and how to refuse them.",
    "three-way": "Both are about cookies. One remembers a basket, the other counts visits, so the "
    "message is not the same.",
}


def example_for(settings: Settings) -> dict[str, Any]:
    preset = settings.get("preset", "")
    if preset not in ANSWERS:
        return {}
    return {
        "left": LEFT,
        "right": RIGHT,
        "keywords": KEYWORDS if settings["keywords"] else None,
        "answer": settings["answers"][ANSWERS[preset]]["label"],
        "why": WHY[preset],
    }
