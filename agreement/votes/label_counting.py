"""Counts of items that workers label: one item's contribution, and those of many at once.

Workers give an item one of several labels (kind "one"), any number of them ("any"), or a place on a
scale ("scale", where labels are numbers in the format of `scale_alpha`). An answer is a tuple of
labels: of exactly one for "one" and "scale", of none, one or several for "any".

A campaign's tally is the sum of its items' contributions. Each key begins with kind and level, such
as one/nominal/ or scale/ordinal/, and continues with
    units/<m>               items with m answers
    label/<label>           answers that have the label, of items with two answers or more
    alone/<label>           the same, of items with one answer
    apart/<m>/<label>       one, any: in items with m answers, the pairs of an answer that has the
                            label and one that does not
    pairs/<m>/<a>/<b>       scale: in items with m answers, the pairs of one a and one b, a < b
    won/<s>/<m>/<label>     one, scale: items whose winner has s of m answers
    tie/<s>/<m>             one, scale: items whose best labels tie with s of m answers each
    taken/<label>           any: items where more than half of the answers have the label
    undecided               any: items where exactly half of the answers have some label
    unlike/<m>              any: in items with m answers, the ordered pairs of different answers
All values are whole numbers, so adding, withdrawing and merging are exact, in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from agreement.groups import Ints
from agreement.tally import Tally
from agreement.votes import scale_alpha
from agreement.votes.ballots import Ballots, Cells, cells_of, joined, winners_of
from agreement.votes.consensus import majority_of

Kind: TypeAlias = Literal["one", "any", "scale"]
Level: TypeAlias = Literal["nominal", "ordinal", "interval"]
Answer: TypeAlias = tuple[str, ...]
LabelBallots: TypeAlias = Ballots[Any, str, Answer]  # items by any sortable names

LEVELS: dict[str, tuple[str, ...]] = {
    "one": ("nominal",),
    "any": ("nominal",),
    "scale": ("ordinal", "interval"),
}


def label_contribution(
    answers: Sequence[Answer], kind: Kind, level: Level, labels: Collection[str]
) -> Tally:
    """Return one item's contribution to a tally; it depends only on the multiset of answers.

    labels : all labels that can be given

    Raises ValueError if the level or an answer does not belong to the kind.

    >>> state = label_contribution([("a",), ("b",), ("a",)], "one", "nominal", ["a", "b"])
    >>> state["one/nominal/label/a"], state["one/nominal/won/2/3/a"]
    (2, 1)
    """
    check_answers(answers, kind, level, labels)
    if not answers:
        return Tally()
    m = len(answers)
    times = Counter(label for answer in answers for label in answer)
    counts = Tally({f"units/{m}": 1})
    counts.shift({f"{'label' if m > 1 else 'alone'}/{one}": c for one, c in times.items()}, 1)
    if kind == "scale":
        units = scale_alpha.count_unit(answer[0] for answer in answers)
        counts.shift({key: count for key, count in units.items() if key.startswith("pairs/")}, 1)
    else:
        counts.shift({f"apart/{m}/{one}": c * (m - c) for one, c in times.items()}, 1)
    counts.shift(_sets(answers, times) if kind == "any" else _won(times), 1)
    return Tally({f"{kind}/{level}/{key}": count for key, count in counts.items()})


def count_labels(ballots: LabelBallots, kind: Kind, level: Level) -> Tally:
    """Return the sum of the contributions of many items.

    ballots : votes whose labels are answers

    >>> from agreement.votes.ballots import ballots_of
    >>> votes = ballots_of([("p", "ann", ("a", "b")), ("p", "bob", ()), ("q", "ann", ("b",))])
    >>> found = count_labels(votes, "any", "nominal")
    >>> found == label_contribution([("a", "b"), ()], "any", "nominal", "ab") + (
    ...     label_contribution([("b",)], "any", "nominal", "ab"))
    True
    """
    labels = sorted({label for answer in ballots.label_names for label in answer})
    check_answers(ballots.label_names, kind, level, labels)
    if not len(ballots.items):
        return Tally()
    given, names = _sets_of(ballots)
    answers = cells_of(ballots.items, given)
    counting = _Counting(labels, np.bincount(ballots.items))
    counting.add_cells(chosen_cells(answers, names, labels), kind)
    if kind == "any":
        counting.add_sets(answers)
    if kind == "scale":
        numbers = {label: number for number, label in enumerate(labels)}
        values = np.array([numbers[label] for (label,) in names], dtype=np.int64)[given]
        units = scale_alpha.count_votes(ballots.items, values, labels)
        counting.counts |= {key: n for key, n in units.items() if key.startswith("pairs/")}
    return Tally({f"{kind}/{level}/{key}": count for key, count in counting.counts.items()})


def check_answers(
    answers: Sequence[Answer], kind: Kind, level: Level, labels: Collection[str]
) -> None:
    """Raise ValueError if the level or an answer does not belong to the kind."""
    if level not in LEVELS.get(kind, ()):
        raise ValueError(f"Labels of the kind {kind!r} have no level {level!r}.")
    for answer in answers:
        if kind != "any" and len(answer) != 1:
            raise ValueError(f"An answer is one label, and {answer!r} are {len(answer)}.")
        if len(set(answer)) < len(answer):
            raise ValueError(f"A label occurs twice in the answer {answer!r}.")
        if unknown := [label for label in answer if label not in labels]:
            raise ValueError(f"{unknown[0]!r} is none of the labels.")


class Chosen(NamedTuple):
    """The number of answers that have a label, for each label that an item got, (M,)."""

    items: Ints
    labels: Ints
    votes: Ints


def chosen_cells(answers: Cells, names: Sequence[Answer], labels: Sequence[str]) -> Chosen:
    """Return how many answers on each item have each label, sorted by item and label.

    answers : the number of votes for each answer that an item got
    names : the answers
    labels : the labels, whose indexes the result contains
    """
    numbers = {label: number for number, label in enumerate(labels)}
    sizes = np.array([len(answer) for answer in names], dtype=np.int64)
    flat = np.array([numbers[label] for answer in names for label in answer], dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    many = sizes[answers.labels]
    within = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
    label = flat[np.repeat(starts[answers.labels], many) + within]
    item, votes = np.repeat(answers.items, many), np.repeat(answers.votes, many)
    codes, where = np.unique(item * max(len(labels), 1) + label, return_inverse=True)
    sums = np.zeros(len(codes), dtype=np.int64)
    np.add.at(sums, where, votes)
    return Chosen(codes // max(len(labels), 1), codes % max(len(labels), 1), sums)


def _won(times: Mapping[str, int]) -> Tally:
    won = majority_of(times)
    if won.winner is None:
        return Tally({f"tie/{won.support}/{won.votes}": 1})
    return Tally({f"won/{won.support}/{won.votes}/{won.winner}": 1})


def _sets(answers: Sequence[Answer], times: Mapping[str, int]) -> Tally:
    m = len(answers)
    counts = Tally({f"taken/{label}": 1 for label, count in times.items() if 2 * count > m})
    counts.shift({"undecided": int(any(2 * count == m for count in times.values()))}, 1)
    alike = Counter(frozenset(answer) for answer in answers).values()
    return counts.shift({f"unlike/{m}": m * m - sum(count * count for count in alike)}, 1)


def _sets_of(ballots: LabelBallots) -> tuple[Ints, list[Answer]]:
    """Return the number of each vote's answer as a set, and these, each in alphabetical order."""
    numbers: dict[Answer, int] = {}
    of = [numbers.setdefault(tuple(sorted(name)), len(numbers)) for name in ballots.label_names]
    narrow = np.min_scalar_type(len(numbers))
    return np.array(of, dtype=narrow)[ballots.labels], list(numbers)


