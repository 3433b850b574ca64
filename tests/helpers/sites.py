"""Collections of policies to test with."""

import itertools
from collections.abc import Sequence
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project
from tests.helpers.factories import enrol, judge_many, make_campaign, make_project

_numbers = itertools.count(1)
POLICY = "Privacy at Shop\nCookies\nWe use cookies.\nYour choices:\nYou can refuse them."
SUBTITLES = ["cookies", "Your Choices"]


def make_sites(project: Project | None = None, *sites: str) -> Dataset:
    names = sites or ("shop.example",)
    dataset = Dataset.objects.create(
        project=project or make_project(),
        name=f"Sites {next(_numbers)}",
        kind="sites",
        item_count=len(names),
    )
    Item.objects.bulk_create(
        Item(dataset=dataset, position=n, text=name, content={"category": "Shops", "url": ""})
        for n, name in enumerate(names, 1)
    )
    return dataset


def version(
    text: str = POLICY, subtitles: Sequence[str] = SUBTITLES, **more: Any
) -> dict[str, Any]:
    return {
        "url": "https://shop.example/privacy",
        "updated_on": {"text": "Updated May 3, 2014", "date": "2014-05-03"},
        "text": text,
        "subtitles": list(subtitles),
        **more,
    }


def collection(dataset: Dataset | None = None, **terms: Any) -> Campaign:
    return make_campaign(dataset or make_sites(), scheme="document", **{"redundancy": 3, **terms})


def collect(campaign: Campaign, *versions: dict[str, Any]) -> None:
    """For each version, let a worker find it at every site."""
    for one in versions:
        enrolment = enrol(campaign)
        judge_many(enrolment, campaign.hit_count, one)
