"""The results of a comparison, from the answers of its sides to the same items."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from addons.comparisons.models import Side
from agreement.bootstrap import USUAL
from analysis.reading.judgment_rows import Vector
from analysis.schemes import ANALYSES
from annotation.models import Item, Judgment
from midpath.comparing.base import Both, Comparing
from midpath.comparing.figures import compare_answers
from midpath.comparing.matching import ItemCompared, Matched, items_compared, lacking
from midpath.comparing.texts import Annotated, Sets, compare, compare_trees
from midpath.json_types import Figures
from midpath.kernels.segmentation import kind_of
from midpath.schemes.nested.trees import tree_form

WORKER = "assignment__enrolment__worker__number"
CHUNK = 2000


class Said(NamedTuple):
    """An answer, and the number of its worker or annotator."""

    by: int
    vector: Vector


@dataclass(frozen=True)
class SideRead:
    """All items of a side's dataset, in its order, and its answers by item."""

    items: Mapping[int, Item]
    said: Mapping[int, Sequence[Said]]
    settings: Mapping[str, Any]

    def vectors(self, item: int) -> list[Vector]:
        return [one.vector for one in self.said.get(item, ())]


def read_side(side: Side) -> SideRead:
    """Read a side; call it inside a snapshot, so that results match their version."""
    return SideRead(_items(side), _said(side), side.settings)


def _said(side: Side) -> dict[int, list[Said]]:
    found: defaultdict[int, list[Said]] = defaultdict(list)
    for item, by, vector in _rows(side):
        found[item].append(Said(by, tuple(vector)))
    return dict(found)


def _rows(side: Side) -> Iterator[tuple[int, int, list[int]]]:
    if side.set is not None:
        given = side.set.annotations.order_by("pk")
        return given.values_list("item", "annotator", "vector").iterator(CHUNK)
    judged = Judgment.objects.filter(campaign=side.campaign, folded=True).order_by("pk")
    return judged.values_list("hit__item_id", WORKER, "vector").iterator(CHUNK)


def _items(side: Side) -> dict[int, Item]:
    """Return the items with their documents, each read once."""
    items = list(Item.objects.filter(dataset=side.dataset).order_by("position"))
    documents = Item.objects.in_bulk({item.document_id for item in items if item.document_id})
    for item in items:
        if item.document_id is not None:
            item.document = documents[item.document_id]
    return {item.pk: item for item in items}


def matched(crowd: SideRead, gold: SideRead, comparing: Comparing) -> Matched:
    """Return what both sides answered: the same item, or the same words in two datasets."""
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


Sides = Mapping[str, SideRead]


def compare_sides(scheme: str, sides: Sides) -> Figures:
    """Return the figures of a comparison by a scheme, for sides given by their roles.

    Segmented texts are matched by their words, and their figures are those that `manage.py compare`
    prints for files."""
    crowd, gold = sides["crowd"], sides["gold"]
    kind = kind_of(ANALYSES[scheme].kernel)
    if kind == "flat":
        roles = ("crowd_trees", "gold_trees")
        trees = [annotated(sides[role]) if role in sides else None for role in roles]
        return compare(Sets(annotated(crowd), annotated(gold), *trees), USUAL)
    if kind == "nested":
        return compare_trees(annotated(crowd), annotated(gold), USUAL)
    comparing = comparing_of(scheme, crowd, gold)
    return compare_answers(comparing, *matched(crowd, gold, comparing))


def compare_items(scheme: str, sides: Sides) -> list[ItemCompared]:
    """Return each item that both sides answered, in the crowd's order."""
    crowd, gold = sides["crowd"], sides["gold"]
    comparing = comparing_of(scheme, crowd, gold)
    return items_compared(comparing, matched(crowd, gold, comparing).items)


def comparing_of(scheme: str, crowd: SideRead, gold: SideRead) -> Comparing:
    comparing = ANALYSES[scheme].comparing
    if comparing is None:
        raise TypeError(f"Answers of the scheme {scheme} cannot be compared.")
    return comparing(crowd.settings, gold.settings)


def annotated(side: SideRead) -> Annotated:
    return Annotated(
        words={item.text: item.words for item in side.items.values()},
        vectors={
            item.text: list(map(tree_form(side.settings).heights, side.vectors(pk)))
            for pk, item in side.items.items()
        },
    )
