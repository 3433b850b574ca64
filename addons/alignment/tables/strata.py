"""Tables of sampled pairs."""

from collections.abc import Iterator

from addons.alignment.result_shapes import DrawFigures, DrawnStratum
from annotation.exchange.pairs.content import STRATUM_NAMES, as_decimal
from annotation.tables.table import Column, Row, Table, Value


def edge_name(edge: int) -> str:
    """Return the edge of a stratum as written in the strata's names.

    >>> edge_name(250_000), edge_name(500_000)
    ('.25', '.5')
    """
    return as_decimal(edge).strip("0")


def strata_table(found: DrawFigures) -> Table:
    """Return the number of candidates and of sampled pairs in each stratum of cosine similarity.

    With an alignment, candidates are the pairs on which its models and the cosine disagree.
    """
    disagreeing = found.get("disagreeing")
    return Table(
        key="strata",
        title="Strata",
        first="cosine",
        columns=[
            *([Column("models", "text")] if disagreeing else []),
            Column("disagree" if disagreeing else "candidates", "count"),
            Column("drawn", "count"),
            Column("note", "text"),
        ],
        rows=[
            Row(name, list(_stratum(stratum, found)))
            for name, stratum in zip(STRATUM_NAMES, found["strata"], strict=True)
        ],
    )


def _stratum(stratum: DrawnStratum, found: DrawFigures) -> Iterator[Value]:
    if disagreeing := found.get("disagreeing"):
        yield "together" if stratum["high"] <= disagreeing["edge"] else "apart"
    yield stratum["candidates"]
    yield stratum["drawn"]
    few = stratum["drawn"] < found["per_stratum"]
    yield f"all available ({found['per_stratum']:,} requested)" if few else ""
