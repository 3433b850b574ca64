"""The items that both sides answered, those with the same name in two files, one by one."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from midpath.comparing.base import Answer, Both, Comparing
from midpath.comparing.figures import mean_likeness
from midpath.json_types import Figures
from midpath.text.characters import canonical


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
    mine_of, gold_of = ({canonical(name): name for name in side.said} for side in (crowd, gold))
    for same in dict.fromkeys([*mine_of, *gold_of]):
        name, gold_name = mine_of.get(same, ""), gold_of.get(same, "")
        said, known = crowd.said.get(name, ()), gold.said.get(gold_name, ())
        if not said or not known:
            left_out[lacking(bool(said), bool(known))] += 1
        elif crowd.words.get(name) != gold.words.get(gold_name):
            left_out["in both, with different words"] += 1
        else:
            about = crowd.about.get(name, gold.about.get(gold_name))
            mine, theirs = ([answer for _, answer in side] for side in (said, known))
            by, gold_by = ([who for who, _ in side] for side in (said, known))
            items.append(Both(name, mine, theirs, about, by, gold_by=gold_by))
    return Matched(items, dict(sorted(left_out.items())))


def lacking(crowd: bool, gold: bool) -> str:
    """Return why an item is left out, from whether each side answered it."""
    if not crowd and not gold:
        return "without any answer"
    return "without a gold answer" if crowd else "without an answer of the crowd"


class ItemCompared(NamedTuple):
    """An item of the crowd and of gold; `rank` is 1 where the sides differ most.

    same : whether both sides have the same consensus; None if either has none
    """

    item_id: int
    gold_item_id: int
    rank: int
    alike: float
    same: bool | None


def items_compared(comparing: Comparing, items: Sequence[Both]) -> list[ItemCompared]:
    alike = [float(mean_likeness(comparing, one)) for one in items]
    order = sorted(range(len(items)), key=alike.__getitem__)
    ranks = {place: rank for rank, place in enumerate(order, 1)}
    return [
        ItemCompared(*one.items, ranks[place], alike[place], _same(comparing, one))
        for place, one in enumerate(items)
    ]


def _same(comparing: Comparing, one: Both) -> bool | None:
    crowd, gold = comparing.settled(one.crowd), comparing.settled(one.gold)
    return None if crowd is None or gold is None else bool(crowd == gold)


def item_lines(comparing: Comparing, items: Sequence[Both]) -> Iterator[Figures]:
    """Yield one line per item: the answers of either side with their counts, each consensus, the
    similarity, and the rank."""
    for one, found in zip(items, items_compared(comparing, items), strict=True):
        yield {
            "item": one.key,
            "crowd": _times(comparing, one.crowd),
            "gold": _times(comparing, one.gold),
            "crowd_settled": _settled(comparing, one.crowd),
            "gold_settled": _settled(comparing, one.gold),
            "same": found.same,
            "alike": found.alike,
            "rank": found.rank,
        }


def _times(comparing: Comparing, answers: Sequence[Answer]) -> list[list[object]]:
    found = Counter(answers).most_common()
    return [[comparing.plain(answer), times] for answer, times in found]


def _settled(comparing: Comparing, answers: Sequence[Answer]) -> object:
    settled = comparing.settled(answers)
    return None if settled is None else comparing.plain(settled)
