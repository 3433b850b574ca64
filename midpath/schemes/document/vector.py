"""The canonical vector of a version: [date, fingerprint (8 numbers), *lines of its subtitles].

The date is its day counted from the year 1, or 0 if there is none. The fingerprint is the SHA-256
of the lines without spaces at their ends and without empty ones.
"""

import hashlib
import struct
from collections.abc import Sequence
from datetime import date

from midpath.schemes.document.lines import lines_in, spaced

PARTS = 8
Fingerprint = tuple[int, ...]


def vector_of(text: str, day: date | None, places: Sequence[int]) -> tuple[int, ...]:
    return (day.toordinal() if day else 0, *fingerprint(text), *places)


def fingerprint(text: str) -> Fingerprint:
    lines = "\n".join(filter(None, map(spaced, lines_in(text))))
    return struct.unpack(">8i", hashlib.sha256(lines.encode()).digest())


def fingerprint_of(vector: Sequence[int]) -> Fingerprint:
    return tuple(vector[1 : 1 + PARTS])


def day_of(vector: Sequence[int]) -> date | None:
    return date.fromordinal(vector[0]) if vector[0] else None


def subtitles_of(vector: Sequence[int]) -> Sequence[int]:
    return vector[1 + PARTS :]
