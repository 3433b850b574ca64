"""Votes of a campaign of labels: settled together, as gold, and as a consensus table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.effort import effort_figures
from agreement.votes.label_counting import Answer
from agreement.votes.label_crowd import LabelCount, count_of_labels
from analysis.exports.csv_files import csv_parts
from analysis.exports.decisions import NOT_DECIDED
from analysis.exports.export import Sink
from analysis.exports.label import given, row_of, written
from analysis.exports.votes.compact_votes import CompactVotes, Known, Votes, settled_rows
from analysis.exports.votes.vote_gold import VoteGold
from analysis.reading.judgment_rows import JudgmentRead
from analysis.reading.label_material import LabelMaterial
from annotation.models import Campaign, Item
from midpath.json_types import JsonObject
from midpath.kernels.label import LabelKernel
from midpath.schemes.label.answer import codes_of
from midpath.schemes.label.settings import SCALE
from midpath.scoring.labels import LabelCrowd, figures_of_labels


class LabelVotes(CompactVotes):
    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self._material = LabelMaterial(campaign)
        self._kind, self._level = (campaign.settings[name] for name in ("kind", "level"))

    def read(self, item: Item) -> tuple[Known, JsonObject]:
        read = self._material.item_of(item)
        gold = None if read.gold is None else given(read.gold, self._kind)
        content = {"texts": read.texts, "gold": gold, "words": read.words, **read.place}
        return Known(read.name, read.words, read.gold), content

    def answer(self, number: int) -> Answer:
        return codes_of((number,), self.campaign.settings)

    def written(self, vector: Sequence[int]) -> str | list[str]:
        return given(codes_of(vector, self.campaign.settings), self._kind)

    def count(
        self, votes: Votes, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> LabelCount:
        return count_of_labels(votes.ballots, self._kind, votes.gold, models, pseudo_count)


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


def _posterior(row: Mapping[str, Any]) -> str:
    """Return the probability of the Dawid–Skene label; None for sets."""
    given = row["dawid_skene"]
    return f"{row['posterior'][given]:.6f}" if isinstance(given, str) else ""
