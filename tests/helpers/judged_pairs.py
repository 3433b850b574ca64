"""A campaign of pairs over all strata, some with gold answers, and workers who answer at random."""

from random import Random
from typing import Any

from annotation.models import Campaign, Dataset, Item
from tests.helpers.factories import judge_everything
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


def judge(campaign: Campaign, workers: int, seed: int) -> Campaign:
    """Let new workers answer everything."""
    settings = campaign.settings
    keywords = {"left": ["first text"], "right": ["pair", "Second"]}

    def answer(_: Item, luck: Random) -> dict[str, Any]:
        chosen = luck.choice([0, *range(len(settings["answers"]))])
        payload: dict[str, Any] = {"answer": chosen, "marked": luck.random() < 0.5}
        return payload | ({"keywords": keywords} if settings["keywords"] else {})

    return judge_everything(campaign, workers, seed, answer)


def make_three_way(pairs: int = 12, **terms: Any) -> Campaign:
    return make_pair_campaign(make_pair_dataset(pairs), settings=SETTINGS, **terms)
