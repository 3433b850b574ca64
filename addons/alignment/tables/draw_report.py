"""Terminal report of sampled pairs."""

import math
from collections.abc import Iterator, Sequence

from addons.alignment.result_shapes import Disagreeing, DrawFigures
from addons.alignment.tables.strata import edge_name, strata_table
from annotation.exchange.segments import FEWEST_WORDS
from annotation.tables.terminal import Part

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


def draw_lines(found: DrawFigures) -> Iterator[Part]:
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


def _disagreements(disagreeing: Disagreeing, level: str) -> Iterator[str]:
    edge, runs = edge_name(disagreeing["edge"]), disagreeing["runs"]
    of_runs = "the one run" if runs == 1 else f"more than half of the {runs} runs"
    yield f"{disagreeing['candidates']:,} of them where {disagreeing['name']} and cosine disagree:"
    yield f"  up to {edge} put together by {of_runs}, above it put apart"
    yield (
        f"  {disagreeing['silent']:,} of them are undecided in the runs: a tie, or not in a group"
    )
    if disagreeing["ungrouped"]:
        yield f"  {disagreeing['ungrouped']:,} {level} are not in a group"
