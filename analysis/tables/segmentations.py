"""Terminal report of release files."""

from collections.abc import Iterator
from typing import cast

from analysis.tables.bias import report_bias
from analysis.tables.parts import first_of, shortened
from annotation.json_types import Results
from annotation.tables.figures.segmentation_figures import LevelFigures
from annotation.tables.notes import interval_notes
from annotation.tables.segmentations import agreement_columns, agreement_values, levels_table
from annotation.tables.table import Column, Row, Table, figure
from annotation.tables.terminal import Part

DECIMALS = 5
MAX_TEXT_LENGTH = 60
MAX_WORKERS = 10


def report(result: Results) -> Iterator[Part]:
    for kind in ("flat", "nested"):
        if kind in result:
            yield from report_kind(kind, result[kind])
            yield from report_levels(result[kind])
            yield from report_workers(result[kind])
            yield from report_left_out(result[kind])
            yield from report_bias(result[kind])
    if "entailment" in result:
        yield from report_entailment(result["entailment"])
        yield ""
    yield "Against a gold set of the same texts: manage.py compare --help"


def report_kind(kind: str, figures: Results) -> Iterator[Part]:
    yield Table(
        key="counts",
        title=f"{kind.capitalize()} segmentation",
        first="",
        columns=[Column("", "count")],
        rows=[Row("texts", [figures["items"]]), Row("annotations", [figures["annotations"]])],
    )
    yield ""
    yield _by_distance("α", ("within", "total"), figures["alpha"])
    yield _by_distance("S", ("distinct", "chance"), figures["S"])
    yield ""


def _by_distance(name: str, parts: tuple[str, str], found: Results) -> Table:
    """Return a figure by each distance, with two numbers that explain it."""
    return Table(
        key=name,
        title="",
        first="",
        columns=[
            *(Column(part, decimals=DECIMALS) for part in ("value", *parts)),
            Column("texts", "count"),
        ],
        rows=[
            Row(
                f"{name} {d}",
                [
                    figure(one["value"], one.get("reason", "")),
                    *(one[part] for part in parts),
                    one["items"],
                ],
                notes=list(interval_notes(one)),
            )
            for d, one in found.items()
        ],
    )


def report_levels(figures: Results) -> Iterator[Part]:
    """Yield the levels of nested segmentations."""
    if "bracketing" not in figures:
        return
    table = levels_table(cast(LevelFigures, figures), decimals=3)
    yield table.without_title()
    if table.rows:
        pairs = figures["bracketing"]["pairs"]
        yield (
            f"  over {pairs:,} pairs of trees; precision, recall and F of groups are one number, "
            "as trees have as many groups"
        )
    yield ""


def report_workers(figures: Results) -> Iterator[Part]:
    """Yield the workers with most annotations, if the file names them."""
    workers = figures.get("workers", ())
    if not workers:
        return
    yield f"{len(workers):,} annotators, each against the others (d1)"
    table = Table(
        key="workers",
        title="",
        first="",
        columns=[Column("annotations", "count"), *agreement_columns(DECIMALS)],
        rows=[
            Row(shortened(one["worker"]), [one["annotations"], *agreement_values(one)])
            for one in workers
        ],
    )
    yield from first_of(table, MAX_WORKERS)
    yield ""


def report_left_out(figures: Results) -> Iterator[Part]:
    if not figures["left_out"]:
        return
    yield "left out"
    first = {entry["reason"]: entry for entry in figures["left_out_first"]}
    for why, times in figures["left_out"].items():
        yield f"  {times:>7,}  {why}"
        if entry := first.get(why):
            such = "such as " if times > 1 else ""
            text = shortened(entry["text"], MAX_TEXT_LENGTH)
            yield f"           {such}annotation {entry['annotation']} of “{text}”:"
            yield f"           {entry['message']}"
    yield ""


def report_entailment(found: Results) -> Iterator[Part]:
    observed = figure(found["observed"], found.get("reason", ""))
    yield Table(
        key="entailment",
        title="Entailment of flat by nested",
        first="",
        columns=[
            Column("observed", decimals=DECIMALS),
            Column("chance", decimals=DECIMALS),
            Column("pairs", "count"),
            Column("texts", "count"),
        ],
        rows=[
            Row(
                "entailed",
                [observed, found["chance"], found["pairs"], found["texts"]],
                notes=list(interval_notes(found)),
            )
        ],
    )
