"""Terminal report of release files and their biases."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from midpath.breakdowns import Shown
from midpath.reports.breakdowns import report_breakdowns, report_cuts
from midpath.reports.crowd import first_of, shortened, value_of
from midpath.tables.biases import Named, heights_table, prepositions_table, segments_table
from midpath.tables.breakdowns.cuts import entailment_by_text_table
from midpath.tables.figures.bias_figures import AroundPrepositions, BiasFigures, OfLength
from midpath.tables.figures.segmentation_figures import LevelFigures
from midpath.tables.notes import interval_notes
from midpath.tables.segmentations import (
    agreement_columns,
    agreement_values,
    label_note,
    levels_table,
)
from midpath.tables.table import Column, Part, Row, Table, figure
from midpath.text.formatting import percent

Figures = Mapping[str, Any]
DECIMALS = 5
MAX_TEXT_LENGTH = 60
MAX_WORKERS = 10


def report(result: Figures) -> Iterator[Part]:
    for kind in ("flat", "nested"):
        if kind in result:
            yield from report_kind(kind, result[kind])
            yield from report_levels(result[kind])
            yield from report_workers(result[kind])
            yield from report_left_out(result[kind])
            yield from report_bias(result[kind])
            yield from _requested(result[kind])
    if "entailment" in result:
        yield from report_entailment(result["entailment"])
        yield ""
        yield from _distribution(result["entailment"])
    yield "Against a gold set of the same texts: midpath compare --help"


def shown_in(figures: Figures) -> list[Shown]:
    """Return the figures to show for each group of texts."""
    distances = list(figures["alpha"])
    of = {d: f", {d}" if len(distances) > 1 else "" for d in distances}
    return [
        *(Shown(("alpha", d), f"α{of[d]}") for d in distances),
        *(Shown(("S", d), f"S{of[d]}") for d in distances),
        *(Shown(("S", d, "chance"), f"S by chance{of[d]}", is_chance=True) for d in distances),
    ]


def _requested(figures: Figures) -> Iterator[Part]:
    """Yield the tables that options requested, each with an empty line after it."""
    parts = list(report_breakdowns(figures, shown_in(figures), "texts"))
    yield from (*parts[1:], *parts[:1])


def _distribution(found: Figures) -> Iterator[Part]:
    """Yield the texts by their share of entailing pairs, if that was requested."""
    if "distribution" in found:
        yield entailment_by_text_table(found["distribution"]["bins"])
        yield ""


def report_kind(kind: str, figures: Figures) -> Iterator[Part]:
    if trees := figures.get("trees"):
        labels = f", with the labels {', '.join(trees['labels'])}" if trees["labels"] else ""
        yield f"{'n-ary' if trees['kind'] == 'nary' else 'binary'} trees{labels}"
    yield Table(
        key="counts",
        title=f"{kind.capitalize()} segmentation",
        columns=[Column("", "count")],
        rows=[Row("texts", [figures["items"]]), Row("annotations", [figures["annotations"]])],
    )
    yield ""
    yield _by_distance("α", ("within", "total"), figures["alpha"])
    yield _by_distance("S", ("distinct", "chance"), figures["S"])
    yield ""


def _by_distance(name: str, parts: tuple[str, str], found: Figures) -> Table:
    """Return a figure by each distance, with two numbers that explain it."""
    return Table(
        key=name,
        columns=[
            *(Column(part, decimals=DECIMALS) for part in ("value", *parts)),
            Column("texts", "count"),
        ],
        rows=[
            Row(
                f"{name} {d}",
                [value_of(one), *(one[part] for part in parts), one["items"]],
                notes=list(interval_notes(one)),
            )
            for d, one in found.items()
        ],
    )


def report_levels(figures: Figures) -> Iterator[Part]:
    """Yield the levels of nested segmentations."""
    if "bracketing" not in figures:
        return
    table = levels_table(cast(LevelFigures, figures), decimals=3)
    yield table.without_title()
    if table.rows:
        pairs = figures["bracketing"]["pairs"]
        if "trees" in figures:
            yield f"  over {pairs:,} pairs of trees; F of groups"
        else:
            yield (
                f"  over {pairs:,} pairs of trees; precision, recall and F of groups are one "
                "number, as trees have as many groups"
            )
    yield from _labels(figures)
    yield ""


def _labels(figures: Figures) -> Iterator[Part]:
    """Yield α of labels, if there are any."""
    if "label_alpha" in figures:
        yield f"  {label_note(figures['label_alpha'], DECIMALS)}"


def report_workers(figures: Figures) -> Iterator[Part]:
    """Yield the workers with most annotations, if the file names them."""
    workers = figures.get("workers", ())
    if not workers:
        return
    yield f"{len(workers):,} annotators, each against the others (d1)"
    table = Table(
        key="workers",
        columns=[Column("annotations", "count"), *agreement_columns(DECIMALS)],
        rows=[
            Row(shortened(one["worker"]), [one["annotations"], *agreement_values(one)])
            for one in workers
        ],
    )
    yield from first_of(table, MAX_WORKERS)
    yield ""


def report_left_out(figures: Figures) -> Iterator[Part]:
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


def report_entailment(found: Figures) -> Iterator[Part]:
    observed = figure(found["observed"], found.get("reason", ""))
    yield Table(
        key="entailment",
        title="Entailment of flat by nested",
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


def report_bias(figures: Figures) -> Iterator[Part]:
    """Yield the tables; nothing if biases were not requested."""
    if "bias" not in figures:
        return
    yield "What annotators prefer"
    yield from _report(figures["bias"])
    for key, worker in figures["bias"].get("workers", {}).items():
        yield f"Annotator {key}"
        yield from _report(worker)


def _report(bias: BiasFigures) -> Iterator[Part]:
    if bias["segments"]:
        yield _by_length(segments_table, "segments", bias)
        yield f"  with two or three segments: {bias['two_or_three']:.1%}"
        yield from _spread(bias)
        yield from _prepositions(bias["prepositions"])
        yield from report_cuts(bias)
    if bias["heights"]:
        yield _by_length(heights_table, "height", bias)
    if not (bias["segments"] or bias["heights"]):
        yield "  There is no annotation of a text of two or more words."
    yield ""


def _by_length(table_of: Callable[[Named], Table], what: str, bias: BiasFigures) -> Table:
    """Return the means by length, with the number of annotations."""
    table = table_of([(f"mean {what}", bias)])
    found = bias["segments"] if what == "segments" else bias["heights"]
    return replace(
        table,
        title="",
        columns=[
            Column("annotations", "count"),
            *(replace(column, decimals=2) for column in table.columns),
            Column(f"{what}: share", "text"),
        ],
        rows=[
            replace(row, values=[one["annotations"], *row.values, _shares(one)])
            for row, one in zip(table.rows, found, strict=True)
        ],
    )


def _shares(one: OfLength) -> str:
    return "  ".join(
        f"{value}: {percent(times / one['annotations'])}" for value, times in one["times"].items()
    )


def _spread(bias: BiasFigures) -> Iterator[Part]:
    if "sd_reason" in bias:
        yield f"  {bias['sd_reason']}"
        return
    yield f"  standard deviation of their segments' lengths, on average {bias['sd']['mean']:.2f}"
    yield Table(
        key="deviations",
        columns=[Column("sd"), Column("share", "share")],
        rows=[
            Row(
                f"{row['segments']} segments",
                [row["sd"], row["annotations"] / bias["sd"]["annotations"]],
            )
            for row in bias["sd"]["times"]
        ],
    )


def _prepositions(around: AroundPrepositions) -> Iterator[Part]:
    if around["shares"] is None:
        yield f"  {around['reason']}"
        return
    yield replace(
        prepositions_table([(f"of {around['prepositions']:,} prepositions", around)]), title=""
    )
