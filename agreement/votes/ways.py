"""Consensus methods for items with one label, or with any number: how many items each settles, and
how often it is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, cast

from agreement.votes import crowd_shapes
from agreement.votes.crowd_shapes import Accuracy, Counted, CountedWithOthers, Named, SetConsensus
from agreement.votes.label_counting import Answer
from agreement.votes.poll import Choices


class Unit(NamedTuple):
    """The name of the judged items in figures and reasons: singular and plural.

    Figures have the name as a key, which type checkers cannot follow; hence the casts, only here.
    """

    one: str
    many: str

    def counted(self, number: int) -> Counted:
        return cast(Counted, {self.many: number})

    def counted_with_others(self, number: int) -> CountedWithOthers:
        return cast(CountedWithOthers, {f"{self.many}_with_others": number})

    def named(self, name: str) -> Named:
        return cast(Named, {self.one: name})


PAIR = Unit("pair", "pairs")


class Way:
    """One consensus method: how many items it settles, and its accuracy, added up item by item."""

    def __init__(self) -> None:
        self._items = self._ties = self._known = 0
        self._right = Fraction(0)

    def add(self, chosen: Choices, gold: Mapping[str, str]) -> None:
        """Add the settled items; ties count as a random choice."""
        self._items += len(chosen)
        self._ties += sum(len(labels) > 1 for labels in chosen.values())
        for item in chosen.keys() & gold.keys():
            self._known += 1
            self._right += Fraction(gold[item] in chosen[item], len(chosen[item]))

    def figure(self, size: int, unit: Unit, *, known: bool) -> crowd_shapes.Consensus:
        """Return the number of settled items, of ties, and the accuracy.

        size : the number of all items
        known : whether there are gold answers
        """
        return {
            **unit.counted(self._items),
            "ties": self._ties,
            "none": size - self._items,
            **accuracy_of(self._right, self._known, unit, known=known),
        }


def accuracy_of(right: Fraction, settled: int, unit: Unit, *, known: bool) -> Accuracy:
    """Return the accuracy over settled items with a gold answer.

    right : how many of them are right
    known : whether there are gold answers
    """
    if not settled:
        return no_accuracy(known=known, unit=unit)
    share = right / settled
    return {"accuracy": float(share), "accuracy_exact": str(share), "gold": settled}


def no_accuracy(*, known: bool, unit: Unit) -> Accuracy:
    """Return an undefined accuracy.

    known : whether there are gold answers
    """
    reason = f"No {unit.one} that it settles has a known answer."
    reason = reason if known else "No answer is known."
    return {"accuracy": None, "accuracy_exact": None, "gold": 0, "accuracy_reason": reason}


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
