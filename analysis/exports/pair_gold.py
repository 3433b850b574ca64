"""Gold of a campaign of pairs: pairs, judgments that count, consensus, figures and terms."""

from collections.abc import Sequence
from typing import Any

from agreement.votes.effort import effort_figures
from analysis.exports.export import Sink
from analysis.exports.pair import pair_told, row_of
from analysis.exports.vote_gold import Content, VoteGold, Votes
from analysis.exports.vote_rows import Known
from analysis.kernels.pair import PairKernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.pair_material import PairMaterial
from analysis.scoring.pairs import Crowd, PairCount, tallied_figures
from annotation.models import Campaign, Item


def write_pair_gold(campaign: Campaign, sink: Sink) -> None:
    PairGold(campaign).write(sink)


class PairGold(VoteGold):
    format = "midpath pairs 1"
    kernel = PairKernel()
    items = "pairs"
    unit = "pair"
    payload = True

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self._material = PairMaterial(campaign)
        self._similarities: list[int | None] = []
        self._strata: list[int | str | None] = []

    def read(self, item: Item) -> tuple[Known, Content]:
        read = self._material.item_of(item)
        self._similarities.append(item.content.get("similarity"))
        self._strata.append(item.content.get("stratum"))
        return Known(read.name, read.words, read.gold), pair_told(read)

    def row(self, judgment: JudgmentRead, item: Known) -> Content:
        row = row_of(self._material, judgment, item)
        return {name: row[name] for name in row if name != "counts"}

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

    def figures(self, votes: Votes, count: PairCount) -> tuple[Content, Content]:
        who: Any = {**count.figures(), "time": effort_figures(votes.times)}
        return tallied_figures(count.crowd, self._material.yes), who
