"""Answers and settings of schemes: their types and the errors that refuse them."""

from collections.abc import Mapping
from typing import Protocol

from midpath.json_types import JsonMapping

Settings = JsonMapping
# An answer as JSON, before it is parsed.
Payload = Mapping[str, object]


# The characters of an invalid value that its error shows.
MAX_SHOWN = 60
# A character outside the basic plane is written as two escapes of six.
BYTES_A_CHARACTER = 12
ROOM_FOR_NAMES = 1024


class InvalidAnswer(ValueError):
    """An answer that its scheme refuses: the field, the position in it, and the reason as a
    sentence."""

    def __init__(self, message: str, *, field: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.position = position


def brief(given: object) -> str:
    """Return an invalid value for its error: a text cut short; of a list or an object only its
    type.

    >>> brief("no"), brief([[1], [2]])
    ("'no'", 'a list')
    """
    if isinstance(given, list | dict):
        return "a list" if isinstance(given, list) else "an object"
    if isinstance(given, str) and len(given) > MAX_SHOWN:
        return f"{given[:MAX_SHOWN]!r}…"
    return repr(given)


class InvalidSettings(ValueError):
    """Settings that their scheme refuses: the setting, and the reason as a sentence."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class Item(Protocol):
    """An item to judge, from a database or a file. `text` names it, and its scheme works on
    `content`; `document` is the document that a question is about."""

    @property
    def position(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def content(self) -> JsonMapping: ...
    @property
    def document(self) -> "Item | None": ...
    @property
    def words(self) -> list[str]: ...


def untranslated(text: str) -> str:
    """Return the text itself, which pages translate when they show it."""
    return text
