"""The items that both sides answered: those with the same name in two files."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from analysis.comparing.base import Answer, Both
from annotation.json_types import JsonMapping


class Matched(NamedTuple):
    """The items with answers of both sides, and the number of items left out, by reason."""

    items: list[Both]
    left_out: Mapping[str, int]


class FileSide(NamedTuple):
    """A side in a file, by the names of its items.

    said : the workers and their answers; empty for an item without an answer
    about : the facts about an item that figures need, if any
    words : what must be equal in both files for an item to be the same
    """

    said: Mapping[str, Sequence[tuple[str, Answer]]]
    about: JsonMapping = {}
    words: Mapping[str, Hashable] = {}


def matched_by_name(crowd: FileSide, gold: FileSide) -> Matched:
    items, left_out = [], Counter[str]()
    for name in dict.fromkeys([*crowd.said, *gold.said]):
        said, known = crowd.said.get(name, ()), gold.said.get(name, ())
        if not said or not known:
            left_out[lacking(bool(said), bool(known))] += 1
        elif crowd.words.get(name) != gold.words.get(name):
            left_out["in both, with different words"] += 1
        else:
            about = crowd.about.get(name, gold.about.get(name))
            mine, theirs = ([answer for _, answer in side] for side in (said, known))
            by, gold_by = ([who for who, _ in side] for side in (said, known))
            items.append(Both(name, mine, theirs, about, by, gold_by=gold_by))
    return Matched(items, dict(sorted(left_out.items())))


def lacking(crowd: bool, gold: bool) -> str:
    """Return why an item is left out, from whether each side answered it."""
    if not crowd and not gold:
        return "without any answer"
    return "without a gold answer" if crowd else "without an answer of the crowd"
