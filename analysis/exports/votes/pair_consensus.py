"""The consensus table of a campaign of pairs, written pair by pair."""

from collections.abc import Iterator

from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.votes.pair_votes import PairVotes
from analysis.exports.votes.vote_consensus import settled_rows
from analysis.reading.pair_material import PairMaterial
from annotation.models import Campaign

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
