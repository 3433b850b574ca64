"""Tables of a typology: ranked words, and proposed adpositions."""

from collections.abc import Iterator, Sequence

from addons.typology.result_shapes import Results
from annotation.tables.figures.text_figures import Proposed
from annotation.tables.table import Column, Row, Table, Value

NAMES = {
    "TCE": "either side, TCE",
    "LCE": "left, LCE",
    "RCE": "right, RCE",
    "TCC": "either side, TCC",
    "LCC": "left, LCC",
    "RCC": "right, RCC",
}


def indicator_column(name: str, *, group: str = "") -> Column:
    """Return the column of an indicator, a count or an entropy."""
    return Column(name, "count" if name.endswith("C") else "number", "", group)


def ranked_table(found: Results) -> Table:
    """Return the words of each list by rank, with their values and frequencies."""
    return Table(
        key="words",
        title="Function words",
        first="rank",
        columns=[column for name in found["lists"] for column in _ranked_columns(name)],
        rows=[
            Row(str(rank), [value for cells in abreast for value in cells])
            for rank, abreast in enumerate(
                zip(*(found["ranked"][name] for name in found["lists"]), strict=True), 1
            )
        ],
    )


def _ranked_columns(name: str) -> Iterator[Column]:
    yield Column(f"word by {name}", "text", "", NAMES[name], "word")
    yield indicator_column(name, group=NAMES[name])
    yield Column(f"times ({name})", "count", "", NAMES[name], "times")


def proposed_table(sides: Sequence[tuple[str, Sequence[Proposed]]]) -> Table:
    """Return the words that look like adpositions of each side, the most likely first."""
    return Table(
        key="adpositions",
        title="Proposed adpositions",
        first="word",
        columns=[
            Column("side", "text", ""),
            Column("times", "count", ""),
            *(indicator_column(name) for name in ("LCE", "RCE")),
            Column("score", "number", ""),
        ],
        rows=[Row(row["word"], list(_proposed(side, row))) for side, rows in sides for row in rows],
    )


def _proposed(side: str, row: Proposed) -> Iterator[Value]:
    yield from (side, row["frequency"], row["lce"], row["rce"], row["score"])
