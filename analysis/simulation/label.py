"""A simulated crowd for labels: latent answers, and workers with an error rate each.

Each text has a latent answer: the gold answer, or else a random one. A worker gives the latent
answer except for errors at their rate. An error on a scale is a step to the next place; if any
number of labels may be chosen, each is missed or added independently. All is drawn from one seed,
so the same seed gives the same crowd."""

import random
from collections.abc import Sequence

from annotation.models import Item
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import places_of
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.settings import ANY, SCALE

MODEL = "a hidden right label, and workers of different reliability"
MIN_NOISE, MAX_NOISE = 0.02, 0.35
# The probability that a label applies to a text, if any number may be chosen.
CHOSEN = 0.35


def judge(
    seed: int, worker: str, item: Item, settings: Settings, meant: Sequence[int] | None = None
) -> dict[str, object]:
    """Return this worker's answer, always the same. `meant` are the indexes of labels, each of
    which alone is right; every worker leans to one of them."""
    draw = random.Random(f"{seed}/label/{worker}/{item.text}")  # noqa: S311
    noise = noise_of(seed, worker)
    latent = latent_places(seed, item, settings)
    many = len(settings["labels"])
    if settings["kind"] == ANY:
        return {"answer": [p for p in range(many) if (p in latent) != (draw.random() < noise)]}
    place = draw.choice(meant) if meant else latent[0]
    if draw.random() >= noise:
        return {"answer": place}
    if settings["kind"] == SCALE:
        return {"answer": draw.choice([p for p in (place - 1, place + 1) if 0 <= p < many])}
    return {"answer": draw.choice([p for p in range(many) if p != place])}


def latent_places(seed: int, item: Item, settings: Settings) -> list[int]:
    """Return the indexes of the labels that are true of a text in the model."""
    known = known_answer(item, settings)
    if known is not None:
        return places_of((known,), settings)
    draw = random.Random(f"{seed}/label/{item.text}")  # noqa: S311
    places = range(len(settings["labels"]))
    if settings["kind"] == ANY:
        return [place for place in places if draw.random() < CHOSEN]
    return [draw.choice(places)]


def noise_of(seed: int, worker: str) -> float:
    draw = random.Random(f"{seed}/worker/{worker}")  # noqa: S311
    return draw.uniform(MIN_NOISE, MAX_NOISE)
