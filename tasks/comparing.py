"""A crowd's release files against a gold set's, without a database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from agreement import segmentation
from agreement.boundaries import Vector
from agreement.compare import STRATEGIES, Selection, Text, alpha_between, select, single_flats
from agreement.counting import POWERS
from agreement.entailment import histogram, text_share
from agreement.segmentation import Kind
from agreement.tally import Tally
from tasks.scoring import Readings, shared_texts

Figures = dict[str, Any]
Vectors = Mapping[str, Sequence[Vector]]


@dataclass(frozen=True)
class Files:
    """The readings of up to four files; a side lacks what was not given."""

    crowd_flat: Readings
    gold_flat: Readings
    crowd_nested: Readings | None = None
    gold_nested: Readings | None = None


def compare(files: Files) -> Figures:
    """α of the sets together and between them, entailment across, and what strategies pick."""
    texts = shared_texts(files.crowd_flat, files.gold_flat)
    result: Figures = {
        "texts": len(texts),
        "left_out": {
            "only in the crowd's flat file": len(files.crowd_flat.vectors) - len(texts),
            "only in the gold flat file": len(files.gold_flat.vectors) - len(texts),
        },
        "flat": compare_kind("flat", files.crowd_flat, files.gold_flat),
    }
    if files.crowd_nested and files.gold_nested:
        result["nested"] = compare_kind("nested", files.crowd_nested, files.gold_nested)
    if files.gold_nested:
        result["crowd_flat_by_gold_nested"] = entailment(files.crowd_flat, files.gold_nested)
    if files.crowd_nested:
        result["gold_flat_by_crowd_nested"] = entailment(files.gold_flat, files.crowd_nested)
    return result | {"picks": picks(files)}


def compare_kind(kind: Kind, crowd: Readings, gold: Readings) -> Figures:
    sides = [(crowd.vectors[text], gold.vectors[text]) for text in shared_texts(crowd, gold)]
    state = Tally.total(segmentation.contribution(kind, [*mine, *theirs]) for mine, theirs in sides)
    together = segmentation.figures(kind, state)["alpha"]
    between: Figures = {}
    for k in POWERS[kind]:
        found = alpha_between(sides, k)
        between[f"d{k}"] = {
            "value": as_float(found.value),
            "exact": as_text(found.value),
            "within": as_float(found.within),
            "total": as_float(found.total),
            "texts": found.texts,
        } | ({"reason": found.reason} if found.reason else {})
    return {"between": between, "together": together}


def entailment(flat: Readings, nested: Readings) -> Figures:
    """Pooled over texts, with the distribution over texts in tenths (LAW 2013, Fig. 4)."""
    sides = [(flat.vectors[text], nested.vectors[text]) for text in shared_texts(flat, nested)]
    state = Tally.total(segmentation.entailment_contribution(*side) for side in sides)
    shares = histogram(text_share(*side) for side in sides if side[0] and side[0][0])
    return segmentation.entailment_figures(state) | {"texts_by_tenths": shares}


def picks(files: Files) -> Figures:
    """The flats that each strategy picks: how many are gold, how many gold trees entail."""
    gold = set(shared_texts(files.crowd_flat, files.gold_flat))
    texts = [
        Text(
            files.crowd_flat.vectors[text],
            _of(files.crowd_nested, text),
            files.gold_flat.vectors[text],
            _of(files.gold_nested, text),
        )
        for text in files.crowd_flat.vectors
        if text in gold
    ]
    result: Figures = {"single flats": {"crowd": _shown(single_flats(texts))}}
    for name, strategy in STRATEGIES.items():
        result[name] = {
            "crowd": _shown(select(texts, strategy)),
            "mixed": _shown(select(texts, strategy, mixed=True)),
        }
    return result


def as_float(fraction: Fraction | None) -> float | None:
    return None if fraction is None else float(fraction)


def as_text(fraction: Fraction | None) -> str | None:
    return None if fraction is None else f"{fraction.numerator}/{fraction.denominator}"


def _of(readings: Readings | None, text: str) -> Sequence[Vector]:
    return readings.vectors.get(text, ()) if readings else ()


def _shown(selection: Selection) -> Figures:
    shown: Figures = {
        "among_gold": as_float(selection.among_gold),
        "texts": selection.texts,
        "entailed": as_float(selection.entailed),
        "pairs": selection.pairs,
        "ties": selection.ties,
        "left_out": selection.left_out,
    }
    if selection.among_gold is None:
        shown["reason"] = "No text has a pick and a gold flat: both need flats, FEMN and IV trees."
    return shown
