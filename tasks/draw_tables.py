"""A draw of pairs as a terminal shows it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.exchange.pair_content import STRATUM_NAMES
from annotation.exchange.segments import FEWEST_WORDS

BAR = 40


def histogram_lines(counts: Sequence[int]) -> Iterator[str]:
    """A bar is as long as the logarithm of its count: similar segments are rare."""
    yield "Candidates by cosine (bars: logarithm of the count)"
    most = math.log1p(max(counts, default=0)) or 1
    for place, count in enumerate(counts):
        bar = "█" * round(BAR * math.log1p(count) / most)
        low, high = place / len(counts), (place + 1) / len(counts)
        yield f"  {low:.2f}–{high:.2f} {count:>12,}  {bar}".rstrip()


def draw_lines(found: Mapping[str, Any]) -> Iterator[str]:
    asked = found["document_pairs_asked"]
    of_all = "all of each category" if asked is None else f"at most {asked:,} of each category"
    left_out = found["left_out"]
    yield (
        f"{found['segments']:,} {found['level']} of {found['documents']:,} documents; left out: "
        f"{left_out['short']:,} under {FEWEST_WORDS} words, {left_out['long']:,} too long"
    )
    yield f"{found['document_pairs']:,} pairs of documents ({of_all})"
    yield f"{found['candidates']:,} candidate pairs of {found['level']}"
    if found["weightless"]:
        yield f"{found['weightless']:,} have no word that weighs anything: cosines taken as 0"
    yield f"  {'cosine':<10}  {'candidates':>12}  {'drawn':>6}"
    for name, stratum in zip(STRATUM_NAMES, found["strata"], strict=True):
        few = stratum["drawn"] < found["per_stratum"]
        note = f"  all there are, {found['per_stratum']:,} were asked for" if few else ""
        yield f"  {name:<10}  {stratum['candidates']:>12,}  {stratum['drawn']:>6,}{note}"
