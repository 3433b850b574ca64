"""A simulated crowd that asks questions.

Each question joins a beginning with a topic. Both are drawn with the likelier ones first, so that
some questions are asked again and again. All is drawn from one seed, so the same seed gives the
same crowd."""

import random
from collections.abc import Mapping
from typing import Any

from annotation.models import Item

MODEL = "questions put together from beginnings and subjects"
SUBJECTS = (
    "my data",
    "my location",
    "what I write",
    "my contacts",
    "my photos",
    "my e-mail address",
    "my payment details",
    "what I search for",
)
BEGINNINGS = (
    "Who can see {}?",
    "Is {} shared with anybody?",
    "How long do you keep {}?",
    "Can I delete {}?",
    "Where is {} stored?",
    "Do you sell {}?",
    "Is {} encrypted?",
    "What do you do with {}?",
    "Does the app need {} to work?",
)


def judge(seed: int, worker: str, item: Item, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return this worker's answer. Asked again, they answer the same."""
    draw = random.Random(f"{seed}/question/{worker}/{item.text}")  # noqa: S311
    questions: dict[str, None] = {}
    while len(questions) < settings["questions"]:
        question = _likely(draw, BEGINNINGS).format(_likely(draw, SUBJECTS))
        questions[question] = None
    return {"questions": list(questions), "hints": [[] for _ in questions]}


def _likely(draw: random.Random, choices: tuple[str, ...]) -> str:
    return draw.choices(choices, [1 / place for place in range(1, len(choices) + 1)])[0]
