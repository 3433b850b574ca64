"""Write the groups of segments that a model found, and the segments themselves."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import orjson

from midpath.alignment.result_shapes import Grouping
from midpath.alignment.sampled_pairs import Documents, segment_at
from midpath.exchange.segments import Segment
from midpath.json_types import JsonMapping

# A segment's place: the position of its document, then its place in the document.
Place: TypeAlias = Sequence[int]


def members_of(results: JsonMapping, grouping: Grouping) -> dict[int, list[Place]]:
    """Return the places of the segments of each group, in order, for the displayed run. Groups
    count from 0."""
    found: defaultdict[int, list[Place]] = defaultdict(list)
    labels = grouping["runs"][results["best"]]
    for place, label in zip(grouping["places"], labels, strict=True):
        found[label].append(place)
    return dict(found)


def group_lines(
    results: JsonMapping,
    grouping: Grouping,
    documents: Iterable[tuple[int, str, Mapping[str, object]]],
) -> Iterator[bytes]:
    """Yield a line of JSON for each group; groups count from 1, as on the pages. `documents`
    contains names and contents by position."""
    known = {position: (name, content) for position, name, content in documents}
    members = members_of(results, grouping)
    for top in results["tops"]:
        places = members.get(top["group"], [])
        segments = [found for place in places if (found := _member(place, known))]
        yield orjson.dumps(
            {
                "group": top["group"] + 1,
                "by_probability": top["by_probability"],
                "by_lift": top["by_lift"],
                "segments": segments,
            },
            option=orjson.OPT_APPEND_NEWLINE,
        )


def segment_lines(
    results: JsonMapping,
    grouping: Grouping,
    documents: Iterable[tuple[int, str, Mapping[str, object]]],
) -> Iterator[dict[str, object]]:
    """Yield each segment, without its text, and its group, counted from 1."""
    known = {position: (name, content) for position, name, content in documents}
    labels = grouping["runs"][results["best"]]
    for place, label in zip(grouping["places"], labels, strict=True):
        name, content = known[place[0]]
        yield {**_named(place, name, segment_at(content, place[1:])), "group": label + 1}


def existing_segment(content: Mapping[str, object], place: Place) -> Segment | None:
    """Return the segment at a place; None if the documents have changed since."""
    try:
        return segment_at(content, place)
    except IndexError:
        return None


def _member(place: Place, known: Documents) -> dict[str, object] | None:
    name, content = known.get(place[0], ("", {"sections": []}))
    segment = existing_segment(content, place[1:])
    return {**_named(place, name, segment), "text": segment.text} if segment else None


def _named(place: Place, name: str, segment: Segment) -> dict[str, object]:
    """Return a segment's document and place. Sections and paragraphs count from 1, as groups do."""
    names = ("section", "paragraph")
    at = {name: number + 1 for name, number in zip(names, place[1:], strict=False)}
    return {"document": name, **at, "title": segment.title}
