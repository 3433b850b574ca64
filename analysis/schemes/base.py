"""The computation of a scheme, one of its three parts. The others are its definition
(annotation/schemes) and its research pages (annotation/research/schemes)."""

from abc import ABC
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from analysis.comparing.base import Comparing
from analysis.exports.export import Export
from analysis.kernels.base import Kernel
from analysis.reading.own_material import OwnMaterial
from analysis.signals.contract import ReadingTest
from analysis.simulation.crowd import Crowd
from annotation.models import Campaign
from annotation.tables.figures.common import Summary

Vector = Sequence[int]


class Part(NamedTuple):
    """A part of an answer: its kind, its begin and end (excluded), in places from 0, and its
    words."""

    part: str
    begin: int | None = None
    end: int | None = None
    label: str = ""


InGold = tuple[str, str, object]
# By method and item.
WholeConsensus = Mapping[str, Mapping[int, Vector | None]]


class SchemeAnalysis(ABC):
    """The computation that all schemes have; `analysis/schemes/mixins.py` has the rest. `kernel`
    computes the figures; `exports` are the files, by the names in the scheme's `files`; `crowd`
    simulates workers; `comparing` compares the answers of two sides; `reading` tests whether
    answers depend on the text, and if there is no such test, `no_reading` is the reason."""

    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]
    exports: ClassVar[Mapping[str, Export]] = {}
    crowd: ClassVar[Crowd | None] = None
    comparing: ClassVar[type[Comparing] | None] = None
    reading: ClassVar[ReadingTest | None] = None
    no_reading: ClassVar[str] = ""

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        """Return the data that the reports need in addition to the judgments, read now."""
        return OwnMaterial()

    def pattern(self, vector: Sequence[int]) -> Hashable:
        """Return the pattern of an answer: two answers with the same pattern are the same
        answer."""
        return tuple(vector)

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return the similarity of two answers to one item, from 0 to 1; by default, whether they
        are equal."""
        return Fraction(tuple(one) == tuple(other))
