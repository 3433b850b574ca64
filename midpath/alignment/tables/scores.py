"""Tables of an alignment's scores: methods compared, and curves by the number of groups."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from midpath.alignment.options.alignment import METHOD_NAMES
from midpath.tables.table import Column, Row, Table, Value, figure

Results = Mapping[str, Any]
PAIRS = "pairs"
MEASURES = {"f": "F", "precision": "Precision", "recall": "Recall", "agreement": "Agreement"}
# The baselines, which use no text.
BASES = {"one_group": "single cluster", "all_apart": "singletons"}
ONE_GROUP, ALL_APART = BASES.values()
NOTHING = "Undefined for every method: there are no pairs to compare."
OVER_RUNS = "means over the runs for which it is defined"


def title_of(method: str) -> str:
    return METHOD_NAMES[method]


def measures_of(gold: Results) -> list[str]:
    """Return the measures of a gold; only judged pairs have an agreement."""
    return [name for name in MEASURES if name != "agreement" or gold["kind"] == PAIRS]


def methods_table(results: Results, gold: Results, names: Sequence[str] = ()) -> Table:
    """Return ACL 2014, Table 3: each mean with its number of runs, then the baselines. F also has
    the best of the runs (§5).

    names : the measures; by default those of the gold
    """
    names = names or measures_of(gold)
    best = all("best" in _scores(row, gold)["f"] for row in results["table"])
    return Table(
        key=f"methods-{gold['key']}",
        title="Methods",
        about="Means and standard deviations over the runs (ACL 2014, Table 3).",
        first="method",
        columns=[
            *(column for name in names for column in _columns(MEASURES[name])),
            *([Column("F, best run", head="best F")] if best else []),
        ],
        rows=[*_method_rows(results, gold, names, best), *_base_rows(gold, names, best)],
        empty=NOTHING,
    )


def _method_rows(
    results: Results, gold: Results, names: Sequence[str], best: bool
) -> Iterator[Row]:
    several = len(results["table"]) > 1
    for row in results["table"]:
        scores = _scores(row, gold)
        values = [value for name in names for value in _spread(scores[name])]
        yield Row(
            title_of(row["method"]),
            [*values, _best(scores["f"])] if best else values,
            mark="shown" if several and row["method"] == results["method"] else "",
            notes=list(_notes(results, scores, names)),
        )


def _base_rows(gold: Results, names: Sequence[str], best: bool) -> Iterator[Row]:
    for base, title in BASES.items():
        values = [value for name in names for value in _base(gold[base], name)]
        yield Row(title, [*values, None] if best else values)


def _scores(row: Results, gold: Results) -> Results:
    found: Results = row["scores"][gold["key"]]
    return found


def _columns(measure: str) -> Iterator[Column]:
    yield Column(measure, group=measure, head="mean")
    yield Column(f"{measure}, standard deviation", group=measure, head="s.d.")
    yield Column(f"{measure}, runs", "count", group=measure, head="runs")


def _spread(one: Results) -> Iterator[Value]:
    yield from (figure(one[part], one.get("why", "")) for part in ("mean", "sd"))
    yield one["runs"]


def _best(one: Results) -> Value:
    return figure(one["best"], one.get("why", ""))


def _base(base: Results, name: str) -> Iterator[Value]:
    yield figure(base[name], base.get("why", {}).get(name, ""))
    yield from (None, None)


def _notes(results: Results, scores: Results, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        one = scores[name]
        if 0 < one["runs"] < results["runs"]:
            runs = f"{one['runs']:,} of {results['runs']:,} runs"
            yield f"{MEASURES[name]} for {runs} only. {one['why']}"


def curve_tables(results: Results, gold: Results) -> Iterator[Table]:
    """Yield COLING 2014, Fig. 1: precision, recall and F of each method by the number of groups."""
    lines = lines_of(results, gold)
    if not lines:
        return
    for name in ("precision", "recall", "f"):
        base = {} if name == "recall" else {ONE_GROUP: gold["one_group"][name]}
        yield Table(
            key=f"{name}-{gold['key']}",
            title=f"{MEASURES[name]} by the number of groups",
            about=f"Against {gold['title']}: {OVER_RUNS} (COLING 2014, Fig. 1).",
            first="groups",
            columns=[
                *(Column(title_of(method)) for method in lines),
                *(Column(title, role="chance") for title in base),
            ],
            rows=[Row(row.label, [*row.values, *base.values()]) for row in rows_of(lines, name)],
            empty=NOTHING,
            readings=_whys(lines, name),
        )


def lines_of(results: Results, gold: Results) -> dict[str, Sequence[Results]]:
    """Return the curves in the order of the methods; JSON in the database does not preserve it."""
    found = results["curves"].get(gold["key"], {})
    return {method: found[method] for method in METHOD_NAMES if method in found}


def rows_of(lines: Mapping[str, Sequence[Results]], name: str) -> list[Row]:
    """Return a row for each number of groups, with a measure's value for each method."""
    groups = sorted({point["groups"] for points in lines.values() for point in points})
    known = [{point["groups"]: point[name] for point in points} for points in lines.values()]
    return [Row(str(k), [line.get(k) for line in known]) for k in groups]


def _whys(lines: Mapping[str, Sequence[Results]], name: str) -> list[str]:
    """Return the distinct reasons for missing points."""
    every = [point for points in lines.values() for point in points if point[name] is None]
    return [f"Missing: {why}" for why in dict.fromkeys(point["why"][name] for point in every)]
