"""The groups that models made of segments, for sampling."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from addons.alignment.models import Alignment, PairDraw
from analysis.progress import Failed
from annotation.exchange.segments import Level
from corpus.disagreement import Grouped

GONE = "The alignment for drawing pairs is {}. Choose another and draw again."


@dataclass(frozen=True, eq=False)
class Groups:
    """Models' groups of segments.

    `labels` has a row for each run and a column for each place: the number of a document, then the
    segment's place in it. `edge` is in millionths of the cosine.
    """

    name: str
    level: Level
    places: Sequence[tuple[int, ...]]
    labels: NDArray[np.int64]
    edge: int
    alignment: int | None = None

    def of(self, places: Sequence[tuple[int, ...]]) -> Grouped:
        """Return the groups of the segments to sample from; segments that the models left out have
        none."""
        nowhere = len(self.places)
        column_of = {place: column for column, place in enumerate(self.places)}
        columns = [column_of.get(place, nowhere) for place in places]
        if all(column == nowhere for column in columns):
            raise Failed(f"{self.name} has no group for any segment of these documents.")
        none = np.full((len(self.labels), 1), -1, np.int64)
        return Grouped(np.hstack((self.labels, none))[:, columns], self.edge)


def level_of(choice: str) -> Level:
    return "sections" if choice == "sections" else "paragraphs"


def alignment_groups(draw: PairDraw) -> Groups | None:
    """Return the groups of the alignment selected for sampling; None if there is none."""
    if draw.options.edge is None:
        return None
    if draw.alignment is None:
        raise Failed(GONE.format("gone"))
    if draw.alignment.status != Alignment.Status.READY:
        raise Failed(GONE.format(draw.alignment.status))
    return groups_of(draw.alignment, draw.options.edge)


def groups_of(alignment: Alignment, edge: int) -> Groups:
    grouping = alignment.grouping
    return Groups(
        alignment.name,
        level_of(alignment.options.level),
        [tuple(place) for place in grouping["places"]],
        np.array(grouping["runs"], np.int64),
        edge,
        alignment.pk,
    )
