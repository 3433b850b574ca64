"""Files of a campaign of labels that need its votes together: gold, and the consensus table."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.export import Sink
from analysis.exports.label import row_of, written
from analysis.exports.votes.campaign_votes import settled_rows
from analysis.exports.votes.vote_gold import VoteGoldFile
from analysis.reading.judgment_rows import JudgmentRead
from annotation.models import Campaign
from midpath.gold.compact_votes import Known
from midpath.gold.label_votes import LabelGold, LabelVotes
from midpath.json_types import JsonObject
from midpath.schemes.label.answer import codes, codes_of
from midpath.schemes.label.settings import SCALE

LEFT_OUT = ("counts", "kind")


def write_label_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    settings = campaign.settings

    def to_row(judgment: JudgmentRead, item: Known) -> JsonObject:
        row = row_of(settings, judgment, item)
        return {name: row[name] for name in row if name not in LEFT_OUT}

    VoteGoldFile(campaign, LabelGold(settings), to_row, payload=False).write(sink)


SETS = ("majority", "ties", "absolute_majority", "dawid_skene", "dawid_skene_ties", "gold")


def consensus_csv(campaign: Campaign) -> Iterator[bytes]:
    """Yield a row for each judged text: its votes, and the consensus by each method."""
    settings = campaign.settings
    votes = {label: f"votes: {label}" for label in codes(settings)}
    middle = ["median"] if settings["kind"] == SCALE else []
    rows = (
        row
        | {name: row["votes"].get(label, 0) for label, name in votes.items()}
        | {name: written(row[name]) for name in (*SETS, *middle)}
        | {"support": row.get("support", ""), "posterior": _posterior(row)}
        for row in settled_rows(
            campaign, LabelVotes(settings), lambda vector: written(codes_of(vector, settings))
        )
    )
    columns = ["item", "judgments", *votes.values(), "majority", "support", "ties"]
    columns += ["absolute_majority", *middle, "dawid_skene", "posterior", "dawid_skene_ties"]
    return csv_parts([*columns, "gold", *NOT_DECIDED], rows)


def _posterior(row: Mapping[str, Any]) -> str:
    """Return the probability of the Dawid–Skene label; None for sets."""
    given = row["dawid_skene"]
    return f"{row['posterior'][given]:.6f}" if isinstance(given, str) else ""
