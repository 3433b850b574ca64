"""Votes of a campaign of pairs: settled together, as gold, and as a consensus table."""

from collections.abc import Iterator, Sequence

from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.effort import effort_figures
from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.export import Sink
from analysis.exports.pair import pair_content, row_of
from analysis.exports.votes.compact_votes import CompactVotes, Known, Votes, settled_rows
from analysis.exports.votes.vote_gold import VoteGold
from analysis.reading.judgment_rows import JudgmentRead
from analysis.reading.pair_material import PairMaterial
from annotation.models import Campaign, Item
from midpath.json_types import JsonObject
from midpath.kernels.pair import PairKernel
from midpath.scoring.pairs import Crowd, PairCount, tallied_figures


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

    def count(
        self, votes: Votes, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> PairCount:
        judged = votes.ballots.item_names
        crowd = Crowd(
            votes.ballots,
            [self._similarities[place] for place in judged],
            [self._strata[place] for place in judged],
            votes.gold,
            (),
        )
        return PairCount(crowd, models, pseudo_count)


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


PAIR_COLUMNS = ("pair", "stratum", "similarity", "judgments")
CONSENSUS_COLUMNS = (
    *("majority", "support", "ties", "absolute_majority", "dawid_skene", "posterior"),
    *("dawid_skene_ties", "gold"),
)


def consensus_csv(campaign: Campaign) -> Iterator[bytes]:
    """Yield a row for each judged pair: its votes, and the consensus by each method."""
    answers = PairMaterial(campaign).answers
    votes = {answer: f"votes: {answer}" for answer in answers}
    rows = (
        row
        | {name: row["votes"].get(answer, 0) for answer, name in votes.items()}
        | {
            "ties": "; ".join(row["ties"]),
            "dawid_skene_ties": "; ".join(row["dawid_skene_ties"]),
            "posterior": f"{row['posterior'][row['dawid_skene']]:.6f}",
            "similarity": "" if row["similarity"] is None else f"{row['similarity']:.6f}",
        }
        for row in settled_rows(PairVotes(campaign), lambda vector: answers[vector[0]])
    )
    columns = [*PAIR_COLUMNS, *votes.values(), *CONSENSUS_COLUMNS, *NOT_DECIDED]
    return csv_parts(columns, rows)
