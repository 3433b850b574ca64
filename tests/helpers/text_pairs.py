"""Pairs of readable texts, for tests of what people see of them."""

from collections.abc import Mapping
from typing import Any

from annotation.models import Campaign, Dataset, Project
from tests.helpers.factories import make_campaign, store_items

COOKIES = "We use cookies to remember your basket. You can switch cookies off in your browser."
FILES = "Our pages store small files on your device. Your browser lets you refuse these files."
BINARY: dict[str, Any] = {"preset": "binary"}
THREE_WAY: dict[str, Any] = {"preset": "three-way"}


def pairs_of_texts(
    *pairs: tuple[str, str], project: Project | None = None, **about: Any
) -> Dataset:
    """Return pairs; `about` is merged into the content of each: gold, why, similarity, stratum,
    ..."""
    items = [
        (f"p-{number}", {"left": {"text": left}, "right": {"text": right}, **about})
        for number, (left, right) in enumerate(pairs or ((COOKIES, FILES),), 1)
    ]
    return store_items(items, project, "pairs")


def campaign_of_pairs(
    *pairs: tuple[str, str], settings: Mapping[str, Any] = BINARY, **terms: Any
) -> Campaign:
    return make_campaign(
        pairs_of_texts(*pairs), scheme="pair", settings=settings, **{"reward": "0.05", **terms}
    )
