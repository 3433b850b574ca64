"""Words of a text, in any script."""

import unicodedata
from functools import lru_cache

APOSTROPHES = "'’ʼ"
# Joiners occur inside words, as letters do, in Persian and some languages of India.
JOINERS = "\u200c\u200d"
MAX_LISTED_LENGTH = 200


class _Letters(dict[int, int | None]):
    """A translation table: letters, marks, digits and joiners stay, all else separates words."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        is_letter = unicodedata.category(character)[0] in "LMN" or character in JOINERS
        self[code] = None if character in APOSTROPHES else code if is_letter else ord(" ")
        return self[code]


@lru_cache(maxsize=1)
def _letters() -> _Letters:
    return _Letters()


def words_of(text: str) -> list[str]:
    """Return the unigrams of a text: NFC, without case.

    All but letters, marks, digits and joiners separates words. An apostrophe is removed and does
    not separate.

    >>> words_of("We don't sell e-mail addresses (see §4.2).")
    ['we', 'dont', 'sell', 'e', 'mail', 'addresses', 'see', '4', '2']
    >>> len(words_of("می\u200cخواهم"))
    1
    """
    return unicodedata.normalize("NFC", text).casefold().translate(_letters()).split()


def as_listed(word: str) -> str:
    """Return the word cut to a length that a page can show."""
    return word if len(word) <= MAX_LISTED_LENGTH else f"{word[:MAX_LISTED_LENGTH]}…"
