"""Finished alignments with groups that are known in advance."""

from collections.abc import Callable
from typing import Any

from addons.alignment.models import Alignment
from addons.alignment.options.alignment import AlignmentOptions
from annotation.exchange.segments import Level, Segment, long_enough, segments_of
from annotation.models import Dataset

Label = Callable[[int, Segment], int]


def by_part(position: int, segment: Segment) -> int:
    """Group sections with the same number, across documents."""
    return segment.place[0]


def distinct_group(position: int, segment: Segment) -> int:
    return 100 * position + segment.place[0]


def make_alignment(
    documents: Dataset, *runs: Label, level: Level = "sections", **changed: Any
) -> Alignment:
    """Make a finished alignment of the segments that are long enough, each run grouped by its
    function."""
    segments = [
        (item.position, segment)
        for item in documents.items.order_by("position")
        for segment in segments_of(item.content, level)
        if long_enough(segment)
    ]
    given = {
        "name": "By parts",
        "options": AlignmentOptions(level=level, groups=3, runs=len(runs)),
        "status": Alignment.Status.READY,
        "results": {"best": 0},
        "grouping": {
            "places": [[position, *segment.place] for position, segment in segments],
            "runs": [[label(*one) for one in segments] for label in runs],
        },
    }
    return Alignment.objects.create(dataset=documents, **{**given, **changed})
