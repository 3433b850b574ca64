"""The consensus table of a campaign of labels, written text by text."""

from collections.abc import Iterator

from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.label import written
from analysis.exports.votes.label_votes import LabelVotes
from analysis.exports.votes.vote_consensus import settled_rows
from analysis.reading.label_material import LabelMaterial
from annotation.json_types import JsonMapping
from annotation.models import Campaign
from annotation.schemes.label.answer import codes_of
from annotation.schemes.label.settings import SCALE

SETS = ("majority", "ties", "absolute_majority", "dawid_skene", "dawid_skene_ties", "gold")


def consensus_csv(campaign: Campaign) -> Iterator[bytes]:
    """Yield a row for each judged text: its votes, and the consensus by each method."""
    settings = campaign.settings
    votes = {label: f"votes: {label}" for label in LabelMaterial(campaign).labels}
    middle = ["median"] if settings["kind"] == SCALE else []
    rows = (
        row
        | {name: row["votes"].get(label, 0) for label, name in votes.items()}
        | {name: written(row[name]) for name in (*SETS, *middle)}
        | {"support": row.get("support", ""), "posterior": _posterior(row)}
        for row in settled_rows(
            LabelVotes(campaign), lambda vector: written(codes_of(vector, settings))
        )
    )
    columns = ["item", "judgments", *votes.values(), "majority", "support", "ties"]
    columns += ["absolute_majority", *middle, "dawid_skene", "posterior", "dawid_skene_ties"]
    return csv_parts([*columns, "gold", *NOT_DECIDED], rows)


def _posterior(row: JsonMapping) -> str:
    """Return the probability of the Dawid–Skene label; None for sets."""
    given = row["dawid_skene"]
    return f"{row['posterior'][given]:.6f}" if isinstance(given, str) else ""
