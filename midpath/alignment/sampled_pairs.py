"""Convert a sample, which refers to places in documents, to pairs of texts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from midpath.exchange.segments import Segment
from midpath.json_types import JsonMapping

# [document, place, document, place, similarity, stratum]; a list, as stored in JSON.
Drawn: TypeAlias = Sequence[Any]
Documents: TypeAlias = Mapping[int, tuple[str, JsonMapping]]


def named(drawn: Sequence[Drawn]) -> list[tuple[str, Drawn]]:
    """Return each sampled pair with its id."""
    digits = max(4, len(str(len(drawn))))
    return [(f"p-{number:0{digits}}", one) for number, one in enumerate(drawn, 1)]


def pairs_of(
    drawn: Iterable[tuple[str, Drawn]], documents: Documents
) -> list[tuple[str, dict[str, object]]]:
    """Return ids and contents for the items of a pair dataset. `documents` contains names and
    contents by the numbers used in the sample."""
    return [(name, _content(one, documents)) for name, one in drawn]


def numbers_in(drawn: Iterable[Drawn]) -> set[int]:
    return {one[side] for one in drawn for side in (0, 2)}


def segment_at(content: JsonMapping, place: Sequence[int]) -> Segment:
    """Return the segment at a place: a section's number, or a section's and a paragraph's."""
    section = content["sections"][place[0]]
    chosen = section["paragraphs"][place[1]] if len(place) > 1 else "\n".join(section["paragraphs"])
    return Segment(tuple(place), section["title"], chosen)


def _content(one: Drawn, documents: Documents) -> dict[str, object]:
    left, left_place, right, right_place, similarity, stratum = one
    return {
        "left": _side(*documents[left], left_place),
        "right": _side(*documents[right], right_place),
        "similarity": similarity,
        "stratum": stratum,
        "gold": None,
        "why": None,
        "columns": {},
    }


def _side(name: str, content: Mapping[str, object], place: Sequence[int]) -> dict[str, str]:
    segment = segment_at(content, place)
    side = {"text": segment.text, "document": name}
    return side | ({"title": segment.title} if segment.title else {})
