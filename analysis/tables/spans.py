"""Terminal report of spans."""

from collections.abc import Iterator

from analysis.tables.crowd import report_time
from analysis.tables.parts import first_of, shortened
from annotation.json_types import Results
from annotation.tables.notes import interval_notes
from annotation.tables.table import Column, Row, Table, figure
from annotation.tables.terminal import Part

MAX_LABELS, MAX_WORKERS = 30, 10
SHOWN = {
    "alpha": "α for unitizing",
    "coincidence": "α for unitizing, 2016",
    "places": "α of words",
    "exact": "exact span F1",
    "partial": "partial span F1",
    "pairwise": "pairwise agreement",
}


def report_spans(result: Results) -> Iterator[Part]:
    yield _counts(result)
    yield ""
    yield _agreement(result)
    yield ""
    yield from first_of(_labels(result), MAX_LABELS, "the first")
    yield ""
    yield _consensus(result)
    yield ""
    yield from first_of(_workers(result), MAX_WORKERS, "the busiest")
    if result["time"]["judgments"]:
        yield ""
        yield from report_time(result["time"])


def _counts(result: Results) -> Table:
    rows = [
        Row("texts", [result["items"]]),
        Row("judgments", [result["judgments"]]),
        Row("workers", [len(result["workers"])]),
        Row("spans", [result["given"]["spans"]]),
        Row("judgments without a span", [result["given"]["none"]]),
    ]
    for name, title in (
        ("not_counted", "judgments not counted"),
        ("one_judgment", "texts with one judgment"),
    ):
        if result[name]:
            rows.append(Row(title, [result[name]]))
    return Table(key="counts", title="Spans", first="", columns=[Column("", "count")], rows=rows)


def _agreement(result: Results) -> Table:
    return Table(
        key="agreement",
        title="Agreement",
        first="",
        columns=[Column("value", decimals=4), Column("texts", "count")],
        rows=[
            Row(
                name,
                [figure(found["value"], found.get("reason", "")), found["items"]],
                notes=list(interval_notes(found, decimals=4)),
            )
            for name, found in ((name, result[key]) for key, name in SHOWN.items())
        ],
    )


def _labels(result: Results) -> Table:
    return Table(
        key="labels",
        title="Labels",
        first="label",
        columns=[
            Column("spans", "count"),
            Column("of all", "share"),
            Column("α", decimals=4),
            Column("exact F1", "share", decimals=2),
            Column("partial F1", "share", decimals=2),
        ],
        rows=[
            Row(
                shortened(one["label"]),
                [
                    one["spans"],
                    one["share"],
                    *(
                        figure(one[name]["value"], one[name].get("reason", ""))
                        for name in ("alpha", "exact", "partial")
                    ),
                ],
            )
            for one in result["labels"]
        ],
        empty="No one marked anything.",
    )


def _consensus(result: Results) -> Table:
    return Table(
        key="consensus",
        title="Consensus",
        first="settled by",
        columns=[
            Column("spans", "count"),
            Column("F1 with what is known", "share", decimals=2),
            Column("known texts", "count"),
        ],
        rows=[
            Row(
                name,
                [
                    way["spans"],
                    figure(way["gold_exact"]["value"], way["gold_exact"].get("reason", "")),
                    way["gold"],
                ],
            )
            for name, way in result["ways"].items()
        ],
    )


def _workers(result: Results) -> Table:
    return Table(
        key="workers",
        title="Workers",
        first="worker",
        columns=[
            Column("texts", "count"),
            Column("spans", "count"),
            Column("exact F1", "share", decimals=2),
            Column("partial F1", "share", decimals=2),
            Column("known texts", "count"),
            Column("F1 with what is known", "share", decimals=2),
        ],
        rows=[
            Row(
                shortened(one["worker"]),
                [
                    one["judged"],
                    one["spans"],
                    figure(one["exact"]["value"], one["exact"].get("reason", "")),
                    figure(one["partial"]["value"], one["partial"].get("reason", "")),
                    one["gold"],
                    figure(one["gold_exact"]["value"], one["gold_exact"].get("reason", "")),
                ],
            )
            for one in result["workers"]
        ],
        empty="No judgments.",
    )
