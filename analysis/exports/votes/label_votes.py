"""Votes of a campaign of labels, settled together."""

from collections.abc import Sequence

from agreement.votes.label_counting import Answer
from agreement.votes.label_crowd import LabelCount, count_of_labels
from analysis.exports.label import given
from analysis.exports.votes.compact_votes import CompactVotes, Known, Votes
from analysis.reading.label_material import LabelMaterial
from annotation.json_types import JsonObject
from annotation.models import Campaign, Item
from annotation.schemes.label.answer import codes_of


class LabelVotes(CompactVotes):
    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self._material = LabelMaterial(campaign)
        self._kind, self._level = (campaign.settings[name] for name in ("kind", "level"))

    def read(self, item: Item) -> tuple[Known, JsonObject]:
        read = self._material.item_of(item)
        gold = None if read.gold is None else given(read.gold, self._kind)
        content = {"texts": read.texts, "gold": gold, "words": read.words, **read.place}
        return Known(read.name, read.words, read.gold), content

    def answer(self, number: int) -> Answer:
        return codes_of((number,), self.campaign.settings)

    def written(self, vector: Sequence[int]) -> str | list[str]:
        return given(codes_of(vector, self.campaign.settings), self._kind)

    def count(self, votes: Votes) -> LabelCount:
        return count_of_labels(votes.ballots, self._kind, votes.gold)
