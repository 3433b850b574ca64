"""Lists of prepositions: one file per language, one word per line. Edit them or pass your own."""

from __future__ import annotations

import unicodedata
from importlib import resources

FOLDER = "agreement.prepositions"


def languages() -> list[str]:
    """Return the languages that have a list of prepositions.

    >>> "en" in languages()
    True
    """
    files = (file.name for file in resources.files(FOLDER).iterdir())
    return sorted(name.removesuffix(".txt") for name in files if name.endswith(".txt"))


def prepositions_of(language: str) -> frozenset[str]:
    """Return the language's list in the package; ValueError if there is none.

    >>> "of" in prepositions_of("en")
    True
    """
    if language not in languages():
        known = ", ".join(languages())
        raise ValueError(f"There is no list of prepositions for {language!r}, only for {known}.")
    return read_words(resources.files(FOLDER).joinpath(f"{language}.txt").read_text("utf-8"))


def read_words(text: str) -> frozenset[str]:
    r"""Return the words of a list, one per line; empty lines and lines that begin with # are
    skipped.

    >>> sorted(read_words("# two\nOf\n\nto\n"))
    ['of', 'to']
    """
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    return frozenset(bare(line) for line in lines if not line.startswith("#")) - {""}


def bare(word: str) -> str:
    """Return a word without case and without punctuation at its ends.

    >>> bare("“Of”"), bare("--")
    ('of', '')
    """
    start, end = 0, len(word)
    while start < end and unicodedata.category(word[start])[0] == "P":
        start += 1
    while end > start and unicodedata.category(word[end - 1])[0] == "P":
        end -= 1
    return unicodedata.normalize("NFC", word[start:end].casefold())
