"""Segmentations of two sides, text by text: their similarity and their differences."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from agreement.segmentation import figures as segmentation
from agreement.segmentation.figures import Kind
from agreement.tally import Tally
from analysis.comparing.base import Answer, Comparing, Given, Measure
from annotation.json_types import Figures
from annotation.models import Item
from annotation.schemes.base import Settings
from annotation.schemes.overlap import groups_of, segments_of, shared


class SegmentationComparing(Comparing):
    """Comparison of answers that are boundary vectors."""

    kind: Kind

    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        return tuple(vector)

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        return item.text, tuple(item.words)

    def likeness(self, one: Answer, other: Answer) -> Fraction:
        """Return F1 of the segments, or of the groups."""
        parts = groups_of if self.kind == "nested" else segments_of
        return shared(parts(one), parts(other))

    def alpha(self, items: Iterable[Given]) -> Figures:
        state = Tally.total(segmentation.contribution(self.kind, one.answers) for one in items)
        return dict(segmentation.figures(self.kind, state)["alpha"])

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        """Return the most frequent answer."""
        return segmentation.settled(self.kind, answers)[0]

    def as_text(self, answer: Answer) -> str:
        return str(answer)


class FlatComparing(SegmentationComparing):
    kind = "flat"

    def measures(self) -> list[Measure]:
        return [*super().measures(), Measure("segments", "Segments of a text", False, _segments)]


class NestedComparing(SegmentationComparing):
    kind = "nested"

    def measures(self) -> list[Measure]:
        return [*super().measures(), Measure("height", "Height of the tree", False, _height)]


COMPARING: Mapping[Kind, type[SegmentationComparing]] = {
    "flat": FlatComparing,
    "nested": NestedComparing,
}


def _segments(answers: Sequence[Answer], about: object) -> Fraction:
    return 1 + Fraction(sum(map(sum, answers)), len(answers))


def _height(answers: Sequence[Answer], about: object) -> Fraction:
    """Return the mean number of joins on the path from the text to its deepest word."""
    return Fraction(sum(1 + max(answer) for answer in answers), len(answers))
