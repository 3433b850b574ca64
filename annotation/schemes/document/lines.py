"""When a line of a text is a subtitle."""

import re
import unicodedata
from collections.abc import Sequence

LINE_END = re.compile(r"\r\n|\n|\r")


def lines_in(text: str) -> list[str]:
    return LINE_END.split(text)


def spaced(line: str) -> str:
    return " ".join(line.split())


def alike(line: str) -> str:
    """What two lines have in common that differ in case, spacing and a colon at the end only."""
    key = spaced(unicodedata.normalize("NFC", line).casefold())
    return key.removesuffix(":").rstrip()


def places_of(subtitles: Sequence[str], lines: Sequence[str]) -> list[int | None]:
    """The first line that each is equal to; None where there is none.

    >>> places_of(["Your choices", "Cookies"], ["Hello.", "Your Choices:", "None."])
    [1, None]
    """
    first: dict[str, int] = {}
    for place, line in enumerate(lines):
        first.setdefault(alike(line), place)
    return [first.get(alike(subtitle)) if alike(subtitle) else None for subtitle in subtitles]
