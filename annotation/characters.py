"""Characters that texts from outside do not need, and that cost or hide something."""

import re
import unicodedata
from functools import cache

# Control characters and halves of surrogate pairs, tabs and the ends of lines excepted.
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

# As in Unicode's stream-safe texts (UAX 15, 13): no language stacks as many.
MOST_MARKS = 30
LAST_OF_BMP = "\uffff"
BEYOND_MARKS = 0x20000


def hidden_at(text: str) -> int | None:
    """Where the first character stands that cannot be seen and ends no line."""
    found = HIDDEN.search(text)
    return found.start() if found else None


def stacked_at(text: str) -> int | None:
    """Where more than 30 marks (accents and the like) begin to stand on one letter. To normalize
    such a text costs time that grows with the square of their number.

    >>> stacked_at("a" + 30 * "\\u0301"), stacked_at("a" + 31 * "\\u0301")
    (None, 1)
    """
    if text.isascii():
        return None
    found = _stacked(max(text) > LAST_OF_BMP).search(text)
    return found.start() if found else None


@cache
def _stacked(beyond_bmp: bool) -> re.Pattern[str]:
    """Of runs of marks, so that the engine has few to compare; the first by itself, so that it
    skips to where one is. It is ten times as fast where all are in the basic plane."""
    end = BEYOND_MARKS if beyond_bmp else ord(LAST_OF_BMP)
    runs: list[list[int]] = []
    for code in range(0x300, end):
        if not unicodedata.combining(chr(code)):
            continue
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    mark = "".join(f"{chr(first)}-{chr(last)}" for first, last in runs)
    return re.compile(f"[{mark}][{mark}]{{{MOST_MARKS}}}")
