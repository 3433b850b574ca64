"""Alpha and S of many resamples at once, as functions of weights of texts or annotators.

Over texts, all parts of the two figures except alpha's total are weighted means of one number per
text. The total follows from the number of annotations with at most the value t at each boundary.
These are weighted sums too: one matrix product per length gives them for all resamples. So once
each text is summed up, a resample's cost does not depend on the number of annotations.

Over annotators, a pair of annotations counts as often as both annotators were drawn, one times the
other; an annotation is never compared with its own copy. Texts left with no pair drop out of that
resample's within and S; the total is over all annotations drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.bootstrap import Floats
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import POWERS
from agreement.segmentation.null import MAX_NESTED_LENGTH, tails
from agreement.segmentation.vectors import Kind

Ints: TypeAlias = NDArray[np.int64]

CELLS = 2**20  # counts in a block of rows


class Texts(NamedTuple):
    """The texts of n words with c annotations.

    vectors : (texts, c, n - 1)
    annotators : (texts, c), their numbers; all 0 if they are not known
    """

    vectors: Ints
    annotators: Ints


def group_texts(
    items: Sequence[Sequence[Vector]], annotators: Sequence[Sequence[Hashable]] | None = None
) -> tuple[list[Texts], int]:
    """Return the texts that take part, by length and redundancy, and the number of annotators.

    Each group is sorted, so that nothing depends on the order of the input. Raises ValueError if
    the annotators do not fit the items.
    """
    if annotators is None:
        annotators = [[0] * len(item) for item in items]
    if list(map(len, annotators)) != list(map(len, items)):
        raise ValueError("There is not one annotator for each annotation.")
    names = sorted({name for item in annotators for name in item}, key=str)
    number = {name: i for i, name in enumerate(names)}
    groups: defaultdict[tuple[int, int], list[list[tuple[Vector, int]]]] = defaultdict(list)
    for item, by in zip(items, annotators, strict=True):
        if len(item) >= 2 and item[0]:
            rows = sorted((tuple(v), number[name]) for v, name in zip(item, by, strict=True))
            groups[len(item[0]) + 1, len(item)].append(rows)
    return [
        Texts(
            np.array([[vector for vector, _ in rows] for rows in sorted(texts)], dtype=np.int64),
            np.array([[name for _, name in rows] for rows in sorted(texts)], dtype=np.int64),
        )
        for _, texts in sorted(groups.items())
    ], len(names)


class Lengths(NamedTuple):
    """The counts of each length that the total needs, by ascending number of words n.

    at_most : (units, n - 1, top), the annotations with at most each value
    """

    words: list[int]
    at_most: list[Floats]
    sizes: list[Floats]  # (units,), annotations


def total_sums(lengths: Lengths, weights: list[Floats], k: int) -> Floats:
    """Return the sum over all ordered pairs of annotations of d_k, for each row of weights.

    weights : for each length, (rows, its units)

    See `alpha` for the formula.
    """
    cells = sum(at_most[0].size for at_most in lengths.at_most)
    height, rows = max(1, CELLS // cells), len(weights[0])
    return np.concatenate(
        [
            _total_sums(lengths, [w[start : start + height] for w in weights], k)
            for start in range(0, rows, height)
        ]
    )


def _total_sums(lengths: Lengths, weights: list[Floats], k: int) -> Floats:
    sizes = [w @ size for w, size in zip(weights, lengths.sizes, strict=True)]
    counts = [
        (w @ at_most.reshape(len(at_most), -1)).reshape(len(w), *at_most.shape[1:])
        for w, at_most in zip(weights, lengths.at_most, strict=True)
    ]
    running = [np.pad(count.cumsum(axis=1), ((0, 0), (1, 0), (0, 0))) for count in counts]
    top = counts[0].shape[2]
    steps = np.array([(t + 1) ** k - t**k for t in range(top)], dtype=np.float64)
    result = np.zeros(len(weights[0]))
    for short, n in enumerate(lengths.words):
        excess = (sizes[short][:, None, None] - 2 * counts[short]) * steps
        outer = (counts[short] * steps).sum(axis=(1, 2))
        for long in range(short, len(lengths.words)):
            places = lengths.words[long] - n + 1
            windows = running[long][:, places:] - running[long][:, :-places]
            inner = np.einsum("rit,rit->r", windows, excess)
            apart = inner + sizes[long] * places * outer
            result += (1 if long == short else 2) * apart / (places * (n - 1))
    return result


class TextResampling:
    """The figures of a campaign as a function of rows of weights of its texts.

    Texts are in the order of the groups. Figures: alpha by texts, alpha by annotations and S, each
    for d1 and, for nested segmentations, d2.
    """

    def __init__(self, kind: Kind, groups: Sequence[Texts]) -> None:
        self.powers = POWERS[kind]
        self.units = sum(len(group.vectors) for group in groups)
        self.sizes = _of_each([np.full(len(g.vectors), g.vectors.shape[1]) for g in groups])
        parts = [_pair_parts(kind, group, k) for k in self.powers for group in groups]
        half = len(groups)
        self.within, self.shares = [], []
        for i in range(len(self.powers)):
            apart = [d.sum(axis=(1, 2)) / 2 for d, _ in parts[i * half : (i + 1) * half]]
            close = [p.sum(axis=(1, 2)) for _, p in parts[i * half : (i + 1) * half]]
            cs = self.sizes
            self.within.append(_of_each(apart) / (cs * (cs - 1)))
            self.shares.append((_of_each(close) + cs) / cs**2)
        self.lengths, self.slices = lengths_of_texts(groups)

    def __call__(self, weights: Floats) -> Floats:
        annotations = weights @ self.sizes
        by_length = [weights[:, part] for part in self.slices]
        known = ~np.isnan(self.shares[0])
        columns: list[list[Floats]] = [[], [], []]
        with np.errstate(divide="ignore", invalid="ignore"):
            for k, within, shares in zip(self.powers, self.within, self.shares, strict=True):
                sums = total_sums(self.lengths, by_length, k)
                total = sums / (2 * annotations * (annotations - 1))
                total[sums == 0] = np.nan
                columns[0].append(1 - weights @ within / weights.sum(axis=1) / total)
                columns[1].append(1 - weights @ (self.sizes * within) / annotations / total)
                columns[2].append(weights[:, known] @ shares[known] / weights[:, known].sum(axis=1))
        return np.stack([column for part in columns for column in part], axis=1)


class AnnotatorResampling:
    """The figures of `TextResampling` as a function of rows of weights of the annotators."""

    def __init__(self, kind: Kind, groups: Sequence[Texts], annotators: int) -> None:
        self.powers = POWERS[kind]
        self.units = annotators
        self.groups = groups
        self.parts = [[_pair_parts(kind, group, k) for group in groups] for k in self.powers]
        self.lengths = _lengths_of_annotators(groups, annotators)
        self.annotations = np.sum(self.lengths.sizes, axis=0)

    def __call__(self, weights: Floats) -> Floats:
        drawn = weights @ self.annotations
        pairs = drawn**2 - weights**2 @ self.annotations
        columns: list[list[Floats]] = [[], [], []]
        with np.errstate(divide="ignore", invalid="ignore"):
            for k, parts in zip(self.powers, self.parts, strict=True):
                sums = total_sums(self.lengths, [weights] * len(self.lengths.words), k)
                total = sums / (2 * pairs)
                total[sums == 0] = np.nan
                means = _text_means(self.groups, parts, weights)
                columns[0].append(1 - means[0] / total)
                columns[1].append(1 - means[1] / total)
                columns[2].append(means[2])
        return np.stack([column for part in columns for column in part], axis=1)


def _text_means(
    groups: Sequence[Texts], parts: Sequence[tuple[Floats, Floats]], weights: Floats
) -> list[Floats]:
    """Return within by texts, within by annotations, and S, for each row of annotators' weights."""
    rows = len(weights)
    over, under = np.zeros((3, rows)), np.zeros((3, rows))
    for group, (apart, close) in zip(groups, parts, strict=True):
        c = group.vectors.shape[1]
        each = np.ascontiguousarray(weights.T[group.annotators].transpose(0, 2, 1))
        drawn = each.sum(axis=2)
        pairs = drawn**2 - (each**2).sum(axis=2)
        some = pairs > 0
        within = np.where(some, ((each @ apart) * each).sum(axis=2) / (2 * pairs), 0)
        over[0] += within.sum(axis=0)
        under[0] += some.sum(axis=0)
        over[1] += (drawn * within).sum(axis=0)
        under[1] += (drawn * some).sum(axis=0)
        if not np.isnan(close).any():
            distinct = np.where(some, ((each @ close) * each).sum(axis=2) / pairs, 0)
            over[2] += np.where(some, (1 + (c - 1) * distinct) / c, 0).sum(axis=0)
            under[2] += some.sum(axis=0)
    return list(over / under)


