"""A worked example that fits every campaign of evidence."""

from typing import Any

from annotation.schemes.base import Settings

QUESTION = "Does anybody else learn where I am?"
SENTENCES = (
    "We ask for your name when you open an account.",
    "The app notes where you are to show the weather there.",
    "We pass your position on to the weather service, without your name.",
    "Nobody else learns of it.",
    "Write to us if you have questions.",
)
EVIDENCE = (2, 3)
WHY = (
    "Two sentences answer the question, so both are marked. The second sentence is about the "
    "position too, but says nothing about others."
)


def example_for(settings: Settings) -> dict[str, Any]:
    marked = [{"text": text, "marked": n in EVIDENCE} for n, text in enumerate(SENTENCES)]
    return {"question": QUESTION, "sentences": marked, "why": WHY}
