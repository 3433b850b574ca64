"""The reading test of each kind of answer except labels."""

from collections.abc import Hashable, Sequence

from agreement.reading.coordinates import of_nested, of_set
from agreement.votes.pair_figures import stratum_of
from analysis.kernels.item_context import ItemContext
from analysis.signals.contract import ReadingTest
from annotation.schemes.evidence.vector import HEAD


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
        return of_nested(vector)


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
