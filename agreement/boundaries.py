"""Segmentations as text and as boundary vectors (ACL 2013, section 4.1).

A text of n words has n - 1 boundaries, one between each word and the next.

Flat: 1 where the two words fall in different segments, else 0.
Nested: a strict binary tree over the words; the boundary at an internal node holds the height of
the node, 0 where both children are words, else 1 + the larger child's. A tree and its vector
determine each other.

Whatever a client sends ends in a vector or in `IllFormed`, which says what is wrong and where.
Nothing here recurses, so the depth of a bracketing is no danger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn, TypeAlias

Vector: TypeAlias = tuple[int, ...]
Tree: TypeAlias = "int | tuple[Tree, Tree]"

SPECIAL = re.compile(r"([|()\\])")
ESCAPED = re.compile(r"\\([|()\\])")
TOKENS = {  # a mark, or a word: escaped characters and all that is neither space nor mark
    "|": re.compile(r"([|])|((?:\\[|()\\]|[^\s|])+)"),
    "()": re.compile(r"([()])|((?:\\[|()\\]|[^\s()])+)"),
}
LARGEST_LABEL = 2**31 - 1  # any more is not worth the printing
DIGITS = re.compile(r"[0-9]+")
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class IllFormed(ValueError):
    """A segmentation that is none.

    `str(error)` is a sentence for a person. `reason` is short and stable. `position` counts from
    0: the character of a string form, the index in a vector form, None where no place is at fault.
    The sentence counts from 1, as people do.
    """

    def __init__(self, sentence: str, reason: str, position: int | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.position = position


class Token(NamedTuple):
    mark: str  # "|", "(", ")" or "" for a word
    word: str
    position: int


class Node(NamedTuple):
    """An internal node: the words `first` to `last`, split after the word `boundary`."""

    boundary: int
    first: int
    last: int


def parse_flat(text: str, words: Sequence[str] | None = None) -> Vector:
    r"""Read a pipe string.

    `words`, when given, are the item's words, which the string must hold in order. A backslash
    takes the meaning from a following `|`, `(`, `)` or backslash; elsewhere it is itself.

    >>> parse_flat("apply | first aid course | on line")  # ACL 2013, Table 1
    (1, 0, 0, 1, 0)
    >>> parse_flat("a || b")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.boundaries.IllFormed: The segment before the bar at character 4 is empty. Write ...
    """
    found: list[Token] = []
    vector: list[int] = []
    bar: Token | None = None
    for token in _tokens(text, "|"):
        if token.mark and (bar or not found):
            _refuse_empty_segment("before", token)
        elif token.mark:
            bar = token
        else:
            if found:
                vector.append(1 if bar else 0)
            found.append(token)
            bar = None
    if bar:
        _refuse_empty_segment("after", bar)
    _check_words(found, words, len(text))
    return tuple(vector)


def parse_nested(text: str, words: Sequence[str] | None = None) -> Vector:
    """Read a bracket string, a strict binary tree over the words; spaces are free.

    >>> parse_nested("((apply first) ((aid course) (on line)))")  # ACL 2013, Table 2
    (0, 2, 0, 1, 0)
    >>> parse_nested("(barbie ((dress up) games))")
    (2, 0, 1)
    >>> parse_nested("(a b c)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.boundaries.IllFormed: The group that opens at character 1 has 3 parts. Each ...
    """
    found: list[Token] = []
    heights: dict[int, int] = {}
    root: list[tuple[int, int, int]] = []  # height (a word's is -1), last word, position
    groups = [(-1, root)]
    for token in _tokens(text, "()"):
        if token.mark == "(":
            groups.append((token.position, []))
            continue
        if token.mark:
            part = _close(groups, token, heights)
            groups[-1][1].append(part)
        else:
            groups[-1][1].append((-1, len(found), token.position))
            found.append(token)
    if len(groups) > 1:
        _refuse_unbalanced("opens", "closed", groups[-1][0])
    if len(root) > 1:
        position = root[1][2]
        raise IllFormed(
            f"A second group or word stands at character {position + 1}, outside the first. "
            "One pair of brackets must hold the whole text.",
            "more than one root",
            position,
        )
    _check_words(found, words, len(text))
    return tuple(heights[boundary] for boundary in range(len(found) - 1))


def check_flat(vector: object, n_words: int) -> Vector:
    """A flat boundary vector from any JSON value, or IllFormed.

    >>> check_flat([1, 0, 0], 4)
    (1, 0, 0)
    >>> check_flat([1, 0.0, 0], 4)
    Traceback (most recent call last):
        ...
    agreement.boundaries.IllFormed: Boundary 2 is not a whole number. Give 0 or 1.
    """
    return _whole_numbers(vector, n_words, 1, "Give 0 or 1.")


def check_nested(vector: object, n_words: int) -> Vector:
    """The heights of a strict binary tree from any JSON value, or IllFormed.

    >>> check_nested([1, 0, 2, 3, 0], 6)
    (1, 0, 2, 3, 0)
    >>> check_nested([3, 0, 1], 4)
    Traceback (most recent call last):
        ...
    agreement.boundaries.IllFormed: Boundary 1 has the label 3 where the height of its tree is 2.
    """
    advice = f"Give a height from 0 to {max(n_words - 2, 0)}."
    checked = _whole_numbers(vector, n_words, LARGEST_LABEL, advice)
    for _ in _nodes(checked):
        pass
    return checked


def format_flat(words: Sequence[str], vector: Sequence[int]) -> str:
    """Write a pipe string; `parse_flat` reads it back.

    >>> format_flat(["first", "aid", "on", "line"], (0, 1, 0))
    'first aid | on line'
    """
    checked = check_flat(vector, len(words))
    parts = [_escape(word) for word in words]
    cuts = [" | " if cut else " " for cut in checked]
    return parts[0] + "".join(cut + part for cut, part in zip(cuts, parts[1:], strict=True))


def format_nested(words: Sequence[str], vector: Sequence[int]) -> str:
    """Write a bracket string; `parse_nested` reads it back.

    >>> format_nested(["barbie", "dress", "up", "games"], (2, 0, 1))
    '(barbie ((dress up) games))'
    """
    parts = [_escape(word) for word in words]
    opening, closing = [0] * len(parts), [0] * len(parts)
    for node in _nodes(check_nested(vector, len(words))):
        opening[node.first] += 1
        closing[node.last] += 1
    return " ".join(
        "(" * before + part + ")" * after
        for before, part, after in zip(opening, parts, closing, strict=True)
    )


def read_flat(raw: object, words: Sequence[str]) -> Vector:
    """A flat segmentation in any published form: pipe string, boundary list, digit string.

    >>> [read_flat(raw, ["a", "b", "c"]) for raw in ("a | b c", [1, 0], "10")]
    [(1, 0), (1, 0), (1, 0)]
    """
    if isinstance(raw, str):
        digits = _digits(raw, len(words))
        return parse_flat(raw, words) if digits is None else check_flat(digits, len(words))
    return check_flat(raw, len(words))


def read_nested(raw: object, words: Sequence[str]) -> Vector:
    """A nested segmentation in any published form: bracket string, boundary list, digit string.

    >>> read_nested("1020", "major league baseball salary cap".split())  # supplementary, Table 2
    (1, 0, 2, 0)
    """
    if isinstance(raw, str):
        digits = _digits(raw, len(words))
        return parse_nested(raw, words) if digits is None else check_nested(digits, len(words))
    return check_nested(raw, len(words))


def nested_tree(vector: Sequence[int]) -> Tree:
    """The tree of a nested vector, as nested pairs of word indexes.

    >>> nested_tree((0, 1))
    ((0, 1), 2)
    """
    by_last: dict[int, Tree] = {}
    by_first: dict[int, Tree] = {}
    tree: Tree = 0
    for node in _nodes(check_nested(vector, len(vector) + 1)):
        left = by_last.get(node.boundary, node.boundary)
        right = by_first.get(node.boundary + 1, node.boundary + 1)
        tree = (left, right)
        by_first[node.first] = by_last[node.last] = tree
    return tree


def _tokens(text: object, marks: str) -> Iterator[Token]:
    if not isinstance(text, str):
        raise IllFormed("The segmentation is not a text.", "not a text")
    if bad := UNSTORABLE.search(text):
        raise IllFormed(
            f"Character {bad.start() + 1} is a NUL or half of a surrogate pair. Remove it.",
            "forbidden character",
            bad.start(),
        )
    for match in TOKENS[marks].finditer(text):
        mark, word = match.groups()
        yield Token(mark or "", ESCAPED.sub(r"\1", word or ""), match.start())


def _close(
    groups: list[tuple[int, list[tuple[int, int, int]]]], token: Token, heights: dict[int, int]
) -> tuple[int, int, int]:
    """Close the innermost group, note its height at its boundary, and return it as a part."""
    opened, parts = groups.pop()
    if not groups:
        _refuse_unbalanced("closes", "opened", token.position)
    if len(parts) != 2:
        raise IllFormed(
            f"The group that opens at character {opened + 1} has {len(parts)} "
            f"{'part' if len(parts) == 1 else 'parts'}. Each group joins exactly two.",
            f"non-binary node with {len(parts)} children",
            opened,
        )
    (left, boundary, _), (right, last, _) = parts
    heights[boundary] = 1 + max(left, right)
    return heights[boundary], last, opened


def _check_words(found: list[Token], words: Sequence[str] | None, end: int) -> None:
    if not found:
        raise IllFormed("The segmentation holds no words.", "no words", 0)
    if words is None:
        return
    for number, (token, word) in enumerate(zip(found, words, strict=False), 1):
        if token.word != word:
            raise IllFormed(
                f"Word {number} is “{token.word}” where the text has “{word}” "
                f"(character {token.position + 1}). Keep the words as they are, in order.",
                "wrong words",
                token.position,
            )
    if len(found) != len(words):
        raise IllFormed(
            f"The segmentation holds {len(found)} words where the text has {len(words)}.",
            "wrong words",
            found[len(words)].position if len(found) > len(words) else end,
        )


def _whole_numbers(vector: object, n_words: int, largest: int, advice: str) -> Vector:
    if not isinstance(vector, list | tuple):
        raise IllFormed("The boundaries are not a list of whole numbers.", "not a list")
    if n_words < 1:
        raise IllFormed("The text holds no words.", "no words")
    if len(vector) != n_words - 1:
        raise IllFormed(
            f"There are {len(vector)} boundaries where a text of {n_words} "
            f"{'word' if n_words == 1 else 'words'} has {n_words - 1}.",
            "wrong length",
        )
    for index, value in enumerate(vector):
        if type(value) is not int:
            sentence = f"Boundary {index + 1} is not a whole number. {advice}"
            raise IllFormed(sentence, "not a whole number", index)
        if not 0 <= value <= largest:
            sentence = f"Boundary {index + 1} is out of range. {advice}"
            raise IllFormed(sentence, "out of range", index)
    return tuple(vector)


def _nodes(vector: Vector) -> Iterator[Node]:
    """The internal nodes, children before parents; IllFormed where the labels are no heights.

    One pass with a stack of the boundaries that still wait for their right part.
    """
    waiting: list[tuple[int, int, int, int]] = []  # label, boundary, first word, height at left
    for boundary, label in enumerate([*vector, max(vector, default=0) + 1]):
        first, height = boundary, -1
        while waiting and waiting[-1][0] < label:
            expected, at, first, left = waiting.pop()
            height = 1 + max(left, height)
            if height != expected:
                raise IllFormed(
                    f"Boundary {at + 1} has the label {expected} where the height of its tree "
                    f"is {height}.",
                    f"label {expected} where the height is {height}",
                    at,
                )
            yield Node(at, first, boundary)
        if waiting and waiting[-1][0] == label:
            raise IllFormed(
                f"Boundaries {waiting[-1][1] + 1} and {boundary + 1} both have the label {label}, "
                "and none between them is higher. A tree has one root.",
                "root label not unique",
                boundary,
            )
        waiting.append((label, boundary, first, height))


def _digits(raw: str, n_words: int) -> list[int] | None:
    """The digits of a digit string; of one word, the empty string is one."""
    if n_words == 1:
        return None if raw else []
    return [int(digit) for digit in raw] if DIGITS.fullmatch(raw) else None


def _escape(word: str) -> str:
    if not word or word.split() != [word] or UNSTORABLE.search(word):
        raise IllFormed(
            f"The word {word!r} is empty, or holds white space, a NUL or half of a surrogate pair.",
            "bad word",
        )
    return SPECIAL.sub(r"\\\1", word)


def _refuse_empty_segment(side: str, bar: Token) -> NoReturn:
    raise IllFormed(
        f"The segment {side} the bar at character {bar.position + 1} is empty. "
        "Write at least one word between two bars.",
        "empty segment",
        bar.position,
    )


def _refuse_unbalanced(verb: str, missing: str, position: int) -> NoReturn:
    raise IllFormed(
        f"The bracket that {verb} at character {position + 1} was never {missing}. "
        "Every bracket that opens must close.",
        "unbalanced brackets",
        position,
    )
