"""A simulated crowd for evidence: latent evidence, and workers who miss some and add some.

Each question has latent evidence: the sentences that share most words with it, or, for some
questions drawn from the seed, none. Each worker has an error rate. They miss each sentence at that
rate and add a neighbour at half of it. To the further questions of a campaign they give the
question's latent values, except for errors at that rate. All is drawn from one seed, so the same
seed gives the same crowd."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from analysis.simulation.pair import noise_of
from annotation.models import Item
from annotation.schemes.evidence.document import places_of
from annotation.schemes.evidence.wording import ASPECTS, CAUSES, INCOMPREHENSIBLE

MODEL = "latent evidence, workers who miss some and add some"
UNANSWERABLE, LONGEST = 0.2, 3
WORD = re.compile(r"\w{4,}")


def judge(seed: int, worker: str, item: Item, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return this worker's answer. Asked again, they answer the same."""
    draw = random.Random(f"{seed}/evidence/{worker}/{item.pk}")  # noqa: S311
    latent = random.Random(f"{seed}/evidence/{item.text}")  # noqa: S311
    noise = noise_of(seed, worker)
    content = item.document.content if item.document else {"sentences": []}
    found = latent_evidence(latent, item.content["question"], content["sentences"])
    marked = {n for n in found if draw.random() >= noise}
    if found and draw.random() < noise / 2:
        marked.add(min(found[-1] + 1, len(content["sentences"]) - 1))
    payload: dict[str, Any] = {"answerable": bool(marked)}
    if marked and settings["unit"] == "sentences":
        payload["sentences"] = sorted(marked)
    elif marked:
        places = places_of(content)
        payload["spans"] = [list(places[n]) for n in sorted(marked)]
    return payload | _extra_answers(draw, latent, noise, item, settings, answerable=bool(marked))


def latent_evidence(latent: random.Random, question: str, sentences: Sequence[str]) -> list[int]:
    """Return the sentence that shares most words with the question and the ones that follow, or no
    sentence."""
    if latent.random() < UNANSWERABLE:
        return []
    question_words = set(WORD.findall(question.lower()))
    shared = [len(question_words & set(WORD.findall(text.lower()))) for text in sentences]
    first = max(range(len(sentences)), key=lambda n: (shared[n], -n))
    return list(range(first, min(first + latent.randint(1, LONGEST), len(sentences))))


def _extra_answers(
    draw: random.Random,
    latent: random.Random,
    noise: float,
    item: Item,
    settings: Mapping[str, Any],
    *,
    answerable: bool,
) -> dict[str, Any]:
    def pick(values: Sequence[Any]) -> Any:
        """Return the latent value, or another one at the worker's error rate."""
        meant = latent.choice(values)
        return draw.choice(values) if draw.random() < noise else meant

    said: dict[str, Any] = {}
    options = item.content.get("options") or []
    choice = pick(range(len(options))) if options else None
    cause = pick([cause for cause in CAUSES if cause != INCOMPREHENSIBLE])
    if answerable and options:
        said["choice"] = choice
    if not answerable and settings["causes"]:
        said["cause"] = cause
    said |= {aspect.name: pick(aspect.names) for aspect in ASPECTS if settings[aspect.name]}
    if settings["categories"]:
        said["categories"] = [pick(settings["categories"])]
    return said