def _pair_parts(kind: Kind, group: Texts, k: int) -> tuple[Floats, Floats]:
    """Return for each text d_k and P(d >= d_k) of all pairs, 0 on the diagonal: two (texts, c, c).

    P is NaN if the length has no null distribution.
    """
    powers = group.vectors**k
    texts, c, boundaries = powers.shape
    apart = np.zeros((texts, c, c), dtype=np.int64)
    for column in powers.transpose(2, 0, 1):
        apart += np.abs(column[:, :, None] - column[:, None, :])
    if kind != "flat" and boundaries >= MAX_NESTED_LENGTH:
        close = np.full(apart.shape, np.nan)
    else:
        at_least = tails(kind, boundaries + 1, k)
        share = np.zeros(max(int(apart.max()) + 1, len(at_least)))
        share[: len(at_least)] = [count / at_least[0] for count in at_least]
        close = share[apart] * (1 - np.eye(c))
    return apart / boundaries, close


def _at_most(group: Texts, top: int) -> Floats:
    """Return whether each annotation has at most the value t at each boundary.

    The shape is (texts, c, n - 1, top).
    """
    return (group.vectors[..., None] <= np.arange(top)).astype(np.float64)


def _top(groups: Sequence[Texts]) -> int:
    return max((int(group.vectors.max()) for group in groups), default=0) or 1


