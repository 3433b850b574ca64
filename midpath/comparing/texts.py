"""Comparison of two sides' segmentations: campaigns, sets of annotations or release files."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from agreement.bootstrap import Plan
from agreement.figure import as_exact, as_float
from agreement.segmentation import figures as segmentation
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.compare import (
    STRATEGIES,
    Selection,
    Text,
    alpha_between,
    select,
    single_flats,
)
from agreement.segmentation.counting import POWERS
from agreement.segmentation.entailment import histogram, text_share
from agreement.segmentation.figures import Kind
from agreement.segmentation.side_resampling import bootstrap_sides
from agreement.tally import Tally
from midpath.comparing.base import Answer, Both, Comparing, Given, Measure
from midpath.comparing.figures import differences
from midpath.json_types import Figures
from midpath.schemes.base import Item, Settings
from midpath.schemes.nested.trees import is_binary, tree_form
from midpath.schemes.overlap import groups_of, segments_of, shared
from midpath.text.characters import canonical_parts

# α depends on heights alone, so one computation serves binary and n-ary trees.
ANY: Mapping[Kind, Kind] = {"flat": "flat", "nested": "nary"}


class SegmentationComparing(Comparing):
    """Comparison of answers that are boundary vectors."""

    kind: Kind

    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        """Return the boundaries; the labels of trees are not compared."""
        return tree_form(settings).heights(vector)

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        return canonical_parts((item.text, item.words))

    def likeness(self, one: Answer, other: Answer) -> Fraction:
        """Return F1 of the segments, or of the groups."""
        parts = groups_of if self.kind == "nested" else segments_of
        return shared(parts(one), parts(other))

    def alpha(self, items: Iterable[Given]) -> Figures:
        state = Tally.total(segmentation.contribution(ANY[self.kind], one.answers) for one in items)
        return dict(segmentation.figures(ANY[self.kind], state)["alpha"])

    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        """Return the most frequent answer."""
        return segmentation.settled(ANY[self.kind], answers)[0]


class FlatComparing(SegmentationComparing):
    kind = "flat"

    def measures(self) -> list[Measure]:
        return [*super().measures(), Measure("segments", "Segments of a text", False, _segments)]


class NestedComparing(SegmentationComparing):
    kind = "nested"

    def measures(self) -> list[Measure]:
        return [*super().measures(), Measure("height", "Height of the tree", False, _height)]


COMPARING: Mapping[Kind, type[SegmentationComparing]] = {
    "flat": FlatComparing,
    "nested": NestedComparing,
}


def _segments(answers: Sequence[Answer], about: object) -> Fraction:
    return 1 + Fraction(sum(map(sum, answers)), len(answers))


def _height(answers: Sequence[Answer], about: object) -> Fraction:
    """Return the mean number of joins on the path from the text to its deepest word."""
    return Fraction(sum(1 + max(answer) for answer in answers), len(answers))


NOUNS = {"flat": "flat", "nested": "tree"}


@dataclass(frozen=True)
class Annotated:
    """The annotations of one scheme by text, and each text's words."""

    words: Mapping[str, Sequence[str]]
    vectors: Mapping[str, Sequence[Vector]]

    def of(self, text: str, words: Sequence[str]) -> Sequence[Vector]:
        """Return the annotations of a text with these words; empty if it was split into other
        words."""
        return self.vectors.get(text, ()) if self.words.get(text) == words else ()


@dataclass(frozen=True)
class Sets:
    """A crowd's and a gold set's annotations; either may lack the nested ones."""

    crowd_flat: Annotated
    gold_flat: Annotated
    crowd_nested: Annotated | None = None
    gold_nested: Annotated | None = None


def compare(sets: Sets, plan: Plan | None = None) -> Figures:
    """Return α of the sets together and between them, entailment across, and strategies' picks.

    `texts` are those of two or more words with flats of both. `left_out` counts the others by the
    reason why the figures of flats leave them out, each text once. With a plan, include paired
    intervals of α and differences.
    """
    result: Figures = _texts("flat", sets.crowd_flat, sets.gold_flat, plan)
    if sets.crowd_nested and sets.gold_nested:
        result["nested"] = compare_kind("nested", sets.crowd_nested, sets.gold_nested, plan)
    if sets.gold_nested:
        result["crowd_flat_by_gold_nested"] = entailment(sets.crowd_flat, sets.gold_nested)
    if sets.crowd_nested:
        result["gold_flat_by_crowd_nested"] = entailment(sets.gold_flat, sets.crowd_nested)
    return result | {"picks": picks(sets)}


def compare_trees(crowd: Annotated, gold: Annotated, plan: Plan | None = None) -> Figures:
    """Return `compare` for trees alone, without flats to pick."""
    return _texts("nested", crowd, gold, plan)


def _texts(kind: Kind, crowd: Annotated, gold: Annotated, plan: Plan | None) -> Figures:
    known = crowd.words.keys() | gold.words.keys()
    reasons = Counter(why_left_out(kind, crowd, gold, text) for text in known)
    return {
        "texts": reasons.pop(None, 0),
        "left_out": dict(sorted(reasons.items())),
        kind: compare_kind(kind, crowd, gold, plan),
        **({} if plan is None else {"differences": _differences(kind, crowd, gold, plan)}),
    }


