"""Mark the words that two texts share, and passages that people copied from one of them."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from midpath.text.unspaced_scripts import has_unspaced

# As on the desk of workers: shorter words occur everywhere, except in scripts without spaces.
SHORTEST, SHORTEST_UNSPACED = 4, 2
APOSTROPHES = "'’"
LETTERS = "LMN"


class Piece(NamedTuple):
    """A part of a text: whether it is a word of both texts, and whether people copied it."""

    text: str
    shared: bool
    copied: bool


def shared_words(left: str, right: str) -> set[str]:
    """Return the words in both texts, ignoring case, without short ones.

    >>> sorted(shared_words("We use Cookies for ads.", "Our cookies: for ADS, no use."))
    ['cookies']
    """
    words = {_plain(word) for word, _ in _words(left)}
    return {word for other, _ in _words(right) if (word := _plain(other)) in words and _tells(word)}


def marked_pieces(text: str, shared: Collection[str], copied: Collection[str]) -> list[Piece]:
    """Return the text in pieces, in order. Copied passages are found wherever they occur.

    >>> [tuple(one) for one in marked_pieces("Cookies help us.", {"cookies"}, ["help  US"])]
    [('Cookies', True, False), (' ', False, False), ('help us', False, True), ('.', False, False)]
    """
    is_shared, is_copied = bytearray(len(text)), bytearray(len(text))
    for word, start in _words(text):
        if _plain(word) in shared:
            is_shared[start : start + len(word)] = b"\1" * len(word)
    for passage in filter(str.strip, copied):
        pattern = r"\s+".join(map(re.escape, passage.split()))
        for found in re.finditer(pattern, text, re.IGNORECASE):
            is_copied[found.start() : found.end()] = b"\1" * (found.end() - found.start())
    marks = zip(text, is_shared, is_copied, strict=True)
    return [
        Piece("".join(character for character, *_ in part), bool(both), bool(by_people))
        for (both, by_people), part in groupby(marks, lambda one: one[1:])
    ]


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a text, runs of letters, marks and digits, with their places."""
    place = 0
    for in_word, part in groupby(text, _in_word):
        word = "".join(part)
        if in_word:
            yield word, place
        place += len(word)


def _in_word(character: str) -> bool:
    return character in APOSTROPHES or unicodedata.category(character)[0] in LETTERS


def _plain(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold()


def _tells(word: str) -> bool:
    return len(word) >= (SHORTEST_UNSPACED if has_unspaced(word) else SHORTEST)
