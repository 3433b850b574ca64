"""Campaigns of pairs to test with, made through the real services."""

from collections.abc import Sequence
from typing import Any

from annotation.models import Campaign, Dataset, Enrolment, Project
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import Receipt
from tests.helpers.factories import make_campaign, store_items, submit

BINARY = {"preset": "binary", "keywords": None}
THREE_WAY = {"preset": "three-way"}
YES, NO = 0, 1


def make_pairs(
    how_many: int, golds: Sequence[str | None] = (), project: Project | None = None
) -> Dataset:
    """Return that many pairs, the first ones with the gold answers `golds`."""
    known = [*golds, *[None] * how_many]
    items = [
        (
            f"pair {number}",
            {
                "left": {"text": f"The first text of pair {number}."},
                "right": {"text": f"The second text of pair {number}."},
                "similarity": None,
                "stratum": None,
                "gold": known[number - 1],
                "why": "It stands there.",
                "columns": {},
            },
        )
        for number in range(1, how_many + 1)
    ]
    return store_items(items, project, "pairs")


def make_pair_campaign(
    dataset: Dataset, *, settings: dict[str, Any] | None = None, launch: bool = True, **terms: Any
) -> Campaign:
    return make_campaign(
        dataset, scheme="pair", launch=launch, settings=settings or BINARY, **terms
    )


def answer(enrolment: Enrolment, index: int) -> Receipt:
    """Submit this answer to their next HIT."""
    return submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"answer": index})
