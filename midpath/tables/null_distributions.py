"""The null distributions of d, d1 and d2, as tables (ACL 2013, section 4.3).

Two segmentations of a text of n words are drawn uniformly from all flat segmentations, all binary
trees, or all trees. S compares the crowd with the distribution of their distance.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from midpath.lazy import LazyModule
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import counted, signed

if TYPE_CHECKING:
    from agreement.segmentation import null
else:
    null = LazyModule("agreement.segmentation.null")

Kind: TypeAlias = Literal["flat", "nested", "nary"]
MIN_WORDS, MAX_WORDS = 2, 100
# Longer trees are sampled on first use, which takes seconds.
MAX_READY_WORDS = 60
NAMES: Mapping[Kind, str] = {
    "flat": "flat segmentations",
    "nested": "binary trees",
    "nary": "trees that join two or more neighbours",
}
POWERS: Mapping[Kind, Mapping[str, int]] = {
    "flat": {"d": 1},
    "nested": {"d1": 1, "d2": 2},
    "nary": {"d1": 1, "d2": 2},
}
ANNOTATIONS = 10  # per text, as in the paper
MAX_BARS = 60


class Exactly(TypedDict):
    """A figure, and the fraction that it is."""

    value: float
    exact: str


class Place(TypedDict):
    """The pairs at one distance: `numerator` divided by the number of boundaries."""

    numerator: int
    pairs: int
    at_least: int


class Written(TypedDict):
    """A null distribution as JSON. `sampled` is the number of sampled pairs; 0 if it is exact."""

    kind: Kind
    words: int
    distance: str
    boundaries: int
    pairs: int
    sampled: int
    mean: Exactly
    S_distinct: Exactly
    distribution: list[Place]


@dataclass(frozen=True)
class NullDistribution:
    """The distribution of a distance (d, d1 or d2) of two random segmentations.

    The numerator of a distance is the sum over boundaries of |a^k - b^k|; the distance is the
    numerator divided by the number of boundaries.
    """

    kind: Kind
    words: int
    distance: str

    @cached_property
    def places(self) -> list[Place]:
        """Return the number of ordered pairs at and from each numerator on that occurs."""
        about = self._about
        # Flat ones are counted per first segmentation.
        firsts = 2 ** (self.words - 1) if self.kind == "flat" else 1
        counts, at_least = null.null_counts(*about), null.tails(*about)
        return [
            {"numerator": x, "pairs": firsts * counts[x], "at_least": firsts * at_least[x]}
            for x in sorted(counts)
            if counts[x]
        ]

    @property
    def pairs(self) -> int:
        return self.places[0]["at_least"]

    @property
    def drawn(self) -> int:
        """Return the number of sampled pairs; 0 if the distribution is exact."""
        return null.pairs_drawn(*self._about)

    def chance(self, annotations: int = ANNOTATIONS) -> float:
        """Return S of random segmentations: (1 + (c - 1) E) / c for c annotations of a text.

        E is the mean of P(d >= X) where X is itself the distance of a random pair.

        >>> round(NullDistribution("flat", 4, "d").chance(), 2)
        0.69
        """
        return float((1 + (annotations - 1) * null.expected_tail(*self._about)) / annotations)

    def to_json(self) -> Written:
        return {
            "kind": self.kind,
            "words": self.words,
            "distance": self.distance,
            "boundaries": self.words - 1,
            "pairs": self.pairs,
            "sampled": self.drawn,
            "mean": _exactly(null.expected_distance(*self._about)),
            "S_distinct": _exactly(null.expected_tail(*self._about)),
            "distribution": self.places,
        }

    def table(self) -> Table:
        """Return a row for each distance that occurs."""
        rows = [
            Row(
                str(place["numerator"]),
                [
                    place["numerator"] / (self.words - 1),
                    place["pairs"],
                    place["pairs"] / self.pairs,
                    place["at_least"] / self.pairs,
                ],
            )
            for place in self.places
        ]
        return Table(
            key="null",
            title=self.title,
            first="numerator",
            columns=[
                Column(self.distance, role=""),
                Column("pairs", "count", role=""),
                Column("probability", "share", decimals=3),
                Column("this far or farther", "share", role="", decimals=3),
            ],
            rows=rows,
        )

    def bars(self) -> Table:
        """Return the table with at most MAX_BARS rows, each of which may cover several
        distances."""
        first, last = self.places[0]["numerator"], self.places[-1]["numerator"]
        width = -(-(last - first + 1) // MAX_BARS)
        rows = []
        for bar, places in groupby(
            self.places, lambda place: (place["numerator"] - first) // width
        ):
            low, *_ = found = list(places)
            start = first + bar * width
            pairs = sum(place["pairs"] for place in found)
            rows.append(
                Row(
                    signed(start / (self.words - 1), 2),
                    [pairs, pairs / self.pairs, low["at_least"] / self.pairs],
                )
            )
        return Table(
            key="null",
            title=self.title,
            first=self.distance if width == 1 else f"{self.distance}, from",
            columns=self.table().columns[1:],
            rows=rows,
        )

    @property
    def title(self) -> str:
        return f"{self.distance} of two random {NAMES[self.kind]} of {self.words} words"

    def readings(self) -> Iterator[str]:
        """Yield sentences about the whole distribution."""
        yield (
            f"Sampled: {counted(self.drawn, 'pair')}, with a fixed seed."
            if self.drawn
            else f"Exact: all {counted(self.pairs, 'ordered pair')}."
        )
        yield f"Mean distance: {signed(float(null.expected_distance(*self._about)))}."
        distinct = signed(float(null.expected_tail(*self._about)))
        yield (
            f"S by chance alone: {signed(self.chance())} with {ANNOTATIONS} annotations of a text, "
            f"{distinct} without comparing an annotation with itself."
        )

    @property
    def _about(self) -> tuple[Kind, int, int]:
        return self.kind, self.words, POWERS[self.kind][self.distance]


def _exactly(value: Fraction) -> Exactly:
    return {"value": float(value), "exact": str(value)}
