"""Keywords that a worker copied from the texts of a pair."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.schemes.base import InvalidAnswer

LONGEST = 100
SIDES = {"left": "first", "right": "second"}
SPACES = re.compile(r"[\s\ufeff]+")


def plain(text: str) -> str:
    """Return the text for comparison: composed, white space as one space, without case."""
    return SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip().casefold()


def check_keywords(
    given: object, texts: Mapping[str, str], asked: Sequence[int] | None
) -> dict[str, list[str]]:
    """Return the keywords of both texts as they were sent, or raise InvalidAnswer.

    The error says which cannot be taken and why.
    """
    if asked is None:
        if given in (None, {}, {"left": [], "right": []}):
            return {}
        raise InvalidAnswer("This campaign does not ask for keywords.", field="keywords")
    if not isinstance(given, Mapping) or set(given) - set(SIDES):
        raise InvalidAnswer(
            'Send keywords as {"left": [...], "right": [...]}, copied from the two texts.',
            field="keywords",
        )
    return {side: _check_side(side, given.get(side), texts[side], asked) for side in SIDES}


def _check_side(side: str, given: Any, text: str, asked: Sequence[int]) -> list[str]:
    field, (least, most) = f"keywords.{side}", asked
    if not isinstance(given, list) or not least <= len(given) <= most:
        many = f"{least}" if least == most else f"{least} to {most}"
        found = len(given) if isinstance(given, list) else "none"
        noun = "keyword" if most == 1 else "keywords"
        raise InvalidAnswer(
            f"Copy {many} {noun} from the {SIDES[side]} text; there are {found or 'none'} now.",
            field=field,
        )
    source, seen = plain(text), set[str]()
    for position, keyword in enumerate(given):
        if trouble := _trouble(keyword, source, seen, SIDES[side]):
            raise InvalidAnswer(trouble, field=field, position=position)
        seen.add(plain(keyword))
    return list(given)


def _trouble(keyword: object, source: str, seen: set[str], which: str) -> str:
    if isinstance(keyword, str) and len(keyword) > LONGEST:
        return f"A keyword of the {which} text is longer than {LONGEST} characters."
    if not isinstance(keyword, str) or not plain(keyword):
        return f"A keyword of the {which} text is empty."
    if plain(keyword) in seen:
        return f"“{keyword}” is given twice among the keywords of the {which} text."
    if plain(keyword) not in source:
        return f"“{keyword}” is not in the {which} text. Copy it as it is written there."
    return ""
