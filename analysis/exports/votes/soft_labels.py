"""Soft labels: the probability of each label of each item by a consensus model."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from analysis.exports.csv_files import csv_parts
from analysis.exports.export import Export, from_parts
from analysis.exports.votes.campaign_votes import settled_rows
from annotation.models import Campaign
from annotation.schemes.soft_labels import OF_MODELS, SOFT_LABELS
from midpath.gold.compact_votes import CompactVotes
from midpath.json_types import JsonObject
from midpath.schemes.base import Settings


def soft_label_exports(
    unit: str,
    votes_of: Callable[[Settings], CompactVotes],
    labels_of: Callable[[Settings], Sequence[str]],
) -> dict[str, Export]:
    """Return the files of a scheme: that of Dawid–Skene, and those of the further models.

    unit : the member of a line with the name of its item
    """

    def parts(campaign: Campaign, model: str | None) -> Iterator[bytes]:
        settings = campaign.settings
        return soft_labels_csv(campaign, votes_of(settings), unit, labels_of(settings), model)

    files: dict[str, str | None] = {SOFT_LABELS: None, **OF_MODELS}
    return {
        name: from_parts(partial(parts, model=model), f"{name}.csv")
        for name, model in files.items()
    }


def soft_labels_csv(
    campaign: Campaign, votes: CompactVotes, unit: str, labels: Sequence[str], model: str | None
) -> Iterator[bytes]:
    """Yield a row for each judged item: its number of judgments that count, and the probability of
    each label by the model, or by Dawid–Skene if it is None; empty if the model was left out."""
    columns = {label: f"probability: {label}" for label in labels}
    rows = (
        {unit: row[unit], "judgments": row["judgments"], **_chances(row, model, columns)}
        for row in settled_rows(campaign, votes, lambda _: "", [model] if model else ())
    )
    return csv_parts([unit, "judgments", *columns.values()], rows)


def _chances(line: Mapping[str, Any], model: str | None, columns: Mapping[str, str]) -> JsonObject:
    """Return the probability of each label, by its column."""
    fitted = line if model is None else line.get("models", {}).get(model, {})
    posterior = fitted.get("posterior", {})
    return {
        column: f"{posterior.get(label, 0):.6f}" if posterior else ""
        for label, column in columns.items()
    }
