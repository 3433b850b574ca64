"""The items that both sides answered: the same item, or the same words in two datasets."""

from collections import Counter, defaultdict
from collections.abc import Hashable

from addons.comparisons.sides import SideRead
from analysis.comparing.base import Both, Comparing
from analysis.comparing.matching import Matched, lacking


def matched(crowd: SideRead, gold: SideRead, comparing: Comparing) -> Matched:
    pairs, left_out = pairs_of(crowd, gold, comparing)
    items = []
    for mine, theirs in pairs:
        said, known = crowd.said.get(mine, ()), gold.said.get(theirs, ())
        if not said or not known:
            left_out[lacking(bool(said), bool(known))] += 1
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
