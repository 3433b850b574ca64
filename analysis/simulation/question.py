"""A simulated crowd that asks questions.

Each question joins a beginning with a subject. Both are drawn with decreasing probabilities, so
that some questions are repeated often. The subjects are the recorded ones of the app, or else
subjects that concern any app. All is drawn from one seed, so the same seed gives the same crowd."""

import random
from collections.abc import Sequence

from annotation.models import Item
from midpath.schemes.base import Settings

MODEL = "questions made of random beginnings and subjects"
# Each about one person or thing, so that "is" fits all of them.
SUBJECTS = (
    "my personal data",
    "my location",
    "what I write",
    "my list of contacts",
    "my photo album",
    "my e-mail address",
    "my credit card number",
    "what I search for",
)
BEGINNINGS = (
    "Who can see {}?",
    "Is {} shared with anyone?",
    "How long do you keep {}?",
    "Can I delete {}?",
    "Where is {} stored?",
    "Do you sell {}?",
    "Is {} encrypted?",
    "What do you do with {}?",
    "Does the app need {} to work?",
)


def judge(
    seed: int,
    worker: str,
    item: Item,
    settings: Settings,
    meant: Sequence[str] | None = None,
) -> dict[str, object]:
    """Return this worker's questions, always the same. `meant` are subjects of the app."""
    draw = random.Random(f"{seed}/question/{worker}/{item.text}")  # noqa: S311
    questions: dict[str, None] = {}
    while len(questions) < settings["questions"]:
        question = _likely(draw, BEGINNINGS).format(_likely(draw, meant or SUBJECTS))
        questions[question] = None
    return {"questions": list(questions), "hints": [[] for _ in questions]}


def _likely(draw: random.Random, choices: Sequence[str]) -> str:
    return draw.choices(choices, [1 / place for place in range(1, len(choices) + 1)])[0]
