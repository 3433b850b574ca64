"""Texts for marking spans, and workers who mark them."""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from annotation.models import Campaign, Dataset, Item
from annotation.schemes import SCHEMES
from annotation.services.datasets.datasets import import_dataset
from tests.helpers.factories import (
    judge_everything,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)

ADA = "Ada Brandt took the ferry from Lindholm to Grey Island ."
BANK = "The Bank of Westmark lent Priya Nair a bicycle ."
SPANS = SCHEMES["spans"]


def settings_of(**given: Any) -> dict[str, Any]:
    return SPANS.check_settings(given)


def text(words: str = ADA, **columns: object) -> Item:
    return Item(text=words, content={"tokens": words.split(), "columns": columns})


def campaign_of_spans(
    *texts: str,
    gold: Mapping[str, Sequence[Sequence[int | str]]] | None = None,
    settings: Mapping[str, Any] | None = None,
    **terms: Any,
) -> Campaign:
    """Return a live campaign; `gold` contains gold spans, by text."""
    dataset = make_dataset(texts or (ADA, BANK))
    for item in Item.objects.filter(dataset=dataset):
        if gold and item.text in gold:
            item.content["columns"] = {"gold": json.dumps(gold[item.text])}
            item.save()
    return make_campaign(
        dataset, scheme="spans", settings=dict(settings or {}), **{"reward": "0.06", **terms}
    )


def document_to_mark(paragraphs: int = 40) -> Dataset:
    """Return a dataset of one long document with two headed sections."""
    said = [f"Paragraph {number} tells of Lindholm and Oldport." for number in range(paragraphs)]
    half = paragraphs // 2
    sections = [
        {"title": "Beginning", "paragraphs": said[:half]},
        {"title": "End", "paragraphs": said[half:]},
    ]
    user = make_user()
    project = make_project(user)
    line = json.dumps({"document": "A long one", "sections": sections})
    return import_dataset(
        project=project, user=user, name="Long", filename="long.jsonl", body=line.encode()
    )


def judge_spans(campaign: Campaign, workers: int, seed: int) -> Campaign:
    """Let new workers mark spans in everything."""
    many = len(campaign.settings["labels"])

    def answer(item: Item, luck: Random) -> dict[str, Any]:
        spans, at, length = [], 0, len(item.words)
        while (at := at + luck.randint(0, 4)) < length:
            end = min(at + luck.randint(1, 3), length)
            spans.append([at, end, luck.randrange(many)])
            at = end
        return {"spans": spans}

    return judge_everything(campaign, workers, seed, answer)
