"""Tables and terminal report of sampled pairs."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from midpath.alignment.result_shapes import DrawnCategory, DrawnStratum
from midpath.exchange.pairs.content import STRATUM_NAMES, as_decimal
from midpath.exchange.segments import FEWEST_WORDS
from midpath.tables.table import Column, Part, Row, Table, Value


def edge_name(edge: int) -> str:
    """Return the edge of a stratum as written in the strata's names.

    >>> edge_name(250_000), edge_name(500_000)
    ('.25', '.5')
    """
    return as_decimal(edge).strip("0")


def strata_table(found: Mapping[str, Any]) -> Table:
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


def categories_table(found: Mapping[str, Any]) -> Table:
    """Return the numbers of candidates and of sampled pairs of each category in each stratum (ACL
    2014, section 4.2); without rows, unless pairs were sampled from each category."""
    return Table(
        key="categories",
        title="Categories and strata",
        first="category",
        columns=[
            *(
                Column(f"{name} {head}", "count", group=name, head=head)
                for name in STRATUM_NAMES
                for head in ("candidates", "drawn")
            ),
            Column("note", "text"),
        ],
        rows=[
            Row(one["category"] or "no category", list(_category(one, found["per_stratum"])))
            for one in found.get("categories", ())
        ],
    )


def _category(one: DrawnCategory, requested: int) -> Iterator[Value]:
    for candidates, drawn in zip(one["candidates"], one["drawn"], strict=True):
        yield candidates
        yield drawn
    missing = requested * len(one["drawn"]) - sum(one["drawn"])
    yield f"{missing:,} too few" if missing else ""


def _stratum(stratum: DrawnStratum, found: Mapping[str, Any]) -> Iterator[Value]:
    if disagreeing := found.get("disagreeing"):
        yield "together" if stratum["high"] <= disagreeing["edge"] else "apart"
    yield stratum["candidates"]
    yield stratum["drawn"]
    categories = found.get("categories")
    requested = found["per_stratum"] * (len(categories) if categories else 1)
    few = stratum["drawn"] < requested
    note = f"{requested:,} requested" if categories else f"all available ({requested:,} requested)"
    yield note if few else ""


BAR = 40


def histogram_lines(counts: Sequence[int]) -> Iterator[str]:
    """Yield bars whose length is the logarithm of their count, because similar segments are
    rare."""
    yield "Candidates by cosine (bars: logarithm of the count)"
    most = math.log1p(max(counts, default=0)) or 1
    for place, count in enumerate(counts):
        bar = "█" * round(BAR * math.log1p(count) / most)
        low, high = place / len(counts), (place + 1) / len(counts)
        yield f"  {low:.2f}–{high:.2f} {count:>12,}  {bar}".rstrip()


def draw_lines(found: Mapping[str, Any]) -> Iterator[Part]:
    per_category = found["document_pairs_asked"]
    of_all = (
        "all of each category"
        if per_category is None
        else f"at most {per_category:,} of each category"
    )
    left_out = found["left_out"]
    yield (
        f"{found['segments']:,} {found['level']} of {found['documents']:,} documents; left out: "
        f"{left_out['short']:,} under {FEWEST_WORDS} words, {left_out['long']:,} too long"
    )
    yield f"{found['document_pairs']:,} pairs of documents ({of_all})"
    yield f"{found['candidates']:,} candidate pairs of {found['level']}"
    if found["weightless"]:
        yield f"{found['weightless']:,} have no word with any weight: their cosines count as 0"
    disagreeing = found.get("disagreeing")
    if disagreeing:
        yield from _disagreements(disagreeing, found["level"])
    yield strata_table(found).without_title()
    if found.get("categories"):
        yield ""
        yield categories_table(found)


def _disagreements(disagreeing: Mapping[str, Any], level: str) -> Iterator[str]:
    edge, runs = edge_name(disagreeing["edge"]), disagreeing["runs"]
    of_runs = "the one run" if runs == 1 else f"more than half of the {runs} runs"
    yield f"{disagreeing['candidates']:,} of them where {disagreeing['name']} and cosine disagree:"
    yield f"  up to {edge} put together by {of_runs}, above it put apart"
    yield (
        f"  {disagreeing['silent']:,} of them are undecided in the runs: a tie, or not in a group"
    )
    if disagreeing["ungrouped"]:
        yield f"  {disagreeing['ungrouped']:,} {level} are not in a group"
