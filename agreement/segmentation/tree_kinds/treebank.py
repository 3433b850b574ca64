"""N-ary and labelled trees as bracket strings, to boundary vectors and back.

Without labels, brackets hold two or more words or groups: `(a (b c) d)`. With labels, the first
token of a bracket is its label, as in treebanks: `(S (NP the cat) (VP sat down))`. Groups join two
or more parts, so in a treebank's file the brackets around a single part are no groups: a part of
speech `(DT the)`, a unary step `(S (VP …))`, an outer bracket without a label `( (S …) )`. They are
read as their part, and their labels are dropped. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from agreement.segmentation.tokens import (
    Token,
    check_number,
    check_opened,
    check_words,
    escaped,
    refuse_unbalanced,
    tokens_of,
)
from agreement.segmentation.trees import Span
from agreement.segmentation.vectors import IllFormed, Kind, Vector, groups


class Name(NamedTuple):
    """The label of a group, and its position in the string."""

    label: str
    position: int


class Read(NamedTuple):
    """The heights of a tree, and the labels of its groups; empty if it is not labelled."""

    heights: Vector
    labels: Mapping[Span, Name]


class _Part(NamedTuple):
    """A word or a finished group; the height of a word is -1."""

    first: int
    last: int
    height: int
    position: int


@dataclass
class _Open:
    """A bracket that is not closed yet."""

    position: int
    label: Name | None = None
    parts: list[_Part] = field(default_factory=list)


@dataclass
class _Reader:
    """The tree so far: the height at each boundary, and the labels of groups."""

    kind: Kind
    labelled: bool
    words: Sequence[str] | None
    found: list[Token] = field(default_factory=list)
    heights: dict[int, int] = field(default_factory=dict)
    labels: dict[Span, Name] = field(default_factory=dict)
    waiting: list[_Open] = field(default_factory=lambda: [_Open(-1)])
    opened: int = 0

    def take(self, token: Token, after_opening: bool) -> None:
        if token.mark == "(":
            self.opened += 1
            check_opened(self.opened, self.words, token)
            self.waiting.append(_Open(token.position))
        elif token.mark:
            part = self._close(token)
            self.waiting[-1].parts.append(part)
        elif self.labelled and after_opening:
            self.waiting[-1].label = Name(token.word, token.position)
        else:
            at = len(self.found)
            self.waiting[-1].parts.append(_Part(at, at, -1, token.position))
            self.found.append(token)
            check_number(self.found, self.words)

    def _close(self, token: Token) -> _Part:
        """Close the innermost bracket, note the height at its boundaries, and return its part."""
        closed = self.waiting.pop()
        if not self.waiting:
            refuse_unbalanced("closes", "opened", "have opened", token.position)
        parts = closed.parts
        if self.labelled and len(parts) == 1:
            return parts[0]._replace(position=closed.position)
        self._check_parts(closed)
        height = 1 + max(part.height for part in parts)
        for part in parts[:-1]:
            self.heights[part.last] = height
        span = parts[0].first, parts[-1].last
        if closed.label is not None:
            self.labels[span] = closed.label
        return _Part(*span, height, closed.position)

    def _check_parts(self, closed: _Open) -> None:
        number = len(closed.parts)
        if number < 2 or (self.kind == "nested" and number > 2):
            many = "exactly two" if self.kind == "nested" else "two or more"
            raise IllFormed(
                f"The group that opens at character {closed.position + 1} must join {many} parts, "
                f"but has {number}.",
                f"node with {number} children",
                closed.position,
            )
        if self.labelled and closed.label is None:
            raise IllFormed(
                f"The group that opens at character {closed.position + 1} has no label. Write it "
                "after the bracket.",
                "no label",
                closed.position,
            )


def parse_tree(
    text: str,
    words: Sequence[str] | None = None,
    *,
    kind: Kind = "nary",
    labelled: bool = False,
) -> Read:
    """Read a bracket string; spaces are free.

    >>> parse_tree("(a (b c) d)").heights
    (1, 0, 1)
    >>> found = parse_tree("(S (NP (DT the) (NN cat)) (VBD sat))", labelled=True)
    >>> found.heights, {span: name.label for span, name in found.labels.items()}
    ((0, 1), {(0, 1): 'NP', (0, 2): 'S'})
    >>> parse_tree("((a) b)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: The group that opens at character 2 must join two ...
    """
    reader = _Reader(kind, labelled, words)
    after_opening = False
    for token in tokens_of(text, "()"):
        reader.take(token, after_opening)
        after_opening = token.mark == "("
    root = reader.waiting[0].parts
    if len(reader.waiting) > 1:
        refuse_unbalanced("opens", "closed", "close", reader.waiting[-1].position)
    if len(root) > 1:
        position = root[1].position
        raise IllFormed(
            f"There is a second group or word at character {position + 1}, outside the first. "
            "One pair of brackets must contain the whole text.",
            "more than one root",
            position,
        )
    check_words(reader.found, words, len(text))
    heights = tuple(reader.heights[at] for at in range(len(reader.found) - 1))
    return Read(heights, reader.labels)


def format_labelled(words: Sequence[str], heights: Vector, labels: Mapping[Span, str]) -> str:
    """Write a labelled tree; `parse_tree` reads it back.

    >>> format_labelled(["the", "cat", "sat"], (0, 1), {(0, 1): "NP", (0, 2): "S"})
    '(S (NP the cat) sat)'
    """
    opening: list[list[str]] = [[] for _ in words]
    closing = [0] * len(words)
    for group in groups(heights):
        opening[group.first].insert(0, f"({escaped(labels[group.first, group.last])} ")
        closing[group.last] += 1
    return " ".join(
        "".join(before) + escaped(word) + ")" * after
        for before, word, after in zip(opening, words, closing, strict=True)
    )
