"""Questions on documents to test with, made through the real services."""

import itertools
import json
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project
from annotation.services.datasets.datasets import import_dataset
from midpath.schemes.evidence.document import places_of
from midpath.schemes.evidence.wording import ASPECTS, CAUSES, INCOMPREHENSIBLE
from tests.helpers.factories import enrol, judge_all_of, luck_on, make_campaign, make_project

_numbers = itertools.count(1)
PLAIN: dict[str, Any] = {"preset": "plain"}
CHARACTERS: dict[str, Any] = {"preset": "custom", "unit": "characters", "snap": False}
SENTENCES = (
    "We ask for your name and your e-mail address.",
    "Your address is never sold.",
    "The server keeps a log for ten days.",
    "Only two people can read the log.",
    "Write to us if you have questions.",
)
OUTLINE = (("What we collect", 0), ("How long we keep it", 2))
QUESTION = "How long do you keep logs?"


def document(name: str = "house", sentences: Sequence[str] = SENTENCES, **more: Any) -> str:
    line = {"type": "document", "document": name, "sentences": list(sentences), **more}
    return json.dumps(line)


def sections(outline: Sequence[tuple[str, int]] = OUTLINE) -> list[dict[str, Any]]:
    return [{"title": title, "start": start} for title, start in outline]


def question(text: str = QUESTION, name: str = "house", **more: Any) -> str:
    line = {"type": "question", "document": name, "question": text, "answers": {}, **more}
    return json.dumps(line)


def import_lines(*lines: str, project: Project | None = None, name: str = "") -> Dataset:
    return import_dataset(
        project=project or make_project(),
        user=None,
        name=name or f"Questions {next(_numbers)}",
        filename="evidence.jsonl",
        body="\n".join(lines).encode(),
    )


def evidence_campaign(*lines: str, settings: Mapping[str, Any] = PLAIN, **terms: Any) -> Campaign:
    """Ask the given lines; by default, one question on one document with sections."""
    dataset = import_lines(*(lines or (document(sections=sections()), question())))
    return make_campaign(
        dataset, scheme="evidence", settings=dict(settings), **{"reward": "0.25", **terms}
    )


def judge_all(
    campaign: Campaign,
    workers: int,
    seed: int = 1,
    marked: Mapping[str, Sequence[Sequence[int]]] | None = None,
) -> None:
    """Let this many new workers answer every question: by question and worker, or at random."""
    for number in range(workers):
        judge_all_of(enrol(campaign), partial(_drawn, campaign, seed, number, marked))


def _drawn(
    campaign: Campaign,
    seed: int,
    worker: int,
    marked: Mapping[str, Sequence[Sequence[int]]] | None,
    item: Item,
) -> dict[str, Any]:
    given = marked[item.text][worker] if marked else None
    return _answer(campaign, item, luck_on(item, seed, worker), given)


def answer_in_characters(campaign: Campaign, workers: int) -> None:
    """Let this many new workers mark words of one or two sentences, or find no answer."""
    luck = Random(3)

    def answer(item: Item) -> dict[str, Any]:
        assert item.document
        (start, end), (_, last) = places_of(item.document.content)[1:3]
        spans = luck.choice([[], [[start + 1, end - 2]], [[start, end], [end + 2, last]]])
        return {"answerable": bool(spans), "spans": spans}

    for _ in range(workers):
        judge_all_of(enrol(campaign), answer)


def _answer(
    campaign: Campaign, item: Item, luck: Random, given: Sequence[int] | None
) -> dict[str, Any]:
    count, settings = item.content["sentences"], campaign.settings
    if given is None:
        given = sorted(luck.sample(range(count), luck.choice([0, 0, 1, 2])))
    answer: dict[str, Any] = {"answerable": bool(given), "sentences": list(given)}
    if settings["causes"] and not given:
        answer["cause"] = luck.choice(CAUSES)
    if answer.get("cause") == INCOMPREHENSIBLE:
        return answer
    answer |= {one.name: luck.choice(one.names) for one in ASPECTS if settings[one.name]}
    if settings["categories"]:
        answer["categories"] = luck.sample(settings["categories"][:2], luck.choice([1, 2]))
    return answer
