"""A simulated crowd for pairs: latent answers, and workers with an error rate each.

Each pair has a latent answer: the gold answer, if there is one. Otherwise it counts as yes with the
pair's similarity as its probability (one half if that is unknown). A worker gives the latent answer
except for errors at their rate. Rates are drawn from a range wide enough to include reliable and
unreliable workers. A pair with a similarity near one half is harder and gets more errors. All is
drawn from one seed, so the same seed gives the same crowd."""

import random
from collections.abc import Sequence

from annotation.models import Item
from midpath.schemes.base import Settings
from midpath.schemes.pair.gold_answers import known_answer

MODEL = "a hidden true answer, and workers of different reliability"
MILLION = 1_000_000
MIN_NOISE, MAX_NOISE = 0.02, 0.4
HARDEST = 1.5
MAX_KEYWORD_LENGTH = 60


def judge(
    seed: int, worker: str, item: Item, settings: Settings, meant: int | None = None
) -> dict[str, object]:
    """Return this worker's answer, always the same."""
    draw = random.Random(f"{seed}/pair/{worker}/{item.text}")  # noqa: S311
    answer = latent_answer(seed, item, settings) if meant is None else meant
    if draw.random() < noise_of(seed, worker) * _difficulty(item):
        others = [index for index in range(len(settings["answers"])) if index != answer]
        answer = draw.choice(others)
    payload: dict[str, object] = {"answer": answer, "marked": False}
    if settings["keywords"]:
        payload["keywords"] = {
            side: _keywords(draw, item.content[side]["text"], settings["keywords"])
            for side in ("left", "right")
        }
    return payload


def latent_answer(seed: int, item: Item, settings: Settings) -> int:
    known = known_answer(item, settings)
    if known is not None:
        return known
    draw = random.Random(f"{seed}/pair/{item.text}")  # noqa: S311
    yes = draw.random() < _similarity(item)
    answers = settings["answers"]
    meant = [index for index, answer in enumerate(answers) if answer["yes"] == yes]
    return draw.choice(meant or range(len(answers)))


def noise_of(seed: int, worker: str) -> float:
    draw = random.Random(f"{seed}/worker/{worker}")  # noqa: S311
    return draw.uniform(MIN_NOISE, MAX_NOISE)


def _similarity(item: Item) -> float:
    millionths = item.content.get("similarity")
    return 0.5 if millionths is None else float(millionths / MILLION)


def _difficulty(item: Item) -> float:
    """Return the difficulty of a pair: one half at the ends of the range of similarity, highest in
    the middle."""
    return HARDEST - 2 * (HARDEST - 0.5) * abs(_similarity(item) - 0.5)


def _keywords(draw: random.Random, text: str, keyword_range: Sequence[int]) -> list[str]:
    """Return some of the longest words, which are the most informative ones. A short text may give
    fewer than requested."""
    words = {word.strip(".,;:!?()\"'").lower(): None for word in text.split()}
    longest = sorted((word for word in words if 0 < len(word) <= MAX_KEYWORD_LENGTH), key=len)[-8:]
    count = min(draw.randint(*keyword_range), len(longest))
    return draw.sample(longest, count)
