"""Gold of a campaign of labels: texts, judgments that count, consensus, figures and terms."""

from collections.abc import Sequence
from typing import Any

from agreement.votes.effort import effort_figures
from agreement.votes.label_counting import Answer
from agreement.votes.label_crowd import LabelCount, count_of_labels
from analysis.exports.export import Sink
from analysis.exports.label import given, row_of
from analysis.exports.vote_gold import Content, VoteGold, Votes
from analysis.exports.vote_rows import Known
from analysis.kernels.label import LabelKernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.reading.label_material import LabelMaterial
from analysis.scoring.labels import LabelCrowd, figures_of_labels
from annotation.models import Campaign, Item
from annotation.schemes.label.answer import codes_of

LEFT_OUT = ("counts", "kind")


def write_label_gold(campaign: Campaign, sink: Sink) -> None:
    LabelGold(campaign).write(sink)


class LabelGold(VoteGold):
    format = "midpath labels 1"
    kernel = LabelKernel()
    items = "items"
    unit = "item"
    payload = False

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self._material = LabelMaterial(campaign)
        self._kind, self._level = (campaign.settings[name] for name in ("kind", "level"))

    def read(self, item: Item) -> tuple[Known, Content]:
        read = self._material.item_of(item)
        gold = None if read.gold is None else given(read.gold, self._kind)
        told = {"texts": read.texts, "gold": gold, "words": read.words}
        return Known(read.name, read.words, read.gold), told

    def row(self, judgment: JudgmentRead, item: Known) -> Content:
        row = row_of(self.campaign.settings, judgment, item)
        return {name: row[name] for name in row if name not in LEFT_OUT}

    def answer(self, number: int) -> Answer:
        return codes_of((number,), self.campaign.settings)

    def written(self, vector: Sequence[int]) -> str | list[str]:
        return given(codes_of(vector, self.campaign.settings), self._kind)

    def count(self, votes: Votes) -> LabelCount:
        return count_of_labels(votes.ballots, self._kind, votes.gold)

    def figures(self, votes: Votes, count: LabelCount) -> tuple[Content, Content]:
        crowd = LabelCrowd(self._kind, self._level, votes.ballots, votes.gold, ())
        who: Any = {**count.figures(), "time": effort_figures(votes.times)}
        return figures_of_labels(crowd), who