def _differences(kind: Kind, crowd: Annotated, gold: Annotated, plan: Plan) -> list[Figures]:
    return differences(COMPARING[kind]({}, {}), annotated_by_both(crowd, gold), plan)


def annotated_by_both(crowd: Annotated, gold: Annotated) -> list[Both]:
    """Return the texts of two or more words that both annotated."""
    return [
        Both(text, crowd.vectors[text], gold.vectors[text])
        for text in sorted(same_texts(crowd, gold))
        if crowd.vectors[text] and gold.vectors[text] and crowd.vectors[text][0]
    ]


def why_left_out(kind: Kind, crowd: Annotated, gold: Annotated, text: str) -> str | None:
    noun = NOUNS[kind]
    if text not in gold.words:
        return f"only in the crowd's {kind} set"
    if text not in crowd.words:
        return f"only in the gold {kind} set"
    words = crowd.words[text]
    if gold.words[text] != words:
        return "in both, with different words"
    if len(words) < 2:
        return "of one word"
    if not crowd.vectors[text]:
        return f"without a {noun} of the crowd"
    return None if gold.vectors[text] else f"without a gold {noun}"


def compare_kind(
    kind: Kind, crowd: Annotated, gold: Annotated, plan: Plan | None = None
) -> Figures:
    """Return α of either side, between them, and of both together, over the texts that both
    annotated."""
    sides = [
        (crowd.vectors[text], gold.vectors[text])
        for text in sorted(same_texts(crowd, gold))
        if crowd.vectors[text] and gold.vectors[text]
    ]
    between: Figures = {}
    for k in POWERS[kind]:
        found = alpha_between(sides, k)
        between[f"d{k}"] = {
            "value": as_float(found.value),
            "exact": as_exact(found.value),
            "within": as_float(found.within),
            "total": as_float(found.total),
            "texts": found.texts,
        } | ({"reason": found.reason} if found.reason else {})
    alphas: Figures = {
        "between": between,
        "together": _alpha(kind, ([*mine, *theirs] for mine, theirs in sides)),
        "crowd": _alpha(kind, (mine for mine, _ in sides)),
        "gold": _alpha(kind, (theirs for _, theirs in sides)),
    }
    return (
        alphas if plan is None else _with_intervals(alphas, bootstrap_sides(ANY[kind], sides, plan))
    )


def _with_intervals(found: Figures, intervals: Mapping[str, Any]) -> Figures:
    shown: Figures = {
        part: {d: one | {"interval": intervals[part][d]} for d, one in by_distance.items()}
        for part, by_distance in found.items()
    }
    shown["difference"] = {}
    for d, interval in intervals["difference"].items():
        mine, theirs = found["crowd"][d]["value"], found["gold"][d]["value"]
        known = mine is not None and theirs is not None
        shown["difference"][d] = {"value": mine - theirs if known else None, "interval": interval}
    return shown


def _alpha(kind: Kind, texts: Iterable[Sequence[Vector]]) -> Figures:
    state = Tally.total(segmentation.contribution(ANY[kind], vectors) for vectors in texts)
    return dict(segmentation.figures(ANY[kind], state)["alpha"])


def entailment(flat: Annotated, nested: Annotated) -> Figures:
    """Return entailment pooled over texts, and its distribution in tenths (LAW 2013, Fig. 4)."""
    sides = [(flat.vectors[text], nested.vectors[text]) for text in same_texts(flat, nested)]
    kind: Kind = (
        "nested" if all(is_binary(tree) for _, trees in sides for tree in trees) else "nary"
    )
    state = Tally.total(segmentation.entailment_contribution(*side, kind) for side in sides)
    shares = histogram(text_share(*side) for side in sides if side[0] and side[0][0])
    return segmentation.entailment_figures(state) | {"texts_by_tenths": shares}


def picks(sets: Sets) -> Figures:
    """Return for each strategy's picked flats how many are gold, and how many gold trees entail
    them."""
    texts = [_text(sets, text) for text in same_texts(sets.crowd_flat, sets.gold_flat)]
    result: Figures = {"single flats": {"crowd": _shown(single_flats(texts))}}
    for name, strategy in STRATEGIES.items():
        result[name] = {
            "crowd": _shown(select(texts, strategy)),
            "mixed": _shown(select(texts, strategy, mixed=True)),
        }
    return result


def same_texts(one: Annotated, other: Annotated) -> list[str]:
    """Return the texts that both have with the same words."""
    return [text for text, words in one.words.items() if other.words.get(text) == words]


def _text(sets: Sets, text: str) -> Text:
    words = sets.crowd_flat.words[text]
    return Text(
        sets.crowd_flat.vectors[text],
        sets.crowd_nested.of(text, words) if sets.crowd_nested else (),
        sets.gold_flat.vectors[text],
        sets.gold_nested.of(text, words) if sets.gold_nested else (),
    )


def _shown(selection: Selection) -> Figures:
    shown: Figures = {
        "among_gold": as_float(selection.among_gold),
        "texts": selection.texts,
        "entailed": as_float(selection.entailed),
        "pairs": selection.pairs,
        "ties": selection.ties,
        "left_out": dict(sorted(selection.reasons.items())),
    }
    if selection.among_gold is None:
        shown["reason"] = (
            "No text has a pick and a gold flat: all need flats, FEMN and IV also trees and a flat "
            "that is not trivial."
        )
    return shown
