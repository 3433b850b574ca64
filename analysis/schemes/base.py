"""The computation of a scheme on a server, on top of its recount (midpath/recounts). Its other
parts are its definition (annotation/schemes) and its research pages (annotation/research/schemes).
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from analysis.exports.export import Export
from analysis.signals.reading_tests import ReadingTest
from annotation.models import Campaign, Item
from annotation.services.datasets.collection import Site
from midpath.comparing.base import Comparing
from midpath.exchange.evidence.common_form import Evidence
from midpath.recounts.base import SchemeRecount
from midpath.schemes.base import Settings
from midpath.tables.figures.crowd_figures import CrowdFigures


class Crowd(NamedTuple):
    """A model of simulated workers. `model` is its name; `judge` returns a worker's answer to an
    item, which depends only on a seed.

    The last argument is the answer of a worker without errors, if it is recorded, in the model's
    format; None leaves it to the model.
    """

    model: str
    judge: Callable[[int, str, Item, Settings, Any], dict[str, object]]


class FoldedEvidence(NamedTuple):
    """A campaign's questions with their folded answers, the HIT of each by its name, and the names
    of all questions by item."""

    judged: Evidence
    hits: dict[str, int]
    names: dict[int, str]


@dataclass(frozen=True)
class OwnMaterial:
    """The additional data that the reports on one scheme need. `words` is given if items are texts
    to segment, `evidence` if workers mark sentences, `sites` if they collect documents. `crowd`
    returns the figures of workers and consensus if answers come from a few choices, with at most so
    many differences, and the number of all. `intervals`
    returns those of all figures except segmentation figures, each with the value of its figure.
    `views` are the ways in which answers from a few choices are compared: each returns what has to
    be equal in two answers."""

    words: dict[int, list[str]] = field(default_factory=dict)
    evidence: FoldedEvidence | None = None
    sites: Sequence[Site] | None = None
    crowd: Callable[[int], tuple[CrowdFigures, int]] | None = None
    intervals: Callable[[], dict[str, Any]] | None = None
    views: Mapping[str, Callable[[Sequence[int]], Hashable]] = field(default_factory=dict)


Vector = Sequence[int]


class Part(NamedTuple):
    """A part of an answer: its kind, its begin and end (excluded), in places from 0, and its
    words."""

    part: str
    begin: int | None = None
    end: int | None = None
    label: str = ""


# By method and item.
WholeConsensus = Mapping[str, Mapping[int, Vector | None]]


class SchemeAnalysis(SchemeRecount):
    """The computation that all schemes have; `analysis/schemes/mixins.py` has the rest. `exports`
    are the files, by the names in the scheme's `files`; `crowd` simulates workers; `comparing`
    compares the answers of two sides; `reading` tests whether answers depend on the text, and if
    there is no such test, `no_reading` is the reason."""

    exports: ClassVar[Mapping[str, Export]] = {}
    crowd: ClassVar[Crowd | None] = None
    comparing: ClassVar[type[Comparing] | None] = None
    reading: ClassVar[ReadingTest | None] = None
    no_reading: ClassVar[str] = ""

    def under(self, settings: Settings) -> "SchemeAnalysis":
        """Return the computation under these settings, if its kernel depends on them."""
        return self

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
