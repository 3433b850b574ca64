"""Terminal report of a crowd's workers and their time, and parts that several reports share."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from midpath.tables.crowd import time_table, workers_table
from midpath.tables.figures.crowd_figures import Time, WorkerAgreement
from midpath.tables.notes import interval_notes
from midpath.tables.table import Column, Part, Row, Table, Value, figure

MAX_NAME_LENGTH = 40


def in_groups(*groups: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of groups, with an empty line between those that are not empty."""
    shown = filter(None, map(list, groups))
    yield from next(shown, [])
    for group in shown:
        yield ""
        yield from group


def first_of(table: Table, limit: int | None = None, title: str = "") -> Iterator[Part]:
    """Yield the first rows of a table below another title, and the number of further rows."""
    rows = table.rows[:limit]
    yield replace(table, title="", first=title or table.first, rows=rows)
    if len(table.rows) > len(rows):
        yield f"  and {len(table.rows) - len(rows):,} more; --json has all"


def shortened(text: str, max_length: int = MAX_NAME_LENGTH) -> str:
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"


def uncommon_counts(result: Mapping[str, Any], units: str) -> Iterator[tuple[str, int]]:
    """Yield the number of judgments that do not count, and of items with one judgment, if any."""
    for key, name in (
        ("not_counted", "judgments not counted"),
        ("one_judgment", f"{units} with one judgment"),
    ):
        if result[key]:
            yield name, result[key]


def agreement_table(shown: Iterable[tuple[str, Mapping[str, Any]]], units: str, key: str) -> Table:
    """Return figures with their values and numbers of items, which they have under this key."""
    return Table(
        key="agreement",
        title="Agreement",
        columns=[Column("value", decimals=4), Column(units, "count")],
        rows=[
            Row(name, [value_of(found), found[key]], notes=[*interval_notes(found, decimals=4)])
            for name, found in shown
        ],
    )


def value_of(found: Mapping[str, Any]) -> Value:
    return figure(found["value"], found.get("reason", ""))


MAX_WORKERS = 10
QUARTILES = ("lower quartile", "median", "upper quartile")


def report_workers(found: WorkerAgreement, unit: str) -> Iterator[Part]:
    """Yield the quartiles of the workers' agreement, and the workers with most judgments.

    unit : what they judge, such as "pairs"
    """
    listed, out = found["listed"], found["left_out"]
    yield f"Workers who judged at least {found['least']} {unit}: {listed:,} ({out:,} judged fewer)"
    if "reason" in found:
        yield f"  {found['reason']}"
        return
    yield Table(
        key="quartiles",
        first="agree with the majority",
        columns=[Column(name, "share", decimals=2) for name in QUARTILES],
        rows=[
            Row("own vote counted in", found["quartiles"] or ()),
            Row("own vote left out", found["quartiles_with_others"] or ()),
        ],
    )
    yield from first_of(workers_table(found, shortened), MAX_WORKERS, "most active")


def report_time(found: Time) -> Iterator[Part]:
    """Yield the time by length, and their correlation; nothing without a timed judgment."""
    if found["median"] is None:
        return
    yield f"Time, of {found['judgments']:,} judgments: median {found['median']:.1f} seconds"
    yield from first_of(time_table(found))
    yield Table(
        key="correlations",
        first="with length",
        columns=[Column("value", decimals=4)],
        rows=[
            Row(name, [value_of(one)])
            for name, one in (("Pearson r", found["pearson"]), ("Spearman ρ", found["spearman"]))
        ],
    )
