"""Comparison of a crowd's sets of annotations with gold ones, from campaigns or release files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from agreement.tally import Tally

Figures = dict[str, Any]


@dataclass(frozen=True)
class Annotated:
    """The annotations of one scheme by text, and each text's words."""

    words: Mapping[str, Sequence[str]]
    vectors: Mapping[str, Sequence[Vector]]

    def of(self, text: str, words: Sequence[str]) -> Sequence[Vector]:
        """Return the annotations of a text with these words; none if it was split into other
        words."""
        return self.vectors.get(text, ()) if self.words.get(text) == words else ()


@dataclass(frozen=True)
class Sets:
    """A crowd's and a gold set's annotations; either may lack the nested ones."""

    crowd_flat: Annotated
    gold_flat: Annotated
    crowd_nested: Annotated | None = None
    gold_nested: Annotated | None = None


def compare(sets: Sets) -> Figures:
    """Return α of the sets together and between them, entailment across, and strategies' picks.

    `texts` are those of two or more words with flats of both. `left_out` says why the others, each
    once, take no part in the figures of flats.
    """
    known = sets.crowd_flat.words.keys() | sets.gold_flat.words.keys()
    reasons = Counter(why_left_out(sets, text) for text in known)
    texts = reasons.pop(None, 0)
    result: Figures = {
        "texts": texts,
        "left_out": dict(sorted(reasons.items())),
        "flat": compare_kind("flat", sets.crowd_flat, sets.gold_flat),
    }
    if sets.crowd_nested and sets.gold_nested:
        result["nested"] = compare_kind("nested", sets.crowd_nested, sets.gold_nested)
    if sets.gold_nested:
        result["crowd_flat_by_gold_nested"] = entailment(sets.crowd_flat, sets.gold_nested)
    if sets.crowd_nested:
        result["gold_flat_by_crowd_nested"] = entailment(sets.gold_flat, sets.crowd_nested)
    return result | {"picks": picks(sets)}


def why_left_out(sets: Sets, text: str) -> str | None:
    crowd, gold = sets.crowd_flat, sets.gold_flat
    if text not in gold.words:
        return "only in the crowd's flat set"
    if text not in crowd.words:
        return "only in the gold flat set"
    words = crowd.words[text]
    if gold.words[text] != words:
        return "in both, with different words"
    if len(words) < 2:
        return "of one word"
    if not crowd.vectors[text]:
        return "without a flat of the crowd"
    return None if gold.vectors[text] else "without a gold flat"


def compare_kind(kind: Kind, crowd: Annotated, gold: Annotated) -> Figures:
    sides = [(crowd.vectors[text], gold.vectors[text]) for text in shared(crowd, gold)]
    state = Tally.total(segmentation.contribution(kind, [*mine, *theirs]) for mine, theirs in sides)
    together = segmentation.figures(kind, state)["alpha"]
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
    return {"between": between, "together": together}


def entailment(flat: Annotated, nested: Annotated) -> Figures:
    """Return entailment pooled over texts, and its distribution in tenths (LAW 2013, Fig. 4)."""
    sides = [(flat.vectors[text], nested.vectors[text]) for text in shared(flat, nested)]
    state = Tally.total(segmentation.entailment_contribution(*side) for side in sides)
    shares = histogram(text_share(*side) for side in sides if side[0] and side[0][0])
    return segmentation.entailment_figures(state) | {"texts_by_tenths": shares}


def picks(sets: Sets) -> Figures:
    """Return for each strategy's picked flats how many are gold, and how many gold trees entail
    them."""
    texts = [_text(sets, text) for text in shared(sets.crowd_flat, sets.gold_flat)]
    result: Figures = {"single flats": {"crowd": _shown(single_flats(texts))}}
    for name, strategy in STRATEGIES.items():
        result[name] = {
            "crowd": _shown(select(texts, strategy)),
            "mixed": _shown(select(texts, strategy, mixed=True)),
        }
    return result


def shared(one: Annotated, other: Annotated) -> list[str]:
    """Return the texts that are in both with the same words."""
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
