"""Terminal report of the biases of release files."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from annotation.json_types import Results
from annotation.tables.biases import Named, heights_table, prepositions_table, segments_table
from annotation.tables.figures.bias_figures import AroundPrepositions, BiasFigures, OfLength
from annotation.tables.table import Column, Row, Table
from annotation.tables.terminal import Part
from annotation.text.formatting import percent


def report_bias(figures: Results) -> Iterator[Part]:
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
        title="",
        first="",
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
