"""A campaign of labels of each kind, some texts with gold labels, and workers who answer at
random."""

from random import Random
from typing import Any

from annotation.models import Campaign, Item
from tests.helpers.factories import judge_everything, make_campaign, make_dataset

KINDS = ("one", "any", "scale")
KNOWN = {"one": "Neutral", "any": "People|Events", "scale": "3"}


def make_labels(kind: str, texts: int = 8, **terms: Any) -> Campaign:
    """Give every other text a gold label; one text looks like a formula."""
    dataset = make_dataset([f"=text number {number}" for number in range(1, texts + 1)])
    for item in Item.objects.filter(dataset=dataset):
        gold = KNOWN[kind] if item.position % 2 else ""
        item.content["columns"] = {"title": f"Title {item.position}", "gold": gold, "why": "So."}
        item.save()
    settings = {"kind": kind, "texts": ["title", "text"]}
    return make_campaign(dataset, scheme="label", settings=settings, **terms)


def judge_labels(campaign: Campaign, workers: int, seed: int) -> Campaign:
    """Let new workers label everything."""
    many = len(campaign.settings["labels"])

    def answer(_: Item, luck: Random) -> dict[str, Any]:
        chosen: Any = luck.choice([0, *range(many)])
        if campaign.settings["kind"] == "any":
            chosen = [place for place in range(many) if luck.random() < 0.4]
        return {"answer": chosen}

    return judge_everything(campaign, workers, seed, answer)
