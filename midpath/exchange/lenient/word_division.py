"""Split texts into words where their script has no spaces."""

import json
import unicodedata
from collections.abc import Iterable, Sequence

from midpath.exchange.subprocesses.runner import run_apart
from midpath.text.unspaced_scripts import has_unspaced

OPENING = {"Ps", "Pi"}


def divide(texts: Sequence[str]) -> list[list[str]]:
    """Return the words of each text: those between spaces, split further by ICU's dictionaries if
    they contain Chinese, Japanese, Thai or similar scripts."""
    whole = sorted({word for text in texts for word in text.split() if has_unspaced(word)})
    if not whole:
        return [text.split() for text in texts]
    found = json.loads(run_apart("split_words.py", json.dumps(whole).encode()))
    parts = {word: with_marks(pieces) for word, pieces in zip(whole, found, strict=True)}
    return [[part for word in text.split() for part in parts.get(word, [word])] for text in texts]


def with_marks(pieces: Iterable[str]) -> list[str]:
    """Return the pieces of a word. Punctuation goes with the word before it, an opening mark with
    the next, as in texts with spaces.

    >>> with_marks(["他", "说", "「", "你好", "」", "。"])
    ['他', '说', '「你好」。']
    """
    found: list[str] = []
    waiting = ""
    for piece in pieces:
        if any(character.isalnum() for character in piece) or has_unspaced(piece):
            found.append(waiting + piece)
            waiting = ""
        elif waiting or not found or unicodedata.category(piece[0]) in OPENING:
            waiting += piece
        else:
            found[-1] += piece
    if waiting and found:
        found[-1] += waiting
    return found or [waiting]
