"""A campaign of pairs over all strata, some with gold answers, and workers who answer at random."""

from typing import Any

from annotation.models import Campaign, Dataset, Item
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, luck_with, submit
from tests.helpers.pairs import make_pair_campaign, make_pairs

SETTINGS: dict[str, Any] = {
    "preset": "custom",
    "question": "Same?",
    "answers": [
        {"label": "=same message", "key": "1", "yes": True},
        {"label": "same topic", "key": "2", "yes": True},
        {"label": "different", "key": "3", "yes": False},
    ],
    "keywords": [1, 3],
}


def make_pair_dataset(pairs: int = 12) -> Dataset:
    """Make pairs over all strata, every other one with a gold answer; one id looks like a
    formula."""
    dataset = make_pairs(pairs, ["same topic", None] * (pairs // 2))
    for item in Item.objects.filter(dataset=dataset):
        item.content["similarity"] = item.position * 80_000 % 1_000_000
        item.content["stratum"] = min(item.content["similarity"] // 250_001, 3)
        if item.position == 1:
            item.text = '=HYPERLINK("x"), "quoted"'
        item.save()
    return dataset


def judge(campaign: Campaign, workers: int, seed: int) -> None:
    """Let that many new workers judge every HIT that they are served."""
    settings = campaign.settings
    keywords = {"left": ["first text"], "right": ["pair", "Second"]}
    for worker in range(workers):
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            luck = luck_with(assignment, seed, worker)
            payload: dict[str, Any] = {
                "answer": luck.choice([0, *range(len(settings["answers"]))]),
                "marked": luck.random() < 0.5,
            }
            if settings["keywords"]:
                payload["keywords"] = keywords
            submit(enrolment, assignment, payload)


def make_three_way(pairs: int = 12, **terms: Any) -> Campaign:
    return make_pair_campaign(make_pair_dataset(pairs), settings=SETTINGS, **terms)
