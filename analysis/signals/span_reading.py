"""The reading test of spans."""

from collections.abc import Hashable, Sequence

from analysis.kernels.item_context import ItemContext
from analysis.signals.contract import ReadingTest
from annotation.schemes.spans.answer import spans_of

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
