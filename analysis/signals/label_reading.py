"""The reading test of labels."""

from collections.abc import Hashable, Sequence

from agreement.reading.coordinates import of_place, of_set
from analysis.signals.reading_tests import ReadingTest
from midpath.kernels.base import ItemContext
from midpath.schemes.label.answer import places_of
from midpath.schemes.label.settings import ANY, SCALE


class LabelReading(ReadingTest):
    """One label, a set of labels, or a place on a scale; all items form one stratum."""

    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        kind, size = context.settings["kind"], len(context.settings["labels"])
        if kind == ANY:
            return of_set(places_of(vector, context.settings), size)
        return of_place(vector[0], size) if kind == SCALE else vector[:1]

    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        return ""
