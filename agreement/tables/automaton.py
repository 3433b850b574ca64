"""A layered automaton that accepts the height vectors of all trees, read left to right.

While a vector is read (agreement.segmentation.vectors), the state is a stack of the boundaries
whose right part is incomplete. Each entry has its label and whether the height of the left part is
already the label minus one; if not, the right part's must be. Labels on the stack decrease, so the
next label first closes all smaller ones. An equal label ends a binary tree, and continues the node
of an n-ary one. Stacks that allow the same continuations are merged. A state is such a class with
the label that led to it. At 15 words the widest layer of binary trees has 7,688 states.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.segmentation.vectors import Kind

Stack: TypeAlias = tuple[tuple[int, bool], ...]  # label, whether the left part is high enough
Indices: TypeAlias = NDArray[np.intp]


ROUNDS = 4


class Layer(NamedTuple):
    """The states after one more label, those with most sources first.

    labels : (states,) the label read last
    sources : the j-th array contains the j-th source, in the layer before, of the first states. All
        have a first source, fewer a second, and so on, to ROUNDS
    more, starts : the other sources of the few states that have more; those of the i-th are
        more[starts[i] : starts[i + 1]]
    """

    labels: Indices
    sources: list[Indices]
    more: Indices
    starts: Indices


def layers(n_words: int, kind: Kind = "nested") -> list[Layer]:
    """Return the automaton of the trees over n >= 2 words: n - 1 layers after a single start.

    kind : "nested" for binary trees, "nary" for those with any number of parts

    >>> [len(layer.labels) for layer in layers(14)]
    [13, 88, 360, 1006, 2059, 3210, 3910, 3763, 2849, 1658, 701, 190, 13]
    """
    forward = _stacks(n_words - 1, kind == "nary")
    names: dict[Stack, int | None] = {stack: 0 if _closed(stack) else None for stack in forward[-1]}
    states: list[list[list[tuple[int, int]]]] = []  # by layer and class: its labels and classes
    for stacks in forward[-2::-1]:
        classes: dict[tuple[tuple[int, int], ...], int] = {}
        earlier: dict[Stack, int | None] = {}
        for stack, targets in stacks.items():
            found = ((label, names[target]) for label, target in targets.items())
            steps = tuple((label, name) for label, name in found if name is not None)
            earlier[stack] = classes.setdefault(steps, len(classes)) if steps else None
        names = earlier
        states.append([list(steps) for steps in classes])
    return _number(states[::-1])


def _stacks(length: int, nary: bool) -> list[dict[Stack, dict[int, Stack]]]:
    """Return all stacks that can be reached and closed in time, by layer, with their steps."""
    result: list[dict[Stack, dict[int, Stack]]] = [{(): {}}]
    for left in range(length - 1, -1, -1):
        after: dict[Stack, dict[int, Stack]] = {}
        for stack, steps in result[-1].items():
            for label in range(length):
                pushed = _push(stack, label, nary)
                if pushed is not None and _labels_to_close(pushed) <= left:
                    steps[label] = pushed
                    after[pushed] = {}
        result.append(after)
    return result


def _push(stack: Stack, label: int, nary: bool) -> Stack | None:
    """Return the stack after one more label; None if no tree continues like this."""
    rest, height = list(stack), -1
    while rest and rest[-1][0] < label:
        closing, high_enough = rest.pop()
        if not high_enough and height != closing - 1:
            return None
        height = closing
    if rest and rest[-1][0] == label:
        return (*rest[:-1], (label, rest[-1][1] or height == label - 1)) if nary else None
    return (*rest, (label, height == label - 1))


def _labels_to_close(stack: Stack) -> int:
    """Return the fewest further labels: a right part of height h above one of height g takes h -
    g."""
    fewest, height = 0, -1
    for label, high_enough in reversed(stack):
        if not high_enough:
            fewest += label - 1 - height
        height = label
    return fewest


def _closed(stack: Stack) -> bool:
    return _labels_to_close(stack) == 0


def _number(states: list[list[list[tuple[int, int]]]]) -> list[Layer]:
    """Split the classes by the label that leads to them, and sort them by number of sources."""
    result: list[Layer] = []
    before = [(0, 0)]  # label, class
    for steps in states:
        sources: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for number, (_, name) in enumerate(before):
            for step in steps[name]:
                sources[step].append(number)
        before = sorted(sources, key=lambda state: -len(sources[state]))
        rounds = [
            np.array([sources[state][j] for state in before if len(sources[state]) > j], dtype=int)
            for j in range(ROUNDS)
        ]
        others = [sources[state][ROUNDS:] for state in before if len(sources[state]) > ROUNDS]
        more = np.array([source for some in others for source in some], dtype=int)
        starts = np.cumsum([0, *map(len, others)])
        result.append(Layer(np.array([label for label, _ in before]), rounds, more, starts))
    return result
