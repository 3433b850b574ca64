"""Fast readers of plainly written segmentations, by their shape.

The vector does not depend on the words: "a | b c" has the shape "w | w w". Shapes repeat, so each
is parsed once and cached, at most SHAPES of them, of MAX_LENGTH characters. Other input
(backslashes, unusual characters, wrong words, lists) goes to the readers in `boundaries`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeGuard

from agreement.segmentation import boundaries
from agreement.segmentation.vectors import IllFormed, Vector

MAX_LENGTH = 500
SHAPES = 2**15
FLAT_WORD = re.compile(r"[^ |]+")
NESTED_WORD = re.compile(r"[^ ()]+")


def read_flat(raw: object, words: Sequence[str]) -> Vector:
    """Return `boundaries.read_flat`, faster.

    >>> read_flat("apply | first aid course | on line", "apply first aid course on line".split())
    (1, 0, 0, 1, 0)
    """
    if _is_plain(raw) and raw.replace("|", " ").split() == words:
        vector = _flat(FLAT_WORD.sub("w", raw))
        if vector is not None:
            return vector
    return boundaries.read_flat(raw, words)


def read_nested(raw: object, words: Sequence[str]) -> Vector:
    """Return `boundaries.read_nested`, faster.

    >>> read_nested("(barbie ((dress up) games))", "barbie dress up games".split())
    (2, 0, 1)
    """
    if _is_plain(raw) and raw.replace("(", " ").replace(")", " ").split() == words:
        vector = _nested(NESTED_WORD.sub("w", raw))
        if vector is not None:
            return vector
    return boundaries.read_nested(raw, words)


def _is_plain(raw: object) -> TypeGuard[str]:
    """Return whether the text contains only words, spaces and marks."""
    return isinstance(raw, str) and len(raw) <= MAX_LENGTH and raw.isprintable() and "\\" not in raw


@lru_cache(maxsize=SHAPES)
def _flat(shape: str) -> Vector | None:
    try:
        return boundaries.parse_flat(shape)
    except IllFormed:
        return None


@lru_cache(maxsize=SHAPES)
def _nested(shape: str) -> Vector | None:
    try:
        return boundaries.parse_nested(shape)
    except IllFormed:
        return None
