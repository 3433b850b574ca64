"""Detect scripts that are written without spaces between words."""

import re

# Han, kana and their extensions; Thai, Lao, Burmese and Khmer. Korean is written with spaces.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3031-\u303a"
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U0001b000-\U0001b16f\U00020000-\U000323af]"
)


def has_unspaced(text: str) -> bool:
    """Return whether a text contains a character of a script without spaces.

    >>> has_unspaced("東京 tower"), has_unspaced("한국어 문장"), has_unspaced("plain")
    (True, False, False)
    """
    return not text.isascii() and UNSPACED.search(text) is not None
