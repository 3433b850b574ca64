"""A whole campaign of pairs: its pairs, their answers by worker, and the times."""

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property

from analysis.reading.judgment_rows import CampaignJudgments, JudgmentRead
from annotation.models import Item
from midpath.gold.pair_votes import PairItem, read_item
from midpath.schemes.pair.settings import labels_of, yes_labels
from midpath.scoring.pairs import JudgedPair, Vote


class PairMaterial(CampaignJudgments[PairItem, dict[str, JudgedPair]]):
    """A whole campaign of pairs; read it inside a snapshot."""

    @cached_property
    def answers(self) -> list[str]:
        return labels_of(self.campaign.settings)

    @cached_property
    def yes(self) -> frozenset[str]:
        return yes_labels(self.campaign.settings)

    def answer(self, judgment: JudgmentRead) -> str:
        return self.answers[judgment.vector[0]]

    def crowd_of(self, taking_part: Callable[[JudgmentRead], bool]) -> dict[str, JudgedPair]:
        """Return the judged pairs by name."""
        votes: defaultdict[int, list[Vote]] = defaultdict(list)
        for item, judgment in self.in_order():
            if taking_part(judgment):
                answer = self.answer(judgment)
                vote = Vote(str(judgment.worker), answer, judgment.milliseconds, item.words)
                votes[judgment.item_id].append(vote)
        return {
            item.name: JudgedPair(
                votes[pk], item.content.get("stratum"), item.content.get("similarity"), item.gold
            )
            for pk, item in self.items.items()
            if pk in votes
        }

    def item_of(self, item: Item) -> PairItem:
        return read_item(item, self.campaign.settings)
