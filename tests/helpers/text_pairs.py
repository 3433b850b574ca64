"""Pairs of readable texts, for tests of what people see of them."""

from collections.abc import Mapping
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project
from tests.helpers.factories import make_campaign, make_dataset

COOKIES = "We use cookies to remember your basket. You can switch cookies off in your browser."
FILES = "Our pages store small files on your device. Your browser lets you refuse these files."
BINARY: dict[str, Any] = {"preset": "binary"}
THREE_WAY: dict[str, Any] = {"preset": "three-way"}


def pairs_of_texts(
    *pairs: tuple[str, str], project: Project | None = None, **about: Any
) -> Dataset:
    """Return pairs; `about` is merged into the content of each: gold, why, similarity, stratum,
    ..."""
    pairs = pairs or ((COOKIES, FILES),)
    dataset = make_dataset([f"p-{number}" for number in range(1, len(pairs) + 1)], project)
    Dataset.objects.filter(pk=dataset.pk).update(kind="pairs")
    for item, (left, right) in zip(dataset.items.order_by("position"), pairs, strict=True):
        content = {"left": {"text": left}, "right": {"text": right}, **about}
        Item.objects.filter(pk=item.pk).update(content=content)
    dataset.refresh_from_db()
    return dataset


def campaign_of_pairs(
    *pairs: tuple[str, str], settings: Mapping[str, Any] = BINARY, **terms: Any
) -> Campaign:
    return make_campaign(
        pairs_of_texts(*pairs), scheme="pair", settings=settings, **{"reward": "0.05", **terms}
    )
