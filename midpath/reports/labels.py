"""Terminal report of labels."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from midpath.breakdowns import Shown
from midpath.reports.crowd import (
    agreement_table,
    in_groups,
    report_time,
    report_workers,
    shortened,
    uncommon_counts,
    value_of,
)
from midpath.tables.crowd import METHODS, SKILLS, convergence
from midpath.tables.table import Column, Part, Row, Table, Value, figure
from midpath.text.formatting import counted

MAX_LABELS, MAX_ITEMS = 30, 10
BY_GROUP = (Shown(("alpha",), "α"), Shown(("pairwise",), "pairwise agreement", is_share=True))
KINDS = {"one": "one per item", "any": "any number per item", "scale": "places on a scale"}
WAYS = {
    "majority": "majority",
    "absolute_majority": "absolute majority",
    "median_consensus": "median",
    "dawid_skene": "Dawid–Skene",
    **{name: METHODS[name][0] for name in SKILLS},
}
Figures = Mapping[str, Any]


def report_labels(result: Figures) -> Iterator[Part]:
    more = len(result["labels"]) - MAX_LABELS
    return in_groups(
        [_counts(result)],
        [_agreement(result)],
        [_labels(result), *([f"  and {more:,} more; --json has all"] if more > 0 else [])],
        [_consensus(result), *_differences(result["differences"], several=result["kind"] == "any")],
        report_workers(result["worker_agreement"], "items"),
        report_time(result["time"]),
    )


def _counts(result: Figures) -> Table:
    rows = [Row(name, [result[name]]) for name in ("items", "judgments", "workers")]
    rows += [Row(name, [count]) for name, count in uncommon_counts(result, "items")]
    kind = KINDS[result["kind"]]
    if result["kind"] == "scale":
        kind += f", {result['level']}"
    columns = [Column("", "count")]
    return Table(key="counts", title=f"Labels, {kind}", columns=columns, rows=rows)


def _agreement(result: Figures) -> Table:
    kind = result["kind"]
    shown = [("α" if kind != "any" else "α, mean over labels", result["alpha"])]
    if kind == "scale":
        shown.append(("α, nominal", result["nominal"]))
    if kind != "any":
        shown.append(("Cohen's κ", result["kappa"]["cohen"]))
        shown.append(("Fleiss' κ", result["kappa"]["fleiss"]))
    shown.append(("pairwise agreement", result["pairwise"]))
    return agreement_table(shown, "items", "items")


def _labels(result: Figures) -> Table:
    return Table(
        key="labels",
        title="Labels",
        first="label",
        columns=[
            Column("judgments", "count"),
            Column("of all judgments", "share"),
            Column("consensus of items", "count"),
            Column("α against the others" if result["kind"] != "any" else "α", decimals=4),
        ],
        rows=[
            Row(
                shortened(one["label"]),
                [one["judgments"], one["share"], one["consensus"], value_of(one["alpha"])],
            )
            for one in result["labels"][:MAX_LABELS]
        ],
        empty="No judgment has a label.",
    )


def _consensus(result: Figures) -> Table:
    found = {**result, **result.get("models", {})}
    return Table(
        key="consensus",
        title="Consensus",
        columns=[
            Column("items", "count"),
            Column("ties", "count"),
            Column("accuracy", "share", decimals=2),
            Column("gold", "count"),
        ],
        rows=[
            Row(
                name,
                _settled(one),
                mark=convergence(one),
                notes=[one["reason"]] if "reason" in one else [],
            )
            for key, name in WAYS.items()
            if key in found
            for one in (found[key],)
        ],
    )


def _settled(one: Figures) -> list[Value]:
    """Return the values of a method; unknown if it was left out."""
    if "items" not in one:
        return [None] * 4
    accuracy = figure(one["accuracy"], one.get("accuracy_reason", ""))
    return [one["items"], one["ties"], accuracy, one["gold"]]


def _differences(apart: Sequence[Figures], *, several: bool) -> Iterator[str]:
    yield f"  the three methods differ on {counted(len(apart), 'item')}" + (":" if apart else "")
    for line in apart[:MAX_ITEMS]:
        votes = ", ".join(f"{shortened(label)} {count}" for label, count in line["votes"].items())
        won, known = (_named(line[key], several) for key in ("majority", "gold"))
        model = "–" if line["dawid_skene"] is None else _named(line["dawid_skene"], several)
        halves = ", ".join(map(shortened, line["ties"])) if several else ""
        tie = f" (ties: {halves})" if halves else ""
        yield (
            f"    {shortened(line['item']):<21}{votes or 'no votes'}: majority {won}{tie}, "
            f"Dawid–Skene {model}{_by_models(line, several)}"
            + (f", gold {known}" if line["gold"] is not None else "")
        )
    if len(apart) > MAX_ITEMS:
        yield f"    and {len(apart) - MAX_ITEMS:,} more; --items or --json has all"


def _by_models(line: Figures, several: bool) -> str:
    key = "labels" if several else "label"
    return "".join(
        f", {METHODS[name][0]} {_named(choice[key], several)}"
        for name, choice in line.get("models", {}).items()
    )


def _named(choice: str | Sequence[str] | None, several: bool) -> str:
    if choice is None:
        return "tie"
    if several:
        return " + ".join(map(shortened, choice)) or "none"
    return shortened(str(choice))
