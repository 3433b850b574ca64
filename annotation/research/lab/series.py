"""Limit charts of many campaigns or workers to what a page can show."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from annotation.research.common.charts import Chart
from midpath.tables.table import Row

# Fills of bars distinguish this many campaigns.
MAX_DRAWN = 6
# Small charts of more campaigns, or of more pairs of them, would fill several screens.
MAX_PANELS = 16
# The rows of a thousand workers take half a second, whatever the number of campaigns.
MAX_WORKERS_SHOWN = 1000


def fit_to_page(charts: Iterable[Chart]) -> list[Chart]:
    """Return the charts, with as many workers as a page can show. If there are too many series to
    distinguish, each has a small chart; or only its numbers, if there are even more, or if names
    would not fit below a small chart. Files contain all of them."""
    return [_distinguishable(_shortened(chart)) for chart in charts]


def _distinguishable(chart: Chart) -> Chart:
    many = len(chart.rows if chart.first == "campaign" else chart.series)
    if many <= MAX_DRAWN:
        return chart
    if chart.across and chart.kind != "points" and many <= MAX_PANELS:
        has_chance = any(column.role == "chance" for column in chart.columns)
        chance = "; circles are the value by chance" if has_chance else ""
        return replace(chart, panels=f"One chart each, on the same scale{chance}.")
    why = f"Charts could not distinguish so many, so only the numbers of all {many} are shown."
    return replace(chart, numbers_only=why)


def _shortened(chart: Chart) -> Chart:
    if len(chart.rows) <= MAX_WORKERS_SHOWN:
        return chart
    each = max(1, MAX_WORKERS_SHOWN // max(1, len(chart.series)))
    why = (
        f"Shown: the {each} workers of each campaign with the most annotations. The CSV file has "
        f"all {len(chart.rows):,}."
    )
    rows = list(_first_of_each(chart.rows, each))
    return replace(chart, rows=rows, readings=[why, *chart.readings])


def _first_of_each(rows: Iterable[Row], most: int) -> Iterator[Row]:
    seen = Counter[str]()
    for row in rows:
        seen[row.series] += 1
        if seen[row.series] <= most:
            yield row
