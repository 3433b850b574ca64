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


# Letters and signs by their category, which leave no mark on paper all the same.
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
NAMES = {"\t": "tab", "\n": "end of line", "\r": "carriage return"}


def visible(text: str) -> str:
    """The text with the name of each character that cannot be seen in its place; spaces stay.

    >>> visible("a\\tb\\u200bc d\\x01")
    'a⟨tab⟩b⟨zero width space⟩c d⟨U+0001⟩'
    """
    if text.isprintable() and BLANK.isdisjoint(text):
        return text
    return "".join(_named(one) if _is_unseen(one) else one for one in text)


def _is_unseen(character: str) -> bool:
    if character == " ":
        return False
    return character in BLANK or unicodedata.category(character) in UNSEEN


def _named(character: str) -> str:
    name = NAMES.get(character) or unicodedata.name(character, "").lower()
    return f"⟨{name or f'U+{ord(character):04X}'}⟩"


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
