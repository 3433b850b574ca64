"""A crowd's and a gold set's campaigns on the demo's texts, judged by simulated workers."""

import json
from dataclasses import dataclass

from addons.comparisons.models import Comparison
from addons.comparisons.tests.compared import request_comparison
from analysis.simulation.simulation import Simulation
from annotation.management.feeding import Pace, Progress
from annotation.models import Campaign, Project, User
from tasks.fold import fold_all
from tasks.management.demo.texts import demo_texts
from tests.helpers.factories import make_campaign, make_dataset
from tests.helpers.tiers import by_tier

CROWD = by_tier(quick=4, long=6)
OF_CROWD, OF_GOLD, BOTH = slice(0, 12), slice(2, 14), 10


@dataclass
class TwoSets:
    project: Project
    crowd_flat: Campaign
    crowd_nested: Campaign
    gold_flat: Campaign
    gold_nested: Campaign

    @property
    def campaigns(self) -> tuple[Campaign, ...]:
        return self.crowd_flat, self.gold_flat, self.crowd_nested, self.gold_nested

    def compared(self, user: User, name: str = "Crowd and experts") -> Comparison:
        trees = {"crowd_trees": self.crowd_nested, "gold_trees": self.gold_nested}
        return request_comparison(self.crowd_flat, self.gold_flat, name, user, **trees)


def make_two_sets(project: Project) -> TwoSets:
    """Let crowd workers and three experts judge twelve texts each, ten of them shared."""
    lines = demo_texts.path.read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    crowd = make_dataset(texts[OF_CROWD], project)
    gold = make_dataset(texts[OF_GOLD], project)
    sets = TwoSets(
        project,
        crowd_flat=make_campaign(crowd, name="Crowd flat", redundancy=CROWD),
        crowd_nested=make_campaign(crowd, name="Crowd nested", scheme="nested", redundancy=CROWD),
        gold_flat=make_campaign(gold, name="Expert flat", redundancy=3),
        gold_nested=make_campaign(gold, name="Expert nested", scheme="nested", redundancy=3),
    )
    for seed, campaign in enumerate(sets.campaigns, start=1):
        simulate(campaign, seed, campaign.redundancy)
    return sets


def simulate(campaign: Campaign, seed: int, workers: int) -> None:
    judgments = workers * campaign.hit_count
    Simulation(campaign, seed, Pace(None), Progress(judgments)).run(workers, judgments)
    fold_all(campaign.pk)


def page(one: Comparison, part: str = "") -> str:
    return f"/research/comparisons/{one.pk}/{part}"
