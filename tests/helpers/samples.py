"""Campaigns on the sample items of a scheme, judged with its sample answers."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import orjson

from annotation.models import Campaign, Item
from annotation.schemes import SCHEMES
from annotation.schemes.samples import Sample, Samples
from annotation.services.datasets.datasets import import_dataset
from midpath.exchange.readers import read_upload
from tests.helpers.factories import judge_everything, make_campaign, make_project

FILE = "samples.jsonl"
SAMPLES: dict[str, Samples] = {
    name: import_module(f"annotation.schemes.{name}.samples").samples
    for name in SCHEMES
    if find_spec(f"annotation.schemes.{name}.samples")
}


def samples_of(scheme: str) -> Samples:
    if scheme not in SAMPLES:
        raise NotImplementedError(
            f"The scheme {scheme!r} has no sample items for tests. Add "
            f"annotation/schemes/{scheme}/samples.py with samples: Samples."
        )
    return SAMPLES[scheme]


def items_of(samples: Sequence[Sample]) -> list[Item]:
    """Return the items as an upload reads them, without storing them."""
    parsed = read_upload(FILE, _lines(samples))
    assert not parsed.errors
    return [Item(text=row.text, content=row.content) for row in parsed.items]


def campaign_of_samples(scheme: str, most: int | None = None, **terms: Any) -> Campaign:
    """Launch a campaign on the sample items of a scheme, or on the first ones of them."""
    samples = samples_of(scheme)
    dataset = import_dataset(
        project=make_project(),
        user=None,
        name="Samples",
        filename=FILE,
        body=_lines(samples.items[:most]),
    )
    return make_campaign(dataset, scheme=scheme, settings=dict(samples.settings), **terms)


def judge_samples(campaign: Campaign, workers: int, seed: int) -> Campaign:
    """Let new workers give the sample answers."""
    items = samples_of(campaign.scheme).items

    def answer(item: Item, luck: Random) -> dict[str, Any]:
        return dict(luck.choice(items[item.position - 1].answers))

    return judge_everything(campaign, workers, seed, answer)


def judged_samples(scheme: str, workers: int = 4, seed: int = 3, **terms: Any) -> Campaign:
    return judge_samples(campaign_of_samples(scheme, **terms), workers, seed)


def _lines(samples: Sequence[Sample]) -> bytes:
    return b"\n".join(orjson.dumps(sample.row) for sample in samples)
