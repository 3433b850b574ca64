"""A comparison's stored results as figures, charts and tables, for every scheme."""

from addons.comparisons import answer_charts, text_charts
from annotation.research.common.charts import Chart
from midpath.json_types import Results
from midpath.tables.comparison import picks_table
from midpath.tables.differences import differences_table
from midpath.tables.table import Table


def charts_of(results: Results) -> list[Chart]:
    """Return the charts; none before the comparison was first computed."""
    if not results:
        return []
    if "texts" in results:
        return text_charts.charts_of(results)
    return answer_charts.charts_of(results)


def shown_of(results: Results) -> dict[str, object]:
    """Return the context of the page for some results."""
    shown: dict[str, object] = {
        "charts": charts_of(results),
        "left_out": [
            (why.replace("'", "’"), times) for why, times in sorted(results["left_out"].items())
        ],
    }
    if "texts" not in results:
        return shown | {
            "compared": results["items"],
            "things": "items",
            "cells": answer_charts.cells_of(results),
            "tables": [*answer_charts.tables_of(results), *_differences(results)],
        }
    shown |= {
        "compared": results["texts"],
        "things": "texts",
        "cells": text_charts.cells_of(results),
        "tables": _differences(results),
    }
    if "picks" in results:
        shown |= {
            "picks": picks_table(results),
            "omitted": text_charts.omitted_of(results),
        }
    return shown


def _differences(results: Results) -> list[Table]:
    return [differences_table(results)] if results.get("differences") else []
