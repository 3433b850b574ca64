"""Contributions, figures and summaries of segmentations, ready for JSON.

The live figures, `reconcile` and `score` all call this module, so they are equal by construction.
An undefined figure has the value None and a "reason" in words; "exact" is a fraction as "p/q".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from agreement.figure import ExactFigure, as_exact, as_float, figure_of, why
from agreement.sampling import SEED
from agreement.segmentation import chance, consensus, entailment, figure_shapes, levels
from agreement.segmentation.alpha import Alpha, Weights, alphas
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import POWERS, Counts, count_item, take_apart
from agreement.segmentation.distance import numerator
from agreement.segmentation.figure_shapes import (
    Choice,
    EntailmentFigures,
    ItemSummary,
    Level,
    LevelFigures,
    Sampled,
    SegmentationFigures,
    SharedSummary,
)
from agreement.segmentation.null import MAX_NESTED_LENGTH
from agreement.segmentation.tree_kinds import nary
from agreement.segmentation.trees import consensus_tree
from agreement.segmentation.vectors import Kind, check_of, check_vectors
from agreement.tally import Tally

TREES = {"nested": consensus_tree, "nary": nary.majority_tree}

__all__ = [
    "TREES",
    "Kind",
    "contribution",
    "entailment_contribution",
    "entailment_figures",
    "figures",
    "is_whole",
    "item_summary",
    "level_contribution",
    "level_figures",
    "shared_summary",
]


def contribution(kind: Kind, vectors: Sequence[Vector]) -> Tally:
    """Return one item's contribution to a tally; it depends only on the multiset of vectors."""
    return count_item(kind, vectors)


def is_whole(state: Mapping[str, int]) -> bool:
    """Return whether a stored state contains all that S needs.

    An earlier version stored less for nested texts of more than 40 words. Such a state must be
    recounted before anything is added to it.

    >>> is_whole(contribution("nested", [tuple(range(40))] * 2)), is_whole({"sum1/41/2": 8})
    (True, False)
    """
    keys = [key.split("/") for key in state if key.startswith(("sum", "near"))]
    summed = any(what.startswith("sum") and int(n) <= MAX_NESTED_LENGTH for what, n, _ in keys)
    return not summed or any(what.startswith("near") for what, *_ in keys)


def figures(kind: Kind, state: Mapping[str, int]) -> SegmentationFigures:
    """Return all agreement figures of a campaign's tally, the sum of its items' contributions.

    >>> state = contribution("flat", [(1, 0), (1, 0)]) + contribution("flat", [(0, 1), (0, 1)])
    >>> figures("flat", state)["alpha"]["d1"]["exact"]
    '1/1'
    """
    check_of(kind)
    counts = take_apart(state)
    found = {f"d{k}": alphas(counts, k) for k in POWERS[kind]}
    return {
        "items": sum(counts.items.values()),
        "annotations": sum(c * items for (_, c), items in counts.items.items()),
        "left_out": counts.left_out(),
        "alpha": {d: _alpha(each["items"], "items") for d, each in found.items()},
        "alpha_annotations": {
            d: _alpha(each["annotations"], "annotations") for d, each in found.items()
        },
        "S": {f"d{k}": _chance(counts, kind, k) for k in POWERS[kind]},
    }


def entailment_contribution(
    flats: Sequence[Vector], nesteds: Sequence[Vector], kind: Kind = "nested"
) -> Tally:
    """Return one text's contribution to the entailment between a flat and a nested campaign, whose
    trees are of this kind."""
    return entailment.count_text(flats, nesteds, kind)


def entailment_figures(state: Mapping[str, int]) -> EntailmentFigures:
    """Return observed and chance entailment, from the sum of the texts' contributions.

    >>> entailment_figures(entailment_contribution([(0, 1, 0)], [(0, 1, 0)]))["chance"]
    0.3333333333333333
    """
    every = entailment.entailment(state)
    few = entailment.entailment(state, entailment.FEW)
    figure: EntailmentFigures = {
        "observed": as_float(every.observed),
        "exact": as_exact(every.observed),
        "entailed": every.entailed,
        "pairs": every.pairs,
        "texts": every.texts,
        "chance": as_float(every.chance),
        "chance_lengths": as_float(every.chance_lengths),
        "observed_two_or_three": as_float(few.observed),
        "chance_two_or_three": as_float(few.chance),
        "pairs_two_or_three": few.pairs,
    }
    if every.observed is None:
        figure["reason"] = "No text of two or more words has both a flat and a nested annotation."
    return figure


def level_contribution(vectors: Sequence[Vector], kind: Kind = "nested") -> Tally:
    """Return one nested item's contribution to bracketing and to the agreement at each level."""
    return nary.count_item(vectors) if kind == "nary" else levels.count_item(vectors)


def level_figures(state: Mapping[str, int], kind: Kind = "nested") -> LevelFigures:
    """Return bracketing and the agreement at each level, from the sum of the contributions.

    >>> level_figures(level_contribution([(0, 1, 2), (0, 1, 0)]))["bracketing"]["exact"]
    '1/2'
    """
    groups = nary.bracketing(state) if kind == "nary" else levels.bracketing(state)
    return {
        "bracketing": {
            "value": as_float(groups.value),
            "exact": as_exact(groups.value),
            "chance": as_float(groups.chance),
            "shared": groups.shared,
            "groups": groups.groups,
            "pairs": groups.pairs,
            **why(groups.reason),
        },
        "levels": [_level(level) for level in levels.levels(state, binary=kind != "nary")],
    }


