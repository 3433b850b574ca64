"""An alignment's scores as charts and tables: methods compared, and curves by number of groups."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.options.alignment import AlignmentMethod
from annotation.research.common.charts import Chart
from annotation.tables.table import Column, Row, Value

Results = Mapping[str, Any]
PAIRS = "pairs"
MEASURES = {"f": "F", "precision": "Precision", "recall": "Recall", "agreement": "Agreement"}
LEVELS = ("lower quartile of workers", "median of workers", "upper quartile of workers")
ONE_GROUP, ALL_APART = "one group of all", "all apart"
NOTHING = "Undefined for every method: no pair is in question."
OVER_RUNS = "means over the runs for which it is defined"
BESIDE = (
    "how often the model says of a pair what most workers said, beside the quartiles of those who "
    "judged ten pairs or more, their own votes counted, and the best threshold on the cosine "
    "(COLING 2014, Fig. 2)."
)


def charts_of(results: Results) -> list[Chart]:
    """Return the charts, and the table of methods, which is not drawn."""
    golds = results["golds"]
    drawn = [chart for gold in golds for chart in charts_against(results, gold)]
    return [*(methods_of(results, gold) for gold in golds), *drawn]


def charts_against(results: Results, gold: Mapping[str, Any]) -> list[Chart]:
    found = list(_curves(results, gold))
    return [*found, _agreement(results, gold)] if gold["kind"] == PAIRS else found


def methods_of(results: Results, gold: Mapping[str, Any]) -> Chart:
    """Return ACL 2014, Table 3: each mean with its number of runs, then the baselines."""
    names = [name for name in MEASURES if name != "agreement" or gold["kind"] == PAIRS]
    columns = [
        column
        for measure in (MEASURES[name] for name in names)
        for column in (
            Column(measure),
            Column(f"{measure}, standard deviation"),
            Column(f"{measure}, runs", "count"),
        )
    ]
    rows = []
    for row in results["table"]:
        spreads = [row["scores"][gold["key"]][name] for name in names]
        values: list[Value] = [one[part] for one in spreads for part in ("mean", "sd", "runs")]
        rows.append(Row(_title(row["method"]), values))
    for title, base in ((ONE_GROUP, "one_group"), (ALL_APART, "all_apart")):
        values = [value for name in names for value in (gold[base][name], None, None)]
        rows.append(Row(title, values))
    return Chart(
        key=f"methods-{gold['key']}",
        title="Methods",
        about="Means and standard deviations over the runs (ACL 2014, Table 3).",
        kind="bar",
        first="method",
        across="",
        up="",
        columns=columns,
        rows=rows,
        empty=NOTHING,
    )


def _curves(results: Results, gold: Mapping[str, Any]) -> Iterator[Chart]:
    lines = _lines_of(results, gold)
    if not lines:
        return
    for name in ("precision", "recall", "f"):
        base = {} if name == "recall" else {ONE_GROUP: gold["one_group"][name]}
        yield Chart(
            key=f"{name}-{gold['key']}",
            title=f"{MEASURES[name]} by the number of groups",
            about=f"Against {gold['title']}: {OVER_RUNS} (COLING 2014, Fig. 1).",
            kind="line",
            first="groups",
            across="groups",
            up=MEASURES[name],
            columns=[
                *(Column(_title(method)) for method in lines),
                *(Column(title, role="chance") for title in base),
            ],
            rows=[Row(row.label, [*row.values, *base.values()]) for row in _rows(lines, name)],
            empty=NOTHING,
            readings=_whys(lines, name),
        )


def _agreement(results: Results, gold: Mapping[str, Any]) -> Chart:
    """Return the agreement by number of groups if there are curves, else by method."""
    levels, base = _levels(results, gold), _base(gold)
    lines = _lines_of(results, gold)
    if lines:
        columns = [Column(_title(method)) for method in lines]
        rows = _rows(lines, "agreement")
    else:
        columns = [Column("model")]
        rows = [
            Row(_title(row["method"]), [row["scores"][gold["key"]]["agreement"]["mean"]])
            for row in results["table"]
        ]
    return Chart(
        key=f"agreement-{gold['key']}",
        title="Agreement with the majority",
        about=f"Against {gold['title']}: {BESIDE}",
        kind="line" if lines else "bar",
        first="groups" if lines else "method",
        across="groups" if lines else "",
        up=MEASURES["agreement"],
        columns=[
            *columns,
            *(Column(name, role="chance") for name in base),
            *(Column(name, role="level") for name in levels),
        ],
        rows=[Row(row.label, [*row.values, *base.values(), *levels.values()]) for row in rows],
        empty=NOTHING,
        readings=[gold["why"]] if gold.get("why") else [],
    )


def _levels(results: Results, gold: Mapping[str, Any]) -> dict[str, float]:
    levels = dict(zip(LEVELS, gold["quartiles"] or (), strict=False))
    best = results["oracle"][gold["key"]]["agreement"]["agreement"]
    return levels if best is None else levels | {"cosine oracle": best}


def _base(gold: Mapping[str, Any]) -> dict[str, Value]:
    """Return the score of one answer for all pairs, the better of the two."""
    together, apart = (gold[base]["agreement"] for base in ("one_group", "all_apart"))
    if together is None:
        return {}
    return {ONE_GROUP: together} if together >= apart else {ALL_APART: apart}


def _lines_of(results: Results, gold: Mapping[str, Any]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Return the lines in the order of the methods, which JSON in the database does not keep."""
    found = results["curves"].get(gold["key"], {})
    return {method: found[method] for method in AlignmentMethod.values if method in found}


def _rows(lines: Mapping[str, Sequence[Mapping[str, Any]]], name: str) -> list[Row]:
    groups = sorted({point["groups"] for points in lines.values() for point in points})
    known = [{point["groups"]: point[name] for point in points} for points in lines.values()]
    return [Row(str(k), [line.get(k) for line in known]) for k in groups]


def _whys(lines: Mapping[str, Sequence[Mapping[str, Any]]], name: str) -> list[str]:
    """Return the reasons for missing points, each once."""
    every = [point for points in lines.values() for point in points if point[name] is None]
    return [f"Missing: {why}" for why in dict.fromkeys(point["why"][name] for point in every)]


def _title(method: str) -> str:
    return AlignmentMethod(method).label
