"""The consensus of labels and of pairs built all at once: the streamed one must equal it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from analysis.exports.csv_files import csv_file
from analysis.reading.extent import Extent, final_of
from analysis.reading.label_material import LabelMaterial
from analysis.reading.pair_material import PairMaterial
from annotation.models import Campaign
from midpath.schemes.label.answer import codes_of
from midpath.schemes.label.settings import SCALE
from midpath.scoring.labels import label_lines
from midpath.scoring.pairs import as_crowd, pair_lines

SETS = ("majority", "ties", "absolute_majority", "dawid_skene", "dawid_skene_ties", "gold")
UNDECIDED: dict[str, Any] = {"decision": "", "adjudicator": ""}


def label_consensus(campaign: Campaign) -> bytes:
    """Return one row for each judged text: its votes, and the consensus by each method."""
    material = LabelMaterial(campaign)
    crowd = material.counting()
    judged = dict.fromkeys(crowd.ballots.item_names, 0)
    for item in crowd.ballots.items.tolist():
        judged[crowd.ballots.item_names[item]] += 1
    votes = {label: f"votes: {label}" for label in material.labels}
    middle = ["median"] if crowd.kind == SCALE else []
    names = {pk: item.name for pk, item in material.items.items()}
    decided = _decided(campaign, names, lambda one: _barred(codes_of(one, campaign.settings)))
    rows = [
        line
        | decided.get(line["item"], UNDECIDED)
        | {name: line["votes"].get(label, 0) for label, name in votes.items()}
        | {name: _barred(line[name]) for name in (*SETS, *middle)}
        | {
            "judgments": judged[line["item"]],
            "support": line.get("support", ""),
            "posterior": _posterior(line),
        }
        for line in label_lines(crowd)
    ]
    columns = ["item", "judgments", *votes.values(), "majority", "support", "ties"]
    columns += ["absolute_majority", *middle, "dawid_skene", "posterior", "dawid_skene_ties"]
    return csv_file([*columns, "gold", *UNDECIDED], rows)


def pair_consensus(campaign: Campaign) -> bytes:
    """Return one row for each judged pair: its votes, and the consensus by each method."""
    material = PairMaterial(campaign)
    votes = {answer: f"votes: {answer}" for answer in material.answers}
    names = {pk: item.name for pk, item in material.items.items()}
    decided = _decided(campaign, names, lambda vector: material.answers[vector[0]])
    rows = [
        line
        | decided.get(line["pair"], UNDECIDED)
        | {name: line["votes"].get(answer, 0) for answer, name in votes.items()}
        | {
            "judgments": sum(line["votes"].values()),
            "ties": "; ".join(line["ties"]),
            "dawid_skene_ties": "; ".join(line["dawid_skene_ties"]),
            "posterior": f"{line['posterior'][line['dawid_skene']]:.6f}",
            "similarity": "" if line["similarity"] is None else f"{line['similarity']:.6f}",
        }
        for line in pair_lines(as_crowd(material.counting()))
    ]
    columns = ["pair", "stratum", "similarity", "judgments", *votes.values(), "majority"]
    columns += ["support", "ties", "absolute_majority", "dawid_skene", "posterior"]
    return csv_file([*columns, "dawid_skene_ties", "gold", *UNDECIDED], rows)


def label_soft_labels(campaign: Campaign, model: str) -> bytes:
    """Return one row for each judged text: the probability of each label by the model."""
    material = LabelMaterial(campaign)
    crowd = material.counting()
    given = [crowd.ballots.item_names[item] for item in crowd.ballots.items.tolist()]
    lines = label_lines(crowd, [model] if model != "dawid_skene" else [])
    return _soft_labels("item", model, material.labels, given, lines)


def pair_soft_labels(campaign: Campaign, model: str) -> bytes:
    """Return one row for each judged pair: the probability of each answer by the model."""
    material = PairMaterial(campaign)
    pairs = material.counting()
    given = [name for name, pair in pairs.items() for _ in pair.votes]
    lines = pair_lines(as_crowd(pairs), [model] if model != "dawid_skene" else [])
    return _soft_labels("pair", model, material.answers, given, lines)


def _soft_labels(
    unit: str,
    model: str,
    labels: Sequence[str],
    given: list[str],
    lines: Iterable[dict[str, Any]],
) -> bytes:
    rows = []
    for line in lines:
        row: dict[str, Any] = {unit: line[unit], "judgments": given.count(line[unit])}
        fitted = line if model == "dawid_skene" else line["models"][model]
        for label in labels:
            row[f"probability: {label}"] = f"{fitted['posterior'].get(label, 0):.6f}"
        rows.append(row)
    return csv_file([unit, "judgments", *(f"probability: {label}" for label in labels)], rows)


def _decided(
    campaign: Campaign, names: dict[int, str], write: Callable[[Sequence[int]], str]
) -> dict[str, dict[str, Any]]:
    return {
        names[item]: {"decision": write(one.vector), "adjudicator": one.adjudicator}
        for item, one in final_of(Extent(campaign)).items()
    }


def _posterior(line: dict[str, Any]) -> str:
    given = line["dawid_skene"]
    return f"{line['posterior'][given]:.6f}" if isinstance(given, str) else ""


def _barred(labels: Sequence[str] | str | None) -> str:
    if labels is None or isinstance(labels, str):
        return labels or ""
    return "|".join(labels) or "|"
