"""Terminal report of spans."""

from collections.abc import Iterator, Mapping
from typing import Any

from midpath.breakdowns import Shown
from midpath.reports.crowd import (
    agreement_table,
    first_of,
    in_groups,
    report_time,
    shortened,
    uncommon_counts,
    value_of,
)
from midpath.tables.table import Column, Part, Row, Table

MAX_LABELS, MAX_WORKERS = 30, 10
BY_GROUP = (
    Shown(("coincidence",), "α for unitizing"),
    Shown(("places",), "α of words"),
    Shown(("exact",), "exact span F1", is_share=True),
    Shown(("partial",), "partial span F1", is_share=True),
)
SHOWN = {
    "coincidence": "α for unitizing",
    "places": "α of words",
    "exact": "exact span F1",
    "partial": "partial span F1",
    "pairwise": "pairwise agreement",
    "alpha": "α for unitizing, 1995",
}
WHY_LAST = (
    "The α for unitizing of 1995 is last because it can rise when an exact match becomes a miss."
)
Figures = Mapping[str, Any]


def report_spans(result: Figures) -> Iterator[Part]:
    shown = ((name, result[key]) for key, name in SHOWN.items())
    return in_groups(
        [_counts(result)],
        [agreement_table(shown, "texts", "items"), WHY_LAST],
        first_of(_labels(result), MAX_LABELS, "most frequent"),
        [_consensus(result)],
        first_of(_workers(result), MAX_WORKERS, "most active"),
        report_time(result["time"]),
    )


def _counts(result: Figures) -> Table:
    rows = [
        Row("texts", [result["items"]]),
        Row("judgments", [result["judgments"]]),
        Row("workers", [len(result["workers"])]),
        Row("spans", [result["given"]["spans"]]),
        Row("judgments without a span", [result["given"]["none"]]),
    ]
    rows += [Row(name, [count]) for name, count in uncommon_counts(result, "texts")]
    return Table(key="counts", title="Spans", columns=[Column("", "count")], rows=rows)


def _labels(result: Figures) -> Table:
    return Table(
        key="labels",
        title="Labels",
        first="label",
        columns=[
            Column("spans", "count"),
            Column("of all", "share"),
            Column("α, 1995", decimals=4),
            Column("exact F1", "share", decimals=2),
            Column("partial F1", "share", decimals=2),
        ],
        rows=[
            Row(
                shortened(one["label"]),
                [
                    one["spans"],
                    one["share"],
                    *(value_of(one[name]) for name in ("alpha", "exact", "partial")),
                ],
            )
            for one in result["labels"]
        ],
        empty="No one marked anything.",
    )


def _consensus(result: Figures) -> Table:
    return Table(
        key="consensus",
        title="Consensus",
        first="method",
        columns=[
            Column("spans", "count"),
            Column("F1 against gold", "share", decimals=2),
            Column("gold texts", "count"),
        ],
        rows=[
            Row(name, [way["spans"], value_of(way["gold_exact"]), way["gold"]])
            for name, way in result["ways"].items()
        ],
    )


def _workers(result: Figures) -> Table:
    return Table(
        key="workers",
        title="Workers",
        first="worker",
        columns=[
            Column("texts", "count"),
            Column("spans", "count"),
            Column("exact F1", "share", decimals=2),
            Column("partial F1", "share", decimals=2),
            Column("gold texts", "count"),
            Column("F1 against gold", "share", decimals=2),
        ],
        rows=[
            Row(
                shortened(one["worker"]),
                [
                    one["judged"],
                    one["spans"],
                    value_of(one["exact"]),
                    value_of(one["partial"]),
                    one["gold"],
                    value_of(one["gold_exact"]),
                ],
            )
            for one in result["workers"]
        ],
        empty="No judgments.",
    )
