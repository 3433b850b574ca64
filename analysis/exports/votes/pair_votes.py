"""Files of a campaign of pairs that need its votes together: gold, and the consensus table."""

from collections.abc import Iterator

from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.export import Sink
from analysis.exports.pair import row_of
from analysis.exports.votes.campaign_votes import settled_rows
from analysis.exports.votes.vote_gold import VoteGoldFile
from analysis.reading.judgment_rows import JudgmentRead
from analysis.reading.pair_material import PairMaterial
from annotation.models import Campaign
from midpath.gold.compact_votes import Known
from midpath.gold.pair_votes import PairGold, PairVotes
from midpath.json_types import JsonObject
from midpath.schemes.pair.settings import labels_of


def write_pair_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    material = PairMaterial(campaign)

    def to_row(judgment: JudgmentRead, item: Known) -> JsonObject:
        row = row_of(material, judgment, item)
        return {name: row[name] for name in row if name != "counts"}

    VoteGoldFile(campaign, PairGold(campaign.settings), to_row, payload=True).write(sink)


PAIR_COLUMNS = ("pair", "stratum", "similarity", "judgments")
CONSENSUS_COLUMNS = (
    *("majority", "support", "ties", "absolute_majority", "dawid_skene", "posterior"),
    *("dawid_skene_ties", "gold"),
)


def consensus_csv(campaign: Campaign) -> Iterator[bytes]:
    """Yield a row for each judged pair: its votes, and the consensus by each method."""
    compact_votes, answers = PairVotes(campaign.settings), labels_of(campaign.settings)
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
        for row in settled_rows(campaign, compact_votes, lambda vector: answers[vector[0]])
    )
    columns = [*PAIR_COLUMNS, *votes.values(), *CONSENSUS_COLUMNS, *NOT_DECIDED]
    return csv_parts(columns, rows)
