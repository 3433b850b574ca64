"""The reading test of each sort of answer."""

from collections.abc import Hashable, Sequence

from agreement.reading.coordinates import of_nested, of_place, of_set
from agreement.votes.pair_figures import stratum_of
from analysis.kernels.item_context import ItemContext
from analysis.signals.contract import ReadingTest
from annotation.schemes.evidence.vector import HEAD
from annotation.schemes.label.answer import places_of
from annotation.schemes.label.settings import ANY, SCALE


class FlatReading(ReadingTest):
    """Boundaries; texts of as many words are one stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return vector

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return len(coordinates)


class NestedReading(FlatReading):
    """Groups, of each boundary the one that is split there."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return of_nested(vector)


class PairReading(ReadingTest):
    """The answer; pairs of one stratum of similarity are one."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return vector[:1]

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return stratum_of(context.facts["stratum"], context.facts["similarity"])


class LabelReading(ReadingTest):
    """One label, a set of them, or a place on a scale; all items are one stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        kind, size = context.settings["kind"], len(context.settings["labels"])
        if kind == ANY:
            return of_set(places_of(vector, context.settings), size)
        return of_place(vector[0], size) if kind == SCALE else vector[:1]

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return ""


class EvidenceReading(ReadingTest):
    """The sentences marked; the questions on one document are one stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        return of_set(frozenset(vector[HEAD:]), len(context.facts["words"]))

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return str(context.facts["document"])
