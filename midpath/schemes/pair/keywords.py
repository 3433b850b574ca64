"""Keywords that a worker copied from the texts of a pair."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from midpath.schemes.base import InvalidAnswer
from midpath.text.formatting import counted

MAX_LENGTH = 100
SIDES = ("left", "right")
NONE_REQUESTED = "This task does not ask for keywords. Leave them out."
# A whole sentence for each text, so that each can be translated separately.
WRONG_NUMBER = {
    "left": "Copy {words} from the first text. You have copied {found}.",
    "right": "Copy {words} from the second text. You have copied {found}.",
}
TOO_LONG = {
    "left": "A keyword of the first text has more than {most} characters. Copy fewer words.",
    "right": "A keyword of the second text has more than {most} characters. Copy fewer words.",
}
EMPTY = {
    "left": "A keyword of the first text is empty. Copy a word, or leave it out.",
    "right": "A keyword of the second text is empty. Copy a word, or leave it out.",
}
TWICE = {
    "left": "“{keyword}” appears twice in the keywords of the first text. Remove one.",
    "right": "“{keyword}” appears twice in the keywords of the second text. Remove one.",
}
NOT_THERE = {
    "left": "“{keyword}” is not in the first text. Copy it exactly as it is written there.",
    "right": "“{keyword}” is not in the second text. Copy it exactly as it is written there.",
}
SPACES = re.compile(r"[\s\ufeff]+")


def plain(text: str) -> str:
    """Normalize a text for comparison: composed, white space as one space, without case."""
    return SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip().casefold()


def check_keywords(
    given: object, texts: Mapping[str, str], limits: Sequence[int] | None
) -> dict[str, list[str]]:
    """Return the keywords of both texts as sent, or raise InvalidAnswer.

    The error says which keyword is invalid and why.
    """
    if limits is None:
        if given in (None, {}, {"left": [], "right": []}):
            return {}
        raise InvalidAnswer(NONE_REQUESTED, field="keywords")
    if not isinstance(given, Mapping) or set(given) - set(SIDES):
        raise InvalidAnswer(
            'Send keywords as {"left": [...], "right": [...]}, copied from the two texts.',
            field="keywords",
        )
    return {side: _check_side(side, given.get(side), texts[side], limits) for side in SIDES}


def _check_side(side: str, given: object, text: str, limits: Sequence[int]) -> list[str]:
    field, (least, most) = f"keywords.{side}", limits
    if not isinstance(given, list) or not least <= len(given) <= most:
        found = len(given) if isinstance(given, list) else 0
        raise InvalidAnswer(
            WRONG_NUMBER[side].format(words=how_many(least, most), found=found or "none"),
            field=field,
        )
    source, seen = plain(text), set[str]()
    for position, keyword in enumerate(given):
        if trouble := _problem(keyword, source, seen, side):
            raise InvalidAnswer(trouble, field=field, position=position)
        seen.add(plain(keyword))
    return list(given)


def how_many(least: int, most: int) -> str:
    """Return the required number of keywords in words.

    >>> how_many(1, 1), how_many(1, 3)
    ('1 keyword', '1 to 3 keywords')
    """
    return counted(most, "keyword") if least == most else f"{least} to {most} keywords"


def _problem(keyword: object, source: str, seen: set[str], side: str) -> str:
    if isinstance(keyword, str) and len(keyword) > MAX_LENGTH:
        return TOO_LONG[side].format(most=MAX_LENGTH)
    if not isinstance(keyword, str) or not plain(keyword):
        return EMPTY[side]
    if plain(keyword) in seen:
        return TWICE[side].format(keyword=keyword)
    if plain(keyword) not in source:
        return NOT_THERE[side].format(keyword=keyword)
    return ""
