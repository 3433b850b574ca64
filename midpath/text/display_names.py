"""Check names that people choose, and recognize names that are the same or look the same.

Two names are the same if they differ only in case, width or the encoding of an accent (Unicode's
NFKC and case folding). They look alike if Unicode's table of confusables (UTS 39) says so: Аnna
with a Cyrillic А and Anna, Ian and lan, Arnold and Amold."""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from confusable_homoglyphs.utils import load

MAX_NAME = 60
# A key gets longer if a character folds to several, as ﷺ does to eighteen. No real name gets this
# long.
MAX_KEY = 2 * MAX_NAME
MAX_MARKS = 4
# Characters that Persian and Indian names and emoji need, but that do not distinguish names.
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
# Controls, formats, lone surrogates, private and unassigned characters, separators of lines.
HIDDEN_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and signs that are invisible: fillers, selectors, the empty Braille cell.
HIDDEN = {
    *("\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180c", "\u180d", "\u180f"),
    *("\u2800", "\u3164", "\uffa0", "\ufffd", "\U0001d159"),
    *map(chr, range(0xFE00, 0xFE0E)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
FORGET_JOINERS = str.maketrans("", "", JOINERS)
# The table puts this direction mark around letters that run from right to left.
DIRECTION = "\u200e"


LENGTH = f"Choose a name of 1 to {MAX_NAME} letters, digits or signs."


class UnusableName(ValueError):
    """A name that cannot be used. The message explains why to the person who chose it."""


def clean_name(given: str) -> str:
    """Return the name as stored and displayed: composed (NFC), with single spaces."""
    # Enough for any encoding of a name of MAX_NAME, and few enough to check one by one.
    if len(given) > 10 * MAX_NAME:
        raise UnusableName(LENGTH)
    hidden = next((sign for sign in given if _is_hidden(sign)), None)
    if hidden is not None:
        raise UnusableName(
            f"This contains an invisible character ({_called(hidden)}). Type it again without it."
        )
    name = unicodedata.normalize("NFC", " ".join(given.split()))
    if not 0 < len(name) <= MAX_NAME or max(len(folded(name)), len(looks_of(name))) > MAX_KEY:
        raise UnusableName(LENGTH)
    if not any(_is_visible(sign) for sign in name):
        raise UnusableName("This shows nothing. Choose a name with letters, digits or signs.")
    if _longest_run_of_marks(name) > MAX_MARKS:
        raise UnusableName(f"Put no more than {MAX_MARKS} marks on one letter.")
    return name


def folded(name: str) -> str:
    """Return the key shared by all spellings of a name, by NFKC and case folding."""
    return _compatible(_compatible(name).casefold())


def looks_of(name: str) -> str:
    """Return the key shared by all names that look the same: the skeleton of UTS 39, case-folded at
    the end."""
    prototypes = _prototypes()
    apart = unicodedata.normalize("NFD", _compatible(name))
    drawn = "".join(prototypes.get(sign, sign) for sign in apart)
    return unicodedata.normalize("NFD", drawn).casefold()


def _compatible(name: str) -> str:
    return unicodedata.normalize("NFKC", name).translate(FORGET_JOINERS)


def _is_hidden(sign: str) -> bool:
    if sign in JOINERS:
        return False
    return sign in HIDDEN or unicodedata.category(sign) in HIDDEN_KINDS


def _is_visible(sign: str) -> bool:
    return sign not in JOINERS and unicodedata.category(sign)[0] in "LNPS"


def _called(sign: str) -> str:
    return f"U+{ord(sign):04X} {unicodedata.name(sign, 'a control').lower()}"


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for sign in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(sign)[0] == "M" else 0
        longest = max(longest, run)
    return longest


@cache
def _prototypes() -> Mapping[str, str]:
    """Map each character that looks like others to the prototype of its class.

    In the library's table each class is a star: its prototype is the neighbour of all others."""
    neighbours = {
        sign.strip(DIRECTION): [other["c"].strip(DIRECTION) for other in others]
        for sign, others in load("confusables.json").items()
    }
    return dict(_pairs(neighbours))


def _pairs(neighbours: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    for sign, others in neighbours.items():
        if len(sign) == 1 and len(others) == 1:
            (other,) = others
            # In a class of two either could be the prototype, so the smaller one is used.
            is_prototype = len(neighbours[other]) == 1 and len(other) == 1 and sign < other
            if not is_prototype:
                yield sign, other
