"""Votes of a campaign of pairs, settled together."""

from collections.abc import Sequence

from analysis.exports.pair import pair_content
from analysis.exports.votes.compact_votes import CompactVotes, Known, Votes
from analysis.reading.pair_material import PairMaterial
from analysis.scoring.pairs import Crowd, PairCount
from annotation.json_types import JsonObject
from annotation.models import Campaign, Item


class PairVotes(CompactVotes):
    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self._material = PairMaterial(campaign)
        self._similarities: list[int | None] = []
        self._strata: list[int | str | None] = []

    def read(self, item: Item) -> tuple[Known, JsonObject]:
        read = self._material.item_of(item)
        self._similarities.append(item.content.get("similarity"))
        self._strata.append(item.content.get("stratum"))
        return Known(read.name, read.words, read.gold), pair_content(read)

    def answer(self, number: int) -> str:
        return self._material.answers[number]

    def written(self, vector: Sequence[int]) -> str:
        return self._material.answers[vector[0]]

    def count(self, votes: Votes) -> PairCount:
        judged = votes.ballots.item_names
        crowd = Crowd(
            votes.ballots,
            [self._similarities[place] for place in judged],
            [self._strata[place] for place in judged],
            votes.gold,
            (),
        )
        return PairCount(crowd)
