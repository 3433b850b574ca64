"""The charts of a published snapshot: of every scheme, from its manifest alone."""

import json
from typing import Any, cast
from zipfile import ZipFile

import pytest

from annotation.research.common.charts import Chart
from annotation.research.snapshots.charts import MAX_BARS, charts_of
from annotation.schemes import SCHEMES
from annotation.services.snapshots.manifest import Manifest
from tests.snapshots.campaigns import STORED_SCHEMES
from tests.snapshots.lies import STORED

Parsed = dict[str, Any]
EDITION = STORED / "2"


def manifest_of(scheme: str) -> Parsed:
    """Return the manifest of a snapshot of a version without chart data."""
    with ZipFile(EDITION / f"{scheme}.zip") as archive:
        found: Parsed = json.loads(archive.read("manifest.json"))
    return found


def by_key(manifest: Parsed) -> dict[str, Chart]:
    return {chart.key: chart for chart in charts_of(cast(Manifest, manifest))}


def rows_of(chart: Chart) -> list[tuple[str, list[Any]]]:
    return [(row.label, list(row.values)) for row in chart.rows]


@pytest.mark.parametrize("scheme", sorted(STORED_SCHEMES))
def test_what_an_earlier_version_did_not_show_is_not_drawn(scheme: str) -> None:
    charts = by_key(manifest_of(scheme))
    assert set(charts) == {"agreement", "settled"}
    assert len(charts["agreement"].columns) == 1
    assert charts["agreement"].title == ("Agreement" if agrees(scheme) else "Shares")


def agrees(scheme: str) -> bool:
    return any(figure.agreement for figure in SCHEMES[scheme].figures)


@pytest.mark.parametrize("scheme", sorted(STORED_SCHEMES))
def test_each_figure_is_a_bar_between_the_ends_of_its_interval(scheme: str) -> None:
    manifest = manifest_of(scheme)
    plain = rows_of(by_key(manifest)["agreement"])
    shown = [one for one in SCHEMES[scheme].figures if one.agreement or not agrees(scheme)]
    path = next(one.path for one in shown if one.label == plain[0][0])
    manifest["intervals"] = {}
    within = manifest["intervals"]
    for step in path:
        within = within.setdefault(step, {})
    within.update(low=-0.25, high=0.75, level=0.95)
    chart = by_key(manifest)["agreement"]
    heads = [column.name for column in chart.columns]
    assert heads == ["value", "95% interval, from", "95% interval, to"]
    assert [column.role for column in chart.columns] == ["series", "low", "high"]
    first, *rest = rows_of(chart)
    assert first == (plain[0][0], [*plain[0][1], -0.25, 0.75])
    assert rest == [(label, [*values, None, None]) for label, values in plain[1:]]


def test_items_that_nobody_judged_are_counted_too() -> None:
    manifest = manifest_of("flat")
    manifest["counts"]["items"] = 7
    manifest["per_item"] = {"2": 3, "4": 1}
    assert rows_of(by_key(manifest)["per-item"]) == [
        *(("0", [3]), ("1", [0]), ("2", [3]), ("3", [0]), ("4", [1]))
    ]
    manifest["per_item"] = {"2": 3, "400": 1}
    assert "per-item" not in by_key(manifest)


def test_answers_are_drawn_in_their_order_where_they_are_few() -> None:
    manifest = manifest_of("pair")
    manifest["answers"] = [{"answer": "same", "judgments": 2}, {"answer": "a", "judgments": 5}]
    assert rows_of(by_key(manifest)["answers"]) == [("same", [2]), ("a", [5])]
    manifest["answers"] = [{"answer": f"{n}", "judgments": 1} for n in range(MAX_BARS + 1)]
    assert "answers" not in by_key(manifest)
