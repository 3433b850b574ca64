"""A simulated crowd for evidence: latent evidence, and workers who miss some and add some.

Each question has latent evidence: the recorded evidence, or else the sentences that share most
words with it, or, for some questions drawn from the seed, none. Each worker has an error rate. They
miss each sentence at that rate, and at half of it add a neighbour or, if it is recorded that there
is no evidence, the most similar sentence. In the additional fields of a campaign they give the
question's latent values, except for errors at that rate. All is drawn from one seed, so the same
seed gives the same crowd."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.simulation.pair import noise_of
from annotation.models import Item
from midpath.json_types import JsonMapping
from midpath.schemes.base import Settings
from midpath.schemes.evidence.document import places_of
from midpath.schemes.evidence.wording import ASPECTS, CAUSES, INCOMPREHENSIBLE

MODEL = "hidden evidence, of which workers miss some and to which they add some"
UNANSWERABLE, MAX_LENGTH = 0.2, 3
WORD = re.compile(r"\w{4,}")


def judge(
    seed: int,
    worker: str,
    item: Item,
    settings: Mapping[str, object],
    meant: JsonMapping | None = None,
) -> dict[str, object]:
    """Return this worker's answer, always the same. `meant` is an answer in the format that workers
    send, with the numbers of its sentences."""
    draw = random.Random(f"{seed}/evidence/{worker}/{item.text}")  # noqa: S311
    latent = random.Random(f"{seed}/evidence/{item.text}")  # noqa: S311
    noise = noise_of(seed, worker)
    content = item.document.content if item.document else {"sentences": []}
    found = (
        latent_evidence(latent, item.content["question"], content["sentences"])
        if meant is None
        else list(meant.get("sentences", ()))
    )
    marked = {n for n in found if draw.random() >= noise}
    if draw.random() < noise / 2:
        if found:
            marked.add(min(found[-1] + 1, len(content["sentences"]) - 1))
        elif meant is not None:
            marked.add(most_alike(item.content["question"], content["sentences"]))
    payload: dict[str, object] = {"answerable": bool(marked)}
    if marked and settings["unit"] == "sentences":
        payload["sentences"] = sorted(marked)
    elif marked:
        places = places_of(content)
        payload["spans"] = [list(places[n]) for n in sorted(marked)]
    truth = _Truth(latent, meant or {}, draw, noise)
    return payload | _extra_answers(truth, item, settings, answerable=bool(marked))


def latent_evidence(latent: random.Random, question: str, sentences: Sequence[str]) -> list[int]:
    """Return the sentence that shares most words with the question and the following ones, or no
    sentence."""
    if latent.random() < UNANSWERABLE:
        return []
    first = most_alike(question, sentences)
    return list(range(first, min(first + latent.randint(1, MAX_LENGTH), len(sentences))))


def most_alike(question: str, sentences: Sequence[str]) -> int:
    """Return the first of the sentences that share most words with the question."""
    question_words = set(WORD.findall(question.lower()))
    shared = [len(question_words & set(WORD.findall(text.lower()))) for text in sentences]
    return max(range(len(sentences)), key=lambda n: (shared[n], -n))


@dataclass(frozen=True)
class _Truth:
    """The right values of a question, recorded or drawn, and a worker who may make errors."""

    latent: random.Random
    written: JsonMapping
    draw: random.Random
    noise: float

    def answer(self, name: str, values: Sequence[object]) -> Any:
        """Return the right value, or another one at the worker's error rate."""
        drawn = self.latent.choice(values)
        right = self.written.get(name, drawn)
        return self.draw.choice(values) if self.draw.random() < self.noise else right


def _extra_answers(
    truth: _Truth, item: Item, settings: Settings, *, answerable: bool
) -> dict[str, object]:
    said: dict[str, object] = {}
    options = item.content.get("options") or []
    choice = truth.answer("choice", options) if options else None
    cause = truth.answer("cause", [cause for cause in CAUSES if cause != INCOMPREHENSIBLE])
    if answerable and options:
        said["choice"] = choice
    if not answerable and settings["causes"]:
        said["cause"] = cause
    said |= {
        aspect.name: truth.answer(aspect.name, aspect.names)
        for aspect in ASPECTS
        if settings[aspect.name]
    }
    if settings["categories"]:
        categories = truth.answer("categories", [[name] for name in settings["categories"]])
        said["categories"] = list(categories)
    return said
