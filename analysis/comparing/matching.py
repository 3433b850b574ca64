"""The items that both sides answered: the same item, or the same words in two datasets, or the same
name in two files."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from analysis.comparing.base import Answer, Both, Comparing
from analysis.reading.sides import SideRead

Pairs = Sequence[tuple[int, int]]


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
    about: Mapping[str, Any] = {}
    words: Mapping[str, Hashable] = {}


def matched_by_name(crowd: FileSide, gold: FileSide) -> Matched:
    items, left_out = [], Counter[str]()
    for name in dict.fromkeys([*crowd.said, *gold.said]):
        said, known = crowd.said.get(name, ()), gold.said.get(name, ())
        if not said or not known:
            left_out[_lacking(bool(said), bool(known))] += 1
        elif crowd.words.get(name) != gold.words.get(name):
            left_out["in both, with different words"] += 1
        else:
            about = crowd.about.get(name, gold.about.get(name))
            mine, theirs = ([answer for _, answer in side] for side in (said, known))
            by, gold_by = ([who for who, _ in side] for side in (said, known))
            items.append(Both(name, mine, theirs, about, by, gold_by=gold_by))
    return Matched(items, dict(sorted(left_out.items())))


def matched(crowd: SideRead, gold: SideRead, comparing: Comparing) -> Matched:
    pairs, left_out = pairs_of(crowd, gold, comparing)
    items = []
    for mine, theirs in pairs:
        said, known = crowd.said.get(mine, ()), gold.said.get(theirs, ())
        if not said or not known:
            left_out[_lacking(bool(said), bool(known))] += 1
            continue
        items.append(
            Both(
                str(mine),
                [comparing.answer(one.vector, crowd.settings) for one in said],
                [comparing.answer(one.vector, gold.settings) for one in known],
                comparing.about(crowd.items[mine]),
                [str(one.by) for one in said],
                (mine, theirs),
                [str(one.by) for one in known],
            )
        )
    return Matched(items, dict(sorted(left_out.items())))


def pairs_of(
    crowd: SideRead, gold: SideRead, comparing: Comparing
) -> tuple[list[tuple[int, int]], Counter[str]]:
    """Return each item that both sides have, as a crowd item and a gold item, and why others are
    left out."""
    if crowd.items.keys() == gold.items.keys():
        return [(pk, pk) for pk in crowd.items], Counter()
    left_out = Counter[str]()
    mine, theirs = (_by_words(side, comparing, left_out) for side in (crowd, gold))
    left_out["only in the crowd's dataset"] += len(mine.keys() - theirs.keys())
    left_out["only in the gold dataset"] += len(theirs.keys() - mine.keys())
    return [(pk, theirs[words]) for words, pk in mine.items() if words in theirs], +left_out


def _by_words(side: SideRead, comparing: Comparing, left_out: Counter[str]) -> dict[Hashable, int]:
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for pk, item in side.items.items():
        found[comparing.own_words(item, side.settings)].append(pk)
    left_out["there several times in one dataset"] += sum(
        len(same) for same in found.values() if len(same) > 1
    )
    return {words: same[0] for words, same in found.items() if len(same) == 1}


def _lacking(crowd: bool, gold: bool) -> str:
    if not crowd and not gold:
        return "without any answer"
    return "without a gold answer" if crowd else "without an answer of the crowd"
