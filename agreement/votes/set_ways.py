"""Consensus methods for items with any number of labels: how many items each settles, and how often
it is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from agreement.votes.crowd_shapes import SetConsensus
from agreement.votes.label_counting import Answer
from agreement.votes.ways import Unit, accuracy_of

ITEM = Unit("item", "items")
Gold: TypeAlias = Mapping[Any, Answer]  # item: its true labels


class Choice(NamedTuple):
    """The consensus set of labels for an item by one method, and the undecided labels."""

    chosen: frozenset[str]
    undecided: frozenset[str] = frozenset()


SetChoices = Mapping[str, Choice]


class SetWay:
    """One consensus method for sets: how many items it settles, and its accuracy, added up item by
    item."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._items = self._ties = self._known = 0
        self._right = Fraction(0)
        self._by_label = dict.fromkeys(labels, Fraction(0))

    def add(self, chosen: SetChoices, gold: Gold) -> None:
        self._items += len(chosen)
        self._ties += sum(bool(choice.undecided) for choice in chosen.values())
        for item in chosen.keys() & gold.keys():
            truth = frozenset(gold[item])
            self._known += 1
            self._right += _right(chosen[item], truth)
            for label in self._by_label:
                self._by_label[label] += _right(chosen[item], truth, label)

    def figure(self, size: int, *, known: bool) -> SetConsensus:
        """Return the number of settled items, of ties, and the accuracy.

        size : the number of all items
        known : whether there are gold answers
        """
        return {
            **ITEM.counted(self._items),
            "ties": self._ties,
            "none": size - self._items,
            **accuracy_of(self._right, self._known, ITEM, known=known),
            "labels": {
                label: accuracy_of(right, self._known, ITEM, known=known)
                for label, right in self._by_label.items()
            },
        }


def _right(choice: Choice, truth: frozenset[str], label: str | None = None) -> Fraction:
    """Return the probability that a choice is right, for one label or (None) for the whole set.

    Each undecided label counts as a random choice.
    """
    chosen, undecided = choice
    if label is not None:
        chosen, undecided, truth = chosen & {label}, undecided & {label}, truth & {label}
    wrong = (chosen ^ truth) - undecided
    return Fraction(0) if wrong else Fraction(1, 2 ** len(undecided))
