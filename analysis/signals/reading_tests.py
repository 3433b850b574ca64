"""The contract of a scheme that has the reading test: its answers as coordinates, by stratum; and
the reading test of each kind of answer except labels."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar

from agreement.reading.coordinates import of_nested, of_set
from agreement.votes.pair_figures import stratum_of
from midpath.kernels.base import ItemContext
from midpath.schemes.evidence.vector import HEAD
from midpath.schemes.nested.trees import tree_form
from midpath.schemes.spans.answer import spans_of


class ReadingTest(ABC):
    """The scheme-specific part of the reading test.

    A habit cannot distinguish the texts of one stratum, and answers to them have the same number of
    coordinates; docs/metrics/reading-test.md defines them. `usual_answers` is the approximate
    number of ranked answers after which readers are certified.
    """

    usual_answers: ClassVar[int] = 20

    @abstractmethod
    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        """Return an answer as numbers; the distance of two answers is how many of these differ.

        Empty if the text has only one possible answer."""

    @abstractmethod
    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        """Return the stratum of a text, given an answer to it."""


class FlatReading(ReadingTest):
    """Boundaries; texts with the same number of words form a stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return vector

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return len(coordinates)


class NestedReading(FlatReading):
    """Groups: for each boundary the group that is split there."""

    usual_answers = 30

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return of_nested(tree_form(context.settings).heights(vector))


class PairReading(ReadingTest):
    """The answer; strata are those of similarity."""

    usual_answers = 100

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return vector[:1]

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return stratum_of(context.facts["stratum"], context.facts["similarity"])


class EvidenceReading(ReadingTest):
    """The marked sentences; the questions on one document form a stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return of_set(frozenset(vector[HEAD:]), len(context.facts["words"]))

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return str(context.facts["document"])


MAXIMUM = 60


class SpanReading(ReadingTest):
    """The labels of each part of a text: of each word or character, or, in long texts, of as many
    parts of equal length as a short one has words. Texts with the same number of parts form a
    stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        """Return for each part its labels as the sum of powers of two."""
        parts = min(vector[0], MAXIMUM)
        found = [0] * parts
        for begin, end, label in spans_of(vector):
            first, last = begin * parts // vector[0], ((end - 1) * parts) // vector[0]
            for part in range(first, last + 1):
                found[part] |= 1 << label
        return found

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return len(coordinates)