def lengths_of_texts(groups: Sequence[Texts]) -> tuple[Lengths, list[slice]]:
    """Return the lengths, and the slice of the texts of each; groups of one length are
    neighbours."""
    found: defaultdict[int, list[Texts]] = defaultdict(list)
    for group in groups:
        found[group.vectors.shape[2] + 1].append(group)
    top = _top(groups)
    ends = np.cumsum([0, *(sum(len(g.vectors) for g in same) for same in found.values())]).tolist()
    lengths = Lengths(
        list(found),
        [np.concatenate([_at_most(g, top).sum(axis=1) for g in same]) for same in found.values()],
        [
            np.concatenate([np.full(len(g.vectors), float(g.vectors.shape[1])) for g in same])
            for same in found.values()
        ],
    )
    return lengths, [slice(*pair) for pair in pairwise(ends)]


def _lengths_of_annotators(groups: Sequence[Texts], annotators: int) -> Lengths:
    top = _top(groups)
    result = Lengths([], [], [])
    for group in groups:
        n = group.vectors.shape[2] + 1
        if not result.words or result.words[-1] != n:
            result.words.append(n)
            result.at_most.append(np.zeros((annotators, n - 1, top)))
            result.sizes.append(np.zeros(annotators))
        by = group.annotators.ravel()
        np.add.at(result.at_most[-1], by, _at_most(group, top).reshape(len(by), n - 1, top))
        np.add.at(result.sizes[-1], by, 1)
    return result


def _of_each(parts: Sequence[NDArray[np.generic]]) -> Floats:
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])