class _Counting:
    """A tally that adds up counts over items.

    labels : the names of the labels
    sizes : (I,) the number of answers on each item
    """

    def __init__(self, labels: Sequence[str], sizes: Ints) -> None:
        self._labels, self._sizes = labels, sizes
        self.counts: dict[str, int] = {}
        self._add("units/{}", sizes)

    def add_cells(self, cells: Chosen, kind: Kind) -> None:
        """Add how often labels are given, and on how many items each has the most votes."""
        m = self._sizes[cells.items]
        alone, some = m == 1, m > 1
        self._add("alone/{}", cells.labels[alone], weights=cells.votes[alone], labelled=True)
        self._add("label/{}", cells.labels[some], weights=cells.votes[some], labelled=True)
        if kind != "scale":
            apart = cells.votes * (m - cells.votes)
            self._add("apart/{}/{}", m, cells.labels, weights=apart, labelled=True)
        if kind == "any":
            taken, half = 2 * cells.votes > m, 2 * cells.votes == m
            self._add("taken/{}", cells.labels[taken], labelled=True)
            self.counts["undecided"] = len(np.unique(cells.items[half]))
            return
        won = winners_of(Cells(*cells), len(self._sizes))
        one = won.tied == 1
        best = won.best[one], won.votes[one], won.label[one]
        self._add("won/{}/{}/{}", *best, labelled=True)
        self._add("tie/{}/{}", won.best[~one], won.votes[~one])

    def add_sets(self, answers: Cells) -> None:
        """Add the number of ordered pairs of answers that differ as sets."""
        unlike = self._sizes**2
        np.subtract.at(unlike, answers.items, answers.votes**2)
        self._add("unlike/{}", self._sizes, weights=unlike)

    def _add(
        self, key: str, *columns: Ints, weights: Ints | None = None, labelled: bool = False
    ) -> None:
        """Add, for each distinct row of the columns, the sum of its weights, by default ones.

        labelled : whether the last column numbers labels
        """
        size = len(columns[0])
        if not size:
            return
        _, first, where = np.unique(joined(*columns), return_index=True, return_inverse=True)
        sums = np.zeros(len(first), dtype=np.int64)
        np.add.at(sums, where, np.ones(size, dtype=np.int64) if weights is None else weights)
        rows = np.stack([column[first] for column in columns], axis=1).tolist()
        for (*numbers, last), total in zip(rows, sums.tolist(), strict=True):
            self.counts[key.format(*numbers, self._labels[last] if labelled else last)] = total
