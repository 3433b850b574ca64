"""Segmentations as text: pipe strings and bracket strings to boundary vectors and back.

Any input gives either a vector or an `IllFormed`, which says what is wrong and where.
`agreement.segmentation.vectors` defines the vectors; its names are exported here too, so that
readers and writers of segmentations need only this module. Nothing here recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NoReturn

from agreement.segmentation.tokens import (
    UNSTORABLE,
    Token,
    check_number,
    check_opened,
    check_words,
    escaped,
    refuse_unbalanced,
    tokens_of,
)
from agreement.segmentation.vectors import (
    IllFormed,
    Tree,
    Vector,
    check_flat,
    check_nested,
    groups,
    nested_tree,
    nodes,
)

__all__ = [
    "UNSTORABLE",
    "IllFormed",
    "Tree",
    "Vector",
    "check_flat",
    "check_nested",
    "format_all",
    "format_flat",
    "format_nested",
    "nested_tree",
    "parse_flat",
    "parse_nested",
    "read_flat",
    "read_nested",
]

DIGITS = re.compile(r"[0-9]+")

EMPTY_SEGMENT = (
    "The segment {side} the bar at character {character} is empty. Write at least one word between "
    "two bars."
)


def parse_flat(text: str, words: Sequence[str] | None = None) -> Vector:
    r"""Read a pipe string.

    `words`, if given, are the item's words, which the string must contain in order. A backslash
    escapes a following `|`, `(`, `)` or backslash; elsewhere it is an ordinary character.

    >>> parse_flat("apply | first aid course | on line")  # ACL 2013, Table 1
    (1, 0, 0, 1, 0)
    >>> parse_flat("a || b")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agreement.segmentation.vectors.IllFormed: The segment before the bar at character 4 is ...
    """
    found: list[Token] = []
    vector: list[int] = []
    bar: Token | None = None
    for token in tokens_of(text, "|"):
        if token.mark and (bar or not found):
            _refuse_empty_segment("before", token)
        elif token.mark:
            bar = token
        else:
            if found:
                vector.append(1 if bar else 0)
            found.append(token)
            check_number(found, words)
            bar = None
    if bar:
        _refuse_empty_segment("after", bar)
    check_words(found, words, len(text))
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
    agreement.segmentation.vectors.IllFormed: The group that opens at character 1 must join ...
    """
    found: list[Token] = []
    heights: dict[int, int] = {}
    root: list[tuple[int, int, int]] = []  # height (a word's is -1), last word, position
    groups = [(-1, root)]
    opened = 0
    for token in tokens_of(text, "()"):
        if token.mark == "(":
            opened += 1
            check_opened(opened, words, token)
            groups.append((token.position, []))
            continue
        if token.mark:
            part = _close(groups, token, heights)
            groups[-1][1].append(part)
        else:
            groups[-1][1].append((-1, len(found), token.position))
            found.append(token)
            check_number(found, words)
    if len(groups) > 1:
        refuse_unbalanced("opens", "closed", "close", groups[-1][0])
    if len(root) > 1:
        position = root[1][2]
        raise IllFormed(
            f"There is a second group or word at character {position + 1}, outside the first. "
            "One pair of brackets must contain the whole text.",
            "more than one root",
            position,
        )
    check_words(found, words, len(text))
    return tuple(heights[boundary] for boundary in range(len(found) - 1))


def format_flat(words: Sequence[str], vector: Sequence[int]) -> str:
    """Write a pipe string; `parse_flat` reads it back.

    >>> format_flat(["first", "aid", "on", "line"], (0, 1, 0))
    'first aid | on line'
    """
    return format_all("flat", words, [check_flat(vector, len(words))])[0]


def format_nested(words: Sequence[str], vector: Sequence[int]) -> str:
    """Write a bracket string; `parse_nested` reads it back.

    >>> format_nested(["barbie", "dress", "up", "games"], (2, 0, 1))
    '(barbie ((dress up) games))'
    """
    return format_all("nested", words, [check_nested(vector, len(words))])[0]


def format_all(kind: str, words: Sequence[str], vectors: Iterable[Vector]) -> list[str]:
    """Write many well-formed segmentations of one text, faster than each alone.

    >>> format_all("flat", ["on", "line"], [(0,), (1,)])
    ['on line', 'on | line']
    >>> format_all("nary", ["a", "b", "c"], [(0, 0), (0, 1)])
    ['(a b c)', '((a b) c)']
    """
    places = tuple(escaped(word) for word in words)
    return [_pattern(kind, vector) % places for vector in vectors]


@lru_cache(maxsize=2**11)
def _pattern(kind: str, vector: Vector) -> str:
    """Return the text around the words, with a %s for each; most texts share a few of them."""
    if kind == "flat":
        return " ".join(["%s", *("| %s" if cut else "%s" for cut in vector)])
    opening, closing = [0] * (len(vector) + 1), [0] * (len(vector) + 1)
    for node in groups(vector) if kind == "nary" else nodes(vector):
        opening[node.first] += 1
        closing[node.last] += 1
    return " ".join(
        "(" * before + "%s" + ")" * after for before, after in zip(opening, closing, strict=True)
    )


def read_flat(raw: object, words: Sequence[str]) -> Vector:
    """Read a flat segmentation in any published form: pipe string, boundary list, digit string.

    >>> [read_flat(raw, ["a", "b", "c"]) for raw in ("a | b c", [1, 0], "10")]
    [(1, 0), (1, 0), (1, 0)]
    """
    if isinstance(raw, str):
        digits = _digits(raw, len(words))
        return parse_flat(raw, words) if digits is None else check_flat(digits, len(words))
    return check_flat(raw, len(words))


def read_nested(raw: object, words: Sequence[str]) -> Vector:
    """Read a nested segmentation in any form: bracket string, boundary list, digit string.

    >>> read_nested("1020", "major league baseball salary cap".split())  # supplementary, Table 2
    (1, 0, 2, 0)
    """
    if isinstance(raw, str):
        digits = _digits(raw, len(words))
        return parse_nested(raw, words) if digits is None else check_nested(digits, len(words))
    return check_nested(raw, len(words))


def _close(
    groups: list[tuple[int, list[tuple[int, int, int]]]], token: Token, heights: dict[int, int]
) -> tuple[int, int, int]:
    """Close the innermost group, note its height at its boundary, and return it as a part."""
    opened, parts = groups.pop()
    if not groups:
        refuse_unbalanced("closes", "opened", "have opened", token.position)
    if len(parts) != 2:
        raise IllFormed(
            f"The group that opens at character {opened + 1} must join exactly two parts, but has "
            f"{len(parts)}.",
            f"non-binary node with {len(parts)} children",
            opened,
        )
    (left, boundary, _), (right, last, _) = parts
    heights[boundary] = 1 + max(left, right)
    return heights[boundary], last, opened


def _digits(raw: str, n_words: int) -> list[int] | None:
    """Return the digits of a digit string, which is empty for one word; None if it is not one."""
    if n_words == 1:
        return None if raw else []
    return [int(digit) for digit in raw] if DIGITS.fullmatch(raw) else None


def _refuse_empty_segment(side: str, bar: Token) -> NoReturn:
    message = EMPTY_SEGMENT.format(side=side, character=bar.position + 1)
    raise IllFormed(message, "empty segment", bar.position)
