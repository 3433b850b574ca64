"""An alignment's scores as charts and tables: methods compared, and curves by number of groups."""

from annotation.research.common.charts import Chart, drawn
from midpath.alignment.result_shapes import AlignmentFigures, Gold
from midpath.alignment.tables.scores import (
    ALL_APART,
    MEASURES,
    NOTHING,
    ONE_GROUP,
    PAIRS,
    curve_tables,
    lines_of,
    methods_table,
    rows_of,
    title_of,
)
from midpath.tables.table import Column, Row, Table, Value

LEVELS = ("lower quartile of workers", "median of workers", "upper quartile of workers")
COMPARED_WITH_MAJORITY = (
    "agreement of the model with the majority answer, compared with the quartiles of workers "
    "who judged at least ten pairs (own votes counted) and the best threshold on the cosine "
    "(COLING 2014, Fig. 2)."
)


def tables_of(results: AlignmentFigures) -> list[Table]:
    """Return the charts, and the table of methods, which is not charted."""
    golds = results["golds"]
    drawings = [chart for gold in golds for chart in charts_against(results, gold)]
    return [*(methods_table(results, gold) for gold in golds), *drawings]


def charts_against(results: AlignmentFigures, gold: Gold) -> list[Chart]:
    found = [
        drawn(table, "line", across="groups", up=MEASURES[table.key.partition("-")[0]])
        for table in curve_tables(results, gold)
    ]
    return [*found, _agreement(results, gold)] if gold["kind"] == PAIRS else found


def _agreement(results: AlignmentFigures, gold: Gold) -> Chart:
    """Return the agreement by number of groups if there are curves, else by method."""
    levels, base = _levels(results, gold), _base(gold)
    lines = lines_of(results, gold)
    if lines:
        columns = [Column(title_of(method)) for method in lines]
        rows = rows_of(lines, "agreement")
    else:
        columns = [Column("model")]
        rows = [
            Row(title_of(row["method"]), [row["scores"][gold["key"]]["agreement"]["mean"]])
            for row in results["table"]
        ]
    return Chart(
        key=f"agreement-{gold['key']}",
        title="Agreement with the majority",
        about=f"Against {gold['title']}: {COMPARED_WITH_MAJORITY}",
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


def _levels(results: AlignmentFigures, gold: Gold) -> dict[str, float]:
    levels = dict(zip(LEVELS, gold["quartiles"] or (), strict=False))
    best = results["oracle"][gold["key"]]["agreement"]["agreement"]
    return levels if best is None else levels | {"cosine oracle": best}


def _base(gold: Gold) -> dict[str, Value]:
    """Return the score of the better constant answer for all pairs."""
    together, apart = gold["one_group"]["agreement"], gold["all_apart"]["agreement"]
    if together is None or apart is None:
        return {}
    return {ONE_GROUP: together} if together >= apart else {ALL_APART: apart}
