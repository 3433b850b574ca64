"""Words of a text, in any script."""

import unicodedata
from functools import lru_cache

APOSTROPHES = "'’ʼ"
# They stand inside words, as letters do: Persian and some words of India are spelt with them.
JOINERS = "\u200c\u200d"
LONGEST_LISTED = 200


class _Letters(dict[int, int | None]):
    """What becomes of each character: letters, marks, digits and joiners stay, all else parts
    words."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        kept = unicodedata.category(character)[0] in "LMN" or character in JOINERS
        self[code] = None if character in APOSTROPHES else code if kept else ord(" ")
        return self[code]


@lru_cache(maxsize=1)
def _letters() -> _Letters:
    return _Letters()


def words_of(text: str) -> list[str]:
    """Unigrams: NFC, without case, parted by whatever is no letter, mark, digit or joiner; an
    apostrophe is left out and parts nothing.

    >>> words_of("We don't sell e-mail addresses (see §4.2).")
    ['we', 'dont', 'sell', 'e', 'mail', 'addresses', 'see', '4', '2']
    >>> len(words_of("می\u200cخواهم"))
    1
    """
    return unicodedata.normalize("NFC", text).casefold().translate(_letters()).split()


def as_listed(word: str) -> str:
    """What has a million letters is no word, and would fill a page."""
    return word if len(word) <= LONGEST_LISTED else f"{word[:LONGEST_LISTED]}…"
