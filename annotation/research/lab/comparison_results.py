"""A comparison's stored results as figures, charts and tables, for every scheme."""

from collections.abc import Mapping
from typing import Any

from annotation.research.common.charts import Chart
from annotation.research.lab import compared_answers, compared_texts
from annotation.tables.comparison import picks_table
from annotation.tables.differences import differences_table
from annotation.tables.table import Table

Results = Mapping[str, Any]


def charts_of(results: Results) -> list[Chart]:
    """Return the charts; none before the comparison was first computed."""
    if not results:
        return []
    if "texts" in results:
        return compared_texts.charts_of(results)
    return compared_answers.charts_of(results)


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
            "cells": compared_answers.cells_of(results),
            "tables": [*compared_answers.tables_of(results), *_differences(results)],
        }
    shown |= {
        "compared": results["texts"],
        "things": "texts",
        "cells": compared_texts.cells_of(results),
        "tables": _differences(results),
    }
    if "picks" in results:
        shown |= {
            "picks": picks_table(results),
            "omitted": compared_texts.omitted_of(results),
        }
    return shown


def _differences(results: Results) -> list[Table]:
    return [differences_table(results)] if results.get("differences") else []
