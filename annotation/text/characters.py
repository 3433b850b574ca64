"""Detect characters in submitted texts that are invisible or costly to process."""

import re
import unicodedata
from functools import cache

# Control characters, except tabs and line ends, and halves of surrogate pairs.
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

# The limit of Unicode's stream-safe texts (UAX 15, 13); no language stacks that many.
MAX_MARKS = 30
LAST_OF_BMP = "\uffff"
END_OF_MARKS = 0x20000


# Characters that are blank although their category is letter or symbol.
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
NAMES = {"\t": "tab", "\n": "end of line", "\r": "carriage return"}


def visible(text: str) -> str:
    r"""Return the text with each invisible character replaced by its name; spaces stay.

    >>> visible("a\tb\u200bc d\x01")
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


def key_in(text: str) -> int | None:
    """Return the key of a row that a text from a client contains; None if it contains none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def hidden_at(text: str) -> int | None:
    """Return the place of the first invisible character that is no white space, or None."""
    found = HIDDEN.search(text)
    return found.start() if found else None


def stacked_at(text: str) -> int | None:
    r"""Return the place where more than 30 marks (accents and the like) begin on one letter, or
    None.

    Normalizing such a text costs time that grows with the square of their number.

    >>> stacked_at("a" + 30 * "\u0301"), stacked_at("a" + 31 * "\u0301")
    (None, 1)
    """
    if text.isascii():
        return None
    found = _stacked(max(text) > LAST_OF_BMP).search(text)
    return found.start() if found else None


@cache
def _stacked(beyond_bmp: bool) -> re.Pattern[str]:
    """Return the pattern that finds too many marks.

    It lists ranges of marks, so that the engine compares few. The first mark is a class of its own,
    so that the engine skips to the next mark. The pattern for marks of the basic plane alone is ten
    times as fast."""
    end = END_OF_MARKS if beyond_bmp else ord(LAST_OF_BMP)
    runs: list[list[int]] = []
    for code in range(0x300, end):
        if not unicodedata.combining(chr(code)):
            continue
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    mark = "".join(f"{chr(first)}-{chr(last)}" for first, last in runs)
    return re.compile(f"[{mark}][{mark}]{{{MAX_MARKS}}}")


def problem_with_characters(text: str) -> str | None:
    """Return why a text contains characters that cannot be stored or displayed; None if it has
    none."""
    stacked = stacked_at(text)
    if stacked is not None:
        return f"More than {MAX_MARKS} accents are on one letter from character {stacked + 1}."
    if text.isprintable():
        return None
    for place, character in enumerate(text, 1):
        if unicodedata.category(character) == "Cs":
            return f"Character {place} is half of a surrogate pair. Remove it."
        if unicodedata.category(character) == "Cc" and character not in "\t\r\n":
            return f"Character {place} is the control character U+{ord(character):04X}. Remove it."
    return None
