"""The parts of a worker's answer about a policy: its address, date, text and main headings. Workers
see "headings"; the field is named subtitles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from midpath.schemes.base import InvalidAnswer, Payload
from midpath.schemes.document.lines import lines_in, places_of, spaced
from midpath.text.characters import MAX_MARKS, hidden_at, stacked_at

MAX_URL_LENGTH, MAX_DATE_LENGTH, MAX_TEXT_LENGTH = 2000, 200, 500_000
MAX_SUBTITLES, MAX_SUBTITLE_LENGTH = 300, 1000
MAX_LINES = 10_000
NOT_A_LIST = "Send the headings as a list of strings."
MISSING = {
    "url": "Copy the address of the document.",
    "text": "Copy the full text of the document.",
}
TOO_LONG = {
    "url": "This address has {length:,} characters; at most {most:,} are allowed. Copy only the "
    "address of the document.",
    "text": "This text has {length:,} characters; at most {most:,} are allowed. Copy only the "
    "document itself.",
}


@dataclass(frozen=True)
class Version:
    url: str
    text: str
    day: date | None
    places: list[int]


def version_of(payload: Payload) -> Version:
    text = _prose(payload.get("text"), "text", MAX_TEXT_LENGTH)
    _check_shape(text)
    day = _day(payload.get("updated_on"))
    return Version(_url(payload.get("url")), text, day, _places(payload.get("subtitles"), text))


def _url(given: object) -> str:
    url = _prose(given, "url", MAX_URL_LENGTH)
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        sound = False
    if not sound or len(url.split()) != 1:
        raise InvalidAnswer(
            "This is not a web address. Copy the whole address, starting with https://.",
            field="url",
        )
    return url


def _day(given: object) -> date | None:
    """Return the date in `{"text": "Last updated: May 3, 2014", "date": "2014-05-03"}`.

    Either may be empty.
    """
    if not isinstance(given, Mapping) or set(given) - {"text", "date"}:
        raise InvalidAnswer(
            "Give the date of the last update, as text and as a date. Both may be empty.",
            field="updated_on",
        )
    text = given.get("text", "")
    if not isinstance(text, str) or len(text) > MAX_DATE_LENGTH or hidden_at(text) is not None:
        raise InvalidAnswer(
            f"Copy the line with the date of the last update, in at most {MAX_DATE_LENGTH} "
            "characters.",
            field="updated_on",
        )
    day = given.get("date") or None
    if day is None:
        return None
    try:
        return date.fromisoformat(day if isinstance(day, str) else "")
    except ValueError:
        raise InvalidAnswer(
            "This is not a date. Write it like 2014-05-03, or leave it empty.", field="updated_on"
        ) from None


def _places(given: object, text: str) -> list[int]:
    subtitles = _subtitles(given)
    places: list[int] = []
    for number, place in enumerate(places_of(subtitles, lines_in(text))):
        if place is None:
            shown = spaced(subtitles[number])[:100] or "(empty)"
            raise InvalidAnswer(
                f"Heading {number + 1}, “{shown}”, is not a line of the text. Copy it exactly as "
                "it is written there, one heading per line.",
                field="subtitles",
                position=number,
            )
        if place in places:
            raise InvalidAnswer(
                f"Heading {number + 1} is the same line as another. Remove one of them.",
                field="subtitles",
                position=number,
            )
        places.append(place)
    return places


def _subtitles(given: object) -> list[str]:
    if not isinstance(given, list):
        raise InvalidAnswer(NOT_A_LIST, field="subtitles")
    if len(given) > MAX_SUBTITLES:
        raise InvalidAnswer(
            f"These are {len(given)} headings; at most {MAX_SUBTITLES} are allowed. Copy only "
            "those of the top level.",
            field="subtitles",
        )
    if not all(isinstance(one, str) for one in given):
        raise InvalidAnswer(NOT_A_LIST, field="subtitles")
    for number, one in enumerate(given):
        if len(one) > MAX_SUBTITLE_LENGTH or stacked_at(one) is not None:
            raise InvalidAnswer(
                f"Heading {number + 1} has more than {MAX_SUBTITLE_LENGTH:,} characters, or too "
                "many accents on one letter. Copy it as it is written in the text.",
                field="subtitles",
                position=number,
            )
    return given


def _prose(given: object, field: str, longest: int) -> str:
    text = given.strip() if isinstance(given, str) else ""
    if not text:
        raise InvalidAnswer(MISSING[field], field=field)
    if len(text) > longest:
        raise InvalidAnswer(TOO_LONG[field].format(length=len(text), most=longest), field=field)
    if hidden_at(text) is not None:
        raise InvalidAnswer("This contains an invisible character. Copy it again.", field=field)
    return text


def _check_shape(text: str) -> None:
    """Refuse too many lines, and too many marks on a letter.

    The time to compare subtitles with lines grows with the lines, and most with marks.
    """
    lines = 1 + max(text.count("\n"), text.count("\r"))
    if lines > MAX_LINES:
        raise InvalidAnswer(
            f"This text has {lines:,} lines; at most {MAX_LINES:,} are allowed. Copy it without "
            "the empty lines.",
            field="text",
        )
    place = stacked_at(text)
    if place is not None:
        raise InvalidAnswer(
            f"The letter at character {place:,} has more than {MAX_MARKS} accents. Copy the text "
            "again.",
            field="text",
            position=place,
        )
