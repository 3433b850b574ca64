"""Terminal report of an alignment, and tables of its scores: methods compared, and curves by the
number of groups."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from addons.alignment.options.alignment import AlignmentMethod
from annotation.tables.table import Column, Row, Table, Value, figure
from annotation.tables.terminal import Part
from corpus.alignment import METHODS
from corpus.similarity import ONE

Results = Mapping[str, Any]
PAIRS = "pairs"
MEASURES = {"f": "F", "precision": "Precision", "recall": "Recall", "agreement": "Agreement"}
# The baselines, which use no text.
BASES = {"one_group": "one group of all", "all_apart": "all apart"}
ONE_GROUP, ALL_APART = BASES.values()
NOTHING = "Undefined for every method: there are no pairs to compare."
OVER_RUNS = "means over the runs for which it is defined"


def title_of(method: str) -> str:
    return AlignmentMethod(method).label


def measures_of(gold: Results) -> list[str]:
    """Return the measures of a gold; only judged pairs have an agreement."""
    return [name for name in MEASURES if name != "agreement" or gold["kind"] == PAIRS]


def methods_table(results: Results, gold: Results, names: Sequence[str] = ()) -> Table:
    """Return ACL 2014, Table 3: each mean with its number of runs, then the baselines.

    names : the measures; by default those of the gold
    """
    names = names or measures_of(gold)
    several = len(results["table"]) > 1
    rows = [
        Row(
            title_of(row["method"]),
            [value for name in names for value in _spread(row["scores"][gold["key"]][name])],
            mark="shown" if several and row["method"] == results["method"] else "",
            notes=list(_notes(results, row["scores"][gold["key"]], names)),
        )
        for row in results["table"]
    ]
    rows += [
        Row(title, [value for name in names for value in _base(gold[base], name)])
        for base, title in BASES.items()
    ]
    return Table(
        key=f"methods-{gold['key']}",
        title="Methods",
        about="Means and standard deviations over the runs (ACL 2014, Table 3).",
        first="method",
        columns=[column for name in names for column in _columns(MEASURES[name])],
        rows=rows,
        empty=NOTHING,
    )


def _columns(measure: str) -> Iterator[Column]:
    yield Column(measure, group=measure, head="mean")
    yield Column(f"{measure}, standard deviation", group=measure, head="s.d.")
    yield Column(f"{measure}, runs", "count", group=measure, head="runs")


def _spread(one: Results) -> Iterator[Value]:
    yield from (figure(one[part], one.get("why", "")) for part in ("mean", "sd"))
    yield one["runs"]


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
    return {method: found[method] for method in AlignmentMethod.values if method in found}


def rows_of(lines: Mapping[str, Sequence[Results]], name: str) -> list[Row]:
    """Return a row for each number of groups, with a measure's value for each method."""
    groups = sorted({point["groups"] for points in lines.values() for point in points})
    known = [{point["groups"]: point[name] for point in points} for points in lines.values()]
    return [Row(str(k), [line.get(k) for line in known]) for k in groups]


def _whys(lines: Mapping[str, Sequence[Results]], name: str) -> list[str]:
    """Return the distinct reasons for missing points."""
    every = [point for points in lines.values() for point in points if point[name] is None]
    return [f"Missing: {why}" for why in dict.fromkeys(point["why"][name] for point in every)]


SHOWN_TERMS = 10
LEFT_OUT = {
    "unjudged": "pairs without judgments",
    "ties": "pairs without a majority",
    "elsewhere": "not in these documents",
    "unreadable": "sections whose votes cannot be read",
    "not_kept": "not among the segments kept",
}


def align_lines(results: Results) -> Iterator[Part]:
    yield from _read(results)
    for gold in results["golds"]:
        yield ""
        yield from _gold(results, gold)
        for table in curve_tables(results, gold):
            yield ""
            yield replace(table, title=f"{table.title}, means over the runs")
            yield from (f"  {reading}" for reading in table.readings)
    if not results["golds"]:
        yield (
            "There is nothing to compare the groups with: no votes, no judged pairs, no evidence."
        )
    yield ""
    yield from _groups(results)


