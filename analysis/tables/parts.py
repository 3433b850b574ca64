"""Parts that several reports for a terminal have."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from annotation.tables.table import Table
from annotation.tables.terminal import Part

LONGEST_NAME = 40


def first_of(table: Table, most: int | None = None, title: str = "") -> Iterator[Part]:
    """Yield the first rows of a table below another title, and how many there are more."""
    rows = table.rows[:most]
    yield replace(table, title="", first=title or table.first, rows=rows)
    if len(table.rows) > len(rows):
        yield f"  and {len(table.rows) - len(rows):,} more; --json has all"


def interval_notes(figure: Mapping[str, Any], decimals: int = 5) -> Iterator[str]:
    """Yield what is said of a figure: its interval, and what of it was sampled."""
    if found := figure.get("interval"):
        if found["low"] is None:
            yield f"no interval: {found['reason']}"
        else:
            ends = f"{found['low']:.{decimals}f} to {found['high']:.{decimals}f}"
            how = f"{found['resamples']:,} resamples of the {found['over']}"
            yield f"{found['level']:.0%} from {ends} ({how}, seed {found['seed']})"
    if figure.get("sampled"):
        error = f"{figure['standard_error']:.5f}"
        yield f"chance of {figure['sampled_items']:,} long texts is sampled: ± {error}"


def shortened(text: str, most: int = LONGEST_NAME) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
