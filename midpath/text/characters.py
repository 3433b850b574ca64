"""Detect characters in submitted texts that are invisible or costly to process."""

import re
import unicodedata
from collections.abc import Hashable, Mapping, Sequence
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
ALWAYS_INVISIBLE = {"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"}
NAMES = {"\t": "tab", "\n": "end of line", "\r": "carriage return"}

# Zero-width characters, and signs that only choose a direction or a way to draw a letter.
ZERO_WIDTH = (
    *(0xAD, 0x34F, 0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF),
    *(*range(0x180B, 0x180F), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    *range(0xFE00, 0xFE10),
)
NO_BREAK_SPACES = (0xA0, 0x2007, 0x202F)
RESPELLED = {**dict.fromkeys(ZERO_WIDTH), **dict.fromkeys(NO_BREAK_SPACES, " ")}
UNUSUAL = re.compile(f"[{''.join(map(chr, RESPELLED))}\u200c\u200d]")
# Joiners change what is written in these scripts (Arabic to Mongolian) and in emoji.
JOINED = "\u0590-\u1aff\u2190-\u2bff\ufb50-\ufdff\ufe70-\ufefe\U00010000-\U0001faff"
FORGET_JOINERS = {0x200C: None, 0x200D: None}
LOOSE_JOINERS = re.compile(f"(?<![{JOINED}])[\u200c\u200d]+|[\u200c\u200d]+(?![{JOINED}])")
# All characters below this one are composed.
FIRST_MARK = "\u0300"


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


def canonical(text: str) -> str:
    r"""Return the spelling by which names, labels and texts are compared: composed (NFC), without
    zero-width characters, and with ordinary spaces for no-break spaces.

    Joiners stay where they change what is written, as in Persian, in Hindi and in emoji.

    >>> canonical("cafe\u0301") == "café", canonical("\u200byes"), canonical("New\u00a0York")
    (True, 'yes', 'New York')
    """
    if text.isascii():
        return text
    if UNUSUAL.search(text):
        text = LOOSE_JOINERS.sub("", text.translate(RESPELLED))
    # To compose a letter with very many marks would take too long.
    if max(text, default="") < FIRST_MARK or stacked_at(text) is not None:
        return text
    return unicodedata.normalize("NFC", text)


def caseless(text: str) -> str:
    """Return the spelling by which names are compared without regard to case."""
    return canonical(text).strip().casefold()


def canonical_parts(value: object) -> Hashable:
    """Return a value made of texts and lists, or such a list of sentences, for a comparison of its
    texts by their canonical spelling."""
    if isinstance(value, str):
        return canonical(value)
    if isinstance(value, Mapping):
        return frozenset((name, canonical_parts(one)) for name, one in value.items())
    return tuple(map(canonical_parts, value)) if isinstance(value, list | tuple) else value


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


def problem_with_words(words: Sequence[str]) -> str | None:
    for number, word in enumerate(words, 1):
        if not word.isascii() and all(unicodedata.category(c) in ALWAYS_INVISIBLE for c in word):
            return f"Word {number} contains only invisible characters. Remove it."
    return None


def name_of(text: str) -> str:
    """Return the name by which a text is found: its canonical spelling on one line."""
    return " ".join(canonical(text).split())