def _read(results: Results) -> Iterator[str]:
    level, terms = results["level"], results["terms"]
    short = f"; left out: {results['left_out']['short']:,} under {terms['fewest_words']:,} words"
    yield (
        f"{results['segments']:,} {level} of {results['documents']:,} documents"
        + (short if terms["fewest_words"] else "")
    )
    without = f"; {level} without any: {results['termless']:,}" if results["termless"] else ""
    yield f"{results['terms_kept']:,} terms: {', '.join(_choice(terms))}{without}"
    yield f"{results['groups']:,} groups, {results['runs']:,} runs, seed {results['seed']}"


def _choice(terms: Results) -> Iterator[str]:
    yield "words and bigrams" if terms["bigrams"] else "words"
    if terms["least_documents"] > 1:
        yield f"in {terms['least_documents']:,} documents or more"
    if terms["least_percent"] or terms["most_percent"] < 100:
        yield f"in {terms['least_percent']} to {terms['most_percent']} % of the documents"
    if terms["stopwords"]:
        yield "no stopwords"
    if terms["domain_words"]:
        yield f"not {', '.join(terms['domain_words'])}"


def _gold(results: Results, gold: Results) -> Iterator[Part]:
    """Yield ACL 2014, Table 3, with the bound and the workers of COLING 2014, Fig. 2, below."""
    yield gold["title"]
    what = f"{gold['pairs']:,} pairs, of which {gold['yes']:,} belong together"
    if gold["kind"] == "answer-sets":
        what += f" ({gold['segments']:,} {results['level']} in {gold['sets']:,} sets)"
    yield f"  {what}"
    for name, count in gold["left_out"].items():
        if count:
            yield f"  left out: {count:,} {LEFT_OUT[name]}"
    yield from _scores(results, gold)
    yield from _workers(gold)


def _scores(results: Results, gold: Results) -> Iterator[Part]:
    """Yield the methods, and below them the upper bound of the best thresholds on the cosine."""
    table = methods_table(results, gold, list(MEASURES))
    oracle = results["oracle"][gold["key"]]
    by_f, by_agreement = oracle["f"], oracle["agreement"]
    rows = [
        _oracle(f"best F, cosine {_threshold(by_f)}", by_f, ("f", "precision", "recall")),
        _oracle(f"best agreement, {_threshold(by_agreement)}", by_agreement, ("agreement",)),
    ]
    yield replace(table, title="", rows=[*table.rows, *rows])


def _oracle(title: str, found: Results, known: Sequence[str]) -> Row:
    values: list[Value] = []
    for name in MEASURES:
        values += [found[name] if name in known else None, None, None]
    return Row(title, values)


def _threshold(one: Results) -> str:
    at = one["threshold"]
    if at > ONE:
        return "no pair"
    return f"≥ {_share(at / ONE)}" if at else "≥ 0: all"


def _workers(gold: Results) -> Iterator[str]:
    if gold["quartiles"]:
        shares = ", ".join(map(_share, gold["quartiles"]))
        many = f"{gold['workers']:,} who judged 10 pairs or more"
        yield f"  agreement of workers ({many}), quartiles: {shares}, own votes counted"
    elif gold["kind"] == "pairs":
        yield f"  agreement of workers: {gold['why']}"


def _groups(results: Results) -> Iterator[str]:
    fits, best = results["fits"], results["best"]
    title = METHODS[results["method"]].title
    fit = fits[best]
    yield (
        f"Groups of {title}, run {best + 1} of {len(fits)}, whose objective is highest "
        f"({fit['objective']:,.1f} after {fit['iterations']:,} iterations)"
    )
    for top in results["tops"]:
        terms = ", ".join(term for term, _ in top["by_probability"][:SHOWN_TERMS])
        lifts = ", ".join(term for term, _ in top["by_lift"][:SHOWN_TERMS])
        yield (
            f"  {top['group'] + 1:>3}  {top['segments']:,} {results['level']} in "
            f"{top['documents']:,} document{'s' * (top['documents'] != 1)}"
        )
        yield f"       frequent: {terms}"
        yield f"       peculiar: {lifts}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
