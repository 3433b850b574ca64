"""Tables of annotators' preferences that do not depend on the text (ACL 2013, section 6)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from midpath.tables.figures.bias_figures import AroundPrepositions, BiasFigures, OfLength
from midpath.tables.shapes import by_length, distribution
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import counted

# The name of a crowd with its figures.
Named = Sequence[tuple[str, BiasFigures]]

SD_STEP = 0.5
SIDES = {
    "both": "on both sides",
    "none": "on neither side",
    "right": "right of it",
    "left": "left of it",
}


def segments_table(crowds: Named) -> Table:
    return by_length(
        [(name, found["segments"]) for name, found in crowds if found.get("segments")],
        key="segments",
        title="Segments against length",
        about="The average number of segments of a flat annotation, by the length of the text. "
        "By chance, with all segmentations equally likely, it would be half of one more "
        "than the number of words (ACL 2013, Fig. 3 A).",
        empty="No report yet for the chosen flat campaigns.",
    )


def segment_numbers_table(crowds: Named) -> Table:
    return distribution(
        [(name, _pooled(found.get("segments", ()))) for name, found in crowds],
        key="segment-numbers",
        title="Number of segments",
        about="The share of flat annotations with this many segments, over texts of all "
        "lengths. The papers’ crowd preferred two, and sometimes three (bias 1).",
        first="segments",
        empty="No report yet for the chosen flat campaigns.",
        readings=[
            f"{name}: {found['two_or_three']:.0%} have two or three segments."
            for name, found in crowds
            if found.get("two_or_three") is not None
        ],
    )


def deviations_table(crowds: Named) -> Table:
    parts = [(name, found.get("sd", {})) for name, found in crowds]
    counts = []
    for name, found in parts:
        times: Counter[int] = Counter()
        for row in found.get("times", ()):
            times[int(row["sd"] / SD_STEP)] += row["annotations"]
        counts.append((name, times))
    return distribution(
        counts,
        key="deviations",
        title="Evenness of segments",
        about="Flat annotations of two or three segments by the standard deviation of their "
        "segments’ lengths: 3 | 4 words give 0.5, 2 | 5 give 1.5 (ACL 2013, Fig. 3 B). Each "
        "bar includes its lower end but not its upper one.",
        first="standard deviation",
        empty="The reports have no flat annotations of two or three segments yet.",
        label=lambda step: f"{step * SD_STEP:.1f} to {(step + 1) * SD_STEP:.1f}",
        readings=[
            f"{name}: {found['mean']:.2f} on average."
            for name, found in parts
            if found.get("mean") is not None
        ],
    )


def heights_table(crowds: Named) -> Table:
    return by_length(
        [(name, found["heights"]) for name, found in crowds if found.get("heights")],
        key="heights",
        title="Tree height against length",
        about="The average height of nested annotations, and the exact expectation if all "
        "binary trees are equally likely. Lower trees are more balanced (ACL 2013, Table 5, "
        "bias 2).",
        empty="No report yet for the chosen nested campaigns.",
    )


def height_numbers_table(crowds: Named) -> Table:
    return distribution(
        [(name, _pooled(found.get("heights", ()))) for name, found in crowds],
        key="height-numbers",
        title="Height of trees",
        about="The share of nested annotations of each height, and that of random trees over texts "
        "of the same lengths (ACL 2013, Fig. 3 C).",
        first="height",
        empty="No report yet for the chosen nested campaigns.",
        chance=_chance_of_heights(crowds),
    )


def prepositions_table(around: Sequence[tuple[str, AroundPrepositions]]) -> Table:
    known = [
        (name, shares, found["prepositions"])
        for name, found in around
        if (shares := found.get("shares"))
    ]
    return Table(
        key="prepositions",
        title="Boundaries around prepositions",
        about="The share of prepositions next to which flat annotations have a boundary. "
        "Prepositions at the beginning or end of a text count in the total only, so a "
        "column may not add up to 100% (ACL 2013, Table 6).",
        first="a boundary",
        columns=[Column(name, "share") for name, _, _ in known],
        rows=[
            Row(words, [shares[side] for _, shares, _ in known])
            for side, words in SIDES.items()
            if known
        ],
        empty="No flat annotation in the reports contains a preposition of this list.",
        readings=[f"{name}: {counted(number, 'preposition')}." for name, _, number in known],
    )


def _pooled(rows: Iterable[OfLength]) -> Counter[int]:
    """Return the counts over all lengths; stored keys are text, as in JSON."""
    pooled: Counter[int] = Counter()
    for row in rows:
        pooled.update({int(key): times for key, times in row["times"].items()})
    return pooled


def _chance_of_heights(crowds: Named) -> dict[int, float]:
    rows = [row for _, found in crowds for row in found.get("heights", ()) if row["chance"]]
    judged = sum(row["annotations"] for row in rows)
    chance: defaultdict[int, float] = defaultdict(float)
    for row in rows:
        for height, share in row["chance"].items():
            chance[int(height)] += share * row["annotations"] / judged
    return dict(chance)
