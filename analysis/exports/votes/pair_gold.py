"""Gold of a campaign of pairs: pairs, judgments that count, consensus, figures and terms."""

from agreement.votes.effort import effort_figures
from analysis.exports.export import Sink
from analysis.exports.pair import row_of
from analysis.exports.votes.compact_votes import Known, Votes
from analysis.exports.votes.pair_votes import PairVotes
from analysis.exports.votes.vote_gold import VoteGold
from analysis.kernels.pair import PairKernel
from analysis.reading.campaign_judgments import JudgmentRead
from analysis.scoring.pairs import PairCount, tallied_figures
from annotation.json_types import JsonObject
from annotation.models import Campaign


def write_pair_gold(campaign: Campaign, sink: Sink) -> None:
    PairGold(campaign).write(sink)


class PairGold(PairVotes, VoteGold):
    format = "midpath pairs 1"
    kernel = PairKernel()
    items = "pairs"
    unit = "pair"
    payload = True

    def row(self, judgment: JudgmentRead, item: Known) -> JsonObject:
        row = row_of(self._material, judgment, item)
        return {name: row[name] for name in row if name != "counts"}

    def figures(self, votes: Votes, count: PairCount) -> tuple[JsonObject, JsonObject]:
        who: JsonObject = {**count.figures(), "time": effort_figures(self.times(votes))}
        return tallied_figures(count.crowd, self._material.yes), who
