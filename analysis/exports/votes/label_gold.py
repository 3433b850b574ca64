"""Gold of a campaign of labels: texts, judgments that count, consensus, figures and terms."""

from agreement.votes.effort import effort_figures
from agreement.votes.label_crowd import LabelCount
from analysis.exports.export import Sink
from analysis.exports.label import row_of
from analysis.exports.votes.compact_votes import Known, Votes
from analysis.exports.votes.label_votes import LabelVotes
from analysis.exports.votes.vote_gold import VoteGold
from analysis.kernels.label import LabelKernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.scoring.labels import LabelCrowd, figures_of_labels
from annotation.json_types import JsonObject
from annotation.models import Campaign

LEFT_OUT = ("counts", "kind")


def write_label_gold(campaign: Campaign, sink: Sink) -> None:
    LabelGold(campaign).write(sink)


class LabelGold(LabelVotes, VoteGold):
    format = "midpath labels 1"
    kernel = LabelKernel()
    items = "items"
    unit = "item"
    payload = False

    def row(self, judgment: JudgmentRead, item: Known) -> JsonObject:
        row = row_of(self.campaign.settings, judgment, item)
        return {name: row[name] for name in row if name not in LEFT_OUT}

    def figures(self, votes: Votes, count: LabelCount) -> tuple[JsonObject, JsonObject]:
        crowd = LabelCrowd(self._kind, self._level, votes.ballots, votes.gold, ())
        who: JsonObject = {**count.figures(), "time": effort_figures(self.times(votes))}
        return figures_of_labels(crowd), who
