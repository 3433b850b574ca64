"""Krippendorff's α of segmentations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agreement.bootstrap import Estimate, Floats
from agreement.library.result import Count, Estimator, Result
from agreement.library.segment_distances import Apart, alpha_under
from agreement.segmentation.alpha import Weights, alpha
from agreement.segmentation.boundaries import parse_flat, parse_nested
from agreement.segmentation.counting import count_items, take_apart
from agreement.segmentation.resampling import TextResampling, group_texts
from agreement.segmentation.tree_kinds.treebank import parse_tree
from agreement.segmentation.vectors import IllFormed, Kind, Vector, check_items

LEFT_OUT = {"one word": "texts of one word", "one annotation only": "texts with one answer"}


def segmentation_alpha(
    texts: Sequence[Sequence[Any]],
    kind: Kind = "flat",
    *,
    power: int = 1,
    weights: Weights = "items",
    distance: Apart | None = None,
) -> Result:
    """Return Krippendorff's α of segmentations (ACL 2013, equations 1 to 6).

    α = 1 - within / total
    within = half the mean distance of two annotations of one text
    total = half the mean distance of any two annotations
    distance = Σ over boundaries of |a^k - b^k| / their number; texts of different length are slid
        over one another

    texts : for each text, its annotations; None is a missing one. An annotation is a vector with a
        value for each of the n - 1 boundaries of n words, or a string: "first aid | course" (flat),
        "((first aid) course)" (nested).
    kind : "flat", 1 where a segment ends, else 0; or "nested", the height of the tree's node;
        or "nary", the same for trees that are not binary
    power : k, which is 1, or 2 for nested segmentations
    weights : "items", each text counts the same, as in the paper; or "annotations", each counts
        by its annotations, as in Krippendorff's α
    distance : another distance, a function of two vectors that returns a number. It also compares
        annotations of different texts; `agreement.sliding` makes it from a distance of vectors of
        equal length. Every two different annotations are compared, so thousands take seconds.

    `observed` and `expected` are within and total. Texts of one word or with one annotation take no
    part. Undefined if none is left, or if all annotations are alike. Raises ValueError with the
    text and the position if an annotation is ill-formed, or if the distance is negative, is no
    finite number, depends on the order of its arguments, or is not 0 for an annotation and itself.

    The paper's supplementary material, section 3.3, prints .035.

    >>> import agreement
    >>> texts = [[(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)], [(0, 1, 0, 2, 0), (0, 2, 0, 1, 0)]]
    >>> found = agreement.segmentation_alpha(texts, "nested", power=2)
    >>> print(found.exact, found)
    37/1047 0.035 (n = 5 judgments of 2 texts)
    >>> texts = [
    ...     ["first aid | course | online", "first aid course | online", None],
    ...     ["cheap flights | to rome", "cheap flights | to | rome", "cheap flights | to rome"],
    ... ]
    >>> print(agreement.segmentation_alpha(texts))
    0.167 (n = 5 judgments of 2 texts)
    >>> same = agreement.sliding(lambda a, b: a != b)  # all cuts, or nothing
    >>> print(agreement.segmentation_alpha(texts, distance=same))
    -0.042 (n = 5 judgments of 2 texts)
    """
    if distance is not None and power != 1:
        raise ValueError("Give either a power or a distance.")
    items = _read(texts, kind)
    counts = take_apart(count_items(kind, items))
    found = alpha(counts, power, weights)
    estimator = _estimator(items, kind, power, weights) if found.items else None
    if distance is not None and found.items:
        together = [item for item in items if len(item) > 1 and item[0]]
        found, estimator = alpha_under(together, distance, weights)
    without = {LEFT_OUT[reason]: number for reason, number in counts.left_out().items()}
    if empty := sum(not item for item in items):
        without["texts without an answer"] = empty
    return Result(
        f"α of {kind} segmentations",
        found.value,
        Count(found.items, found.annotations, 0),
        found.reason,
        without,
        found.within,
        found.total,
        estimator=estimator,
        over="texts",
    )


def _read(texts: Sequence[Sequence[Any]], kind: Kind) -> list[list[Vector]]:
    items: list[list[Vector]] = []
    for number, text in enumerate(texts, 1):
        if isinstance(text, str):
            raise ValueError(f"Text {number} is a string. Give a list of its annotations.")
        items.append([_vector(one, kind, number) for one in text if one is not None])
    return check_items(kind, items)


def _vector(annotation: Any, kind: Kind, number: int) -> Vector:
    if not isinstance(annotation, str):
        return tuple(np.asarray(annotation).tolist())
    try:
        if kind == "nary":
            return parse_tree(annotation).heights
        return parse_flat(annotation) if kind == "flat" else parse_nested(annotation)
    except IllFormed as error:
        raise IllFormed(f"Text {number}: {error}", error.reason, error.position) from None


def _estimator(items: list[list[Vector]], kind: Kind, power: int, weights: Weights) -> Estimator:
    def estimator() -> tuple[Estimate, int]:
        groups, _ = group_texts([item for item in items if item], None)
        texts = TextResampling(kind, groups)
        powers = 1 if kind == "flat" else 2
        at = (power - 1) + (0 if weights == "items" else powers)

        def estimate(resamples: Floats) -> Floats:
            found: Floats = texts(resamples)[:, at : at + 1]
            return found

        return estimate, texts.units

    return estimator
