"""The results of a comparison, from the answers of its sides."""

from collections.abc import Mapping

from addons.comparisons.matching import matched
from addons.comparisons.sides import SideRead
from agreement.bootstrap import USUAL
from analysis.comparing.base import Comparing
from analysis.comparing.figures import compare_answers
from analysis.comparing.items import ItemCompared, items_compared
from analysis.comparing.texts import Annotated, Sets, compare, compare_trees
from analysis.kernels.segmentation import kind_of
from analysis.schemes import ANALYSES
from annotation.json_types import Figures

Sides = Mapping[str, SideRead]


def compare_sides(scheme: str, sides: Sides) -> Figures:
    """Return the figures of a comparison by a scheme, for sides given by their roles.

    Segmented texts are matched by their words, and their figures are those that `manage.py compare`
    prints for files."""
    crowd, gold = sides["crowd"], sides["gold"]
    kind = kind_of(ANALYSES[scheme].kernel)
    if kind == "flat":
        trees = [_trees(sides, role) for role in ("crowd_trees", "gold_trees")]
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
        vectors={item.text: side.vectors(pk) for pk, item in side.items.items()},
    )


def _trees(sides: Sides, role: str) -> Annotated | None:
    return annotated(sides[role]) if role in sides else None
