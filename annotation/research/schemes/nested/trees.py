"""A drawing of a nested segmentation: the positions of its words, nodes and lines."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

CHARACTER, WIDE_CHARACTER, GAP, MARGIN = 8.2, 14.5, 18.0, 12
LEVEL, MIN_LEVEL, ROOM = 24.0, 8.0, 288.0
SMALL = 440


@dataclass(frozen=True)
class Word:
    text: str
    x: float


@dataclass(frozen=True)
class Node:
    """A node of the tree. `line` joins its parts by elbows; `height` is the label of its boundary,
    `group` are the places of its first and last word."""

    x: float
    y: float
    height: int
    line: str
    group: tuple[int, int]


@dataclass(frozen=True)
class Tree:
    words: list[Word]
    nodes: list[Node]
    width: float
    height: float
    baseline: float

    @property
    def fits(self) -> bool:
        """Return whether the tree is not much wider than a phone, and readable if drawn smaller."""
        return self.width <= SMALL


@dataclass(frozen=True)
class _Part:
    """A word or a node; `start` is the place of its first part."""

    start: float
    x: float
    y: float
    first: int
    last: int


def draw(vector: Sequence[int], words: Sequence[str], step: float = LEVEL) -> Tree:
    """Place the nodes from the lowest up, so that both parts of a node are placed before it. Levels
    are at most a `step` apart."""
    middles, width = places(words)
    levels = max(vector, default=-1) + 1
    level = _level(levels, step)
    floor = MARGIN + level * levels
    leaves = [_Part(x, x, floor, index, index) for index, x in enumerate(middles)]
    by_first = {part.first: part for part in leaves}
    by_last = {part.last: part for part in leaves}
    nodes: dict[tuple[int, int], Node] = {}  # by first word and height
    for boundary in sorted(range(len(vector)), key=lambda index: (vector[index], index)):
        left, right = by_last[boundary], by_first[boundary + 1]
        y = floor - level * (vector[boundary] + 1)
        start = left.start if left.y == y else left.x  # y: another part of an n-ary node
        node = _Part(start, (start + right.x) / 2, y, left.first, right.last)
        by_first[node.first] = by_last[node.last] = node
        line = f"M{left.x:.1f} {left.y:.1f}V{y:.1f}H{right.x:.1f}V{right.y:.1f}"
        key = left.first, vector[boundary]
        line = nodes[key].line + line if key in nodes else line
        group = left.first, right.last
        nodes[key] = Node(round(node.x, 1), round(y, 1), vector[boundary], line, group)
    drawn = [Word(word, round(x, 1)) for word, x in zip(words, middles, strict=True)]
    return Tree(drawn, list(nodes.values()), round(width), round(floor + 24), round(floor + 18))


def _level(levels: int, step: float) -> float:
    """Levels of a high tree are closer together, so that it stays in view."""
    return max(MIN_LEVEL, min(step, ROOM / max(levels, 1)))


def places(words: Sequence[str]) -> tuple[list[float], float]:
    """Return the middle of each word, and the total width. Right-to-left text is drawn from the
    right."""
    middles, x = [], float(MARGIN)
    for word in words:
        width = width_of(word)
        middles.append(x + width / 2)
        x += width + GAP
    total = x - GAP + MARGIN
    return ([total - place for place in middles] if _right_to_left(words) else middles), total


def width_of(word: str) -> float:
    return sum(
        WIDE_CHARACTER if unicodedata.east_asian_width(character) in "WF" else CHARACTER
        for character in word
    )


def _right_to_left(words: Sequence[str]) -> bool:
    for character in "".join(words):
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False