def item_summary(kind: Kind, vectors: Sequence[Vector]) -> ItemSummary:
    """Return a summary of one item: annotations by frequency, mode, majority, disagreement.

    The majority of binary trees is the consensus tree, that of n-ary ones the tree of the groups
    that more than half have. Support counts, for each boundary, the
    annotations that cut there (flat) or contain the group that is split there (nested).

    >>> item_summary("flat", [(1, 0), (1, 0), (1, 1)])["mode"]
    [1, 0]
    """
    vectors = check_vectors(kind, vectors)
    times = Counter(vectors)
    by_frequency = sorted(times.items(), key=lambda entry: (-entry[1], entry[0]))
    mode = consensus.mode(vectors)
    if kind == "flat":
        vector, boundaries = consensus.boundary_majority(vectors)
        support, reason = consensus.boundary_support(vectors), None
    else:
        vector, support, boundaries, reason = TREES[kind](vectors)
    summary: ItemSummary = {
        "n": len(vectors),
        "annotations": [[list(vector), count] for vector, count in by_frequency],
        "mode": _vector(mode.winner),
        "mode_ties": [list(vector) for vector in mode.ties],
        "mode_support": mode.support,
        "disagreement": _disagreement(vectors),
        "majority": _vector(vector),
        "majority_ties": boundaries,
        "majority_support": support,
    }
    if reason is not None:
        summary["majority_reason"] = reason
    return summary


def settled(kind: Kind, vectors: Sequence[Vector]) -> tuple[list[int] | None, list[int] | None]:
    """Return only the mode and the majority of `item_summary`, for one item's well-formed
    annotations.

    >>> settled("flat", [(1, 0), (1, 0), (1, 1)])
    ([1, 0], [1, 0])
    """
    if kind == "flat":
        majority, _ = consensus.boundary_majority(vectors)
    else:
        majority, *_ = TREES[kind](vectors)
    return _vector(consensus.mode(vectors).winner), _vector(majority)


def shared_summary(flats: Sequence[Vector], nesteds: Sequence[Vector]) -> SharedSummary:
    """Return entailment, FEMN and Iterative Voting of one text with flats and nested annotations.

    >>> shared_summary([(0, 1, 0)], [(0, 1, 0), (2, 0, 1)])["femn"]["support"]
    1
    """
    nested_times = Counter(map(tuple, nesteds))
    iv = consensus.iterative_voting(flats, nesteds)
    return {
        "entailed": sum(entailment.entailing(nested_times, flat) for flat in flats),
        "pairs": len(flats) * len(nesteds),
        "femn": _choice(consensus.most_entailed(flats, nesteds)),
        "iv": {**_choice(iv), "rounds": iv.rounds},
    }


def _alpha(result: Alpha, weights: Weights) -> figure_shapes.Alpha:
    return {
        "value": as_float(result.value),
        "exact": as_exact(result.value),
        "within": as_float(result.within),
        "total": as_float(result.total),
        "items": result.items,
        "annotations": result.annotations,
        "weights": weights,
        **why(result.reason),
    }


def _chance(counts: Counts, kind: Kind, k: int) -> figure_shapes.Chance:
    result = chance.agreement_over_chance(counts, kind, k)
    return {
        "value": as_float(result.value),
        "exact": as_exact(result.value),
        "distinct": as_float(result.distinct),
        "distinct_exact": as_exact(result.distinct),
        "chance": as_float(result.chance),
        "chance_distinct": as_float(result.chance_distinct),
        "items": result.items,
        "left_out": result.left_out,
        "sampled": result.sampled_items > 0,
        **_sampled(result),
        **why(result.reason),
    }


def _sampled(result: chance.Chance) -> Sampled:
    if not result.sampled_items:
        return {}
    return {
        "standard_error": result.standard_error,
        "sampled_items": result.sampled_items,
        "sampled_pairs": result.sampled_pairs,
        "seed": SEED,
    }


def _level(level: levels.Level) -> Level:
    figure: Level = {
        "level": level.level,
        "value": as_float(level.value),
        "exact": as_exact(level.value),
        "chance": as_float(level.chance),
        "shared": level.shared,
        "splits": level.splits,
    }
    if level.reason is not None:
        figure["chance_reason"] = level.reason
    return figure


def disagreement(apart: int, annotations: int, boundaries: int) -> ExactFigure:
    """Return the mean d1 over the pairs of one item's annotations, whose numerators add up to
    `apart`."""
    if annotations < 2:
        return figure_of(None, "The text has fewer than two annotations.")
    if not boundaries:
        return figure_of(None, "The text has one word.")
    return figure_of(Fraction(2 * apart, annotations * (annotations - 1) * boundaries), "")


def _disagreement(vectors: Sequence[Vector]) -> ExactFigure:
    repeats = Counter(map(tuple, vectors)).items()
    apart = sum(m * n * numerator(a, b) for (a, m), (b, n) in combinations(repeats, 2))
    return disagreement(apart, len(vectors), len(vectors[0]) if vectors else 0)


def _choice(choice: consensus.Choice) -> Choice:
    return {
        "winner": _vector(choice.winner),
        "support": choice.support,
        "ties": [list(vector) for vector in choice.ties],
        **why(choice.reason),
    }


def _vector(vector: Vector | None) -> list[int] | None:
    return None if vector is None else list(vector)
