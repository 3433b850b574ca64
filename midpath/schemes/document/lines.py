"""The rule that decides whether a line of a text is a subtitle."""

import re
import unicodedata
from collections.abc import Sequence

LINE_END = re.compile(r"\r\n|\n|\r")


def lines_in(text: str) -> list[str]:
    return LINE_END.split(text)


def spaced(line: str) -> str:
    return " ".join(line.split())


def alike(line: str) -> str:
    """Return a form that is equal for lines differing only in case, spacing and a final colon."""
    key = spaced(unicodedata.normalize("NFC", line).casefold())
    return key.removesuffix(":").rstrip()


def places_of(subtitles: Sequence[str], lines: Sequence[str]) -> list[int | None]:
    """Return for each subtitle the first line that equals it; None if there is none.

    >>> places_of(["Your choices", "Cookies"], ["Hello.", "Your Choices:", "None."])
    [1, None]
    """
    first: dict[str, int] = {}
    for place, line in enumerate(lines):
        first.setdefault(alike(line), place)
    return [first.get(alike(subtitle)) if alike(subtitle) else None for subtitle in subtitles]
