"""Collections of policies to test with."""

from collections.abc import Sequence
from typing import Any

from annotation.models import Campaign, Dataset, Project
from tests.helpers.factories import always, enrol, judge_all_of, make_campaign, store_items

POLICY = "Privacy at Shop\nCookies\nWe use cookies.\nYour choices:\nYou can refuse them."
SUBTITLES = ["cookies", "Your Choices"]


def make_sites(project: Project | None = None, *sites: str) -> Dataset:
    content = {"category": "Shops", "url": ""}
    return store_items([(name, content) for name in sites or ("shop.example",)], project, "sites")


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
        judge_all_of(enrol(campaign), always(one))
