"""Remark on texts of a snapshot that a reader may misread. A server accepts such texts, so they are
no differences."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from midpath.snapshots.findings import shortened
from midpath.text.formatting import counted

MAX_NAMED = 5


class TextRemarks:
    """The items whose words do not add up to their text, and the texts and names that are not in
    NFC, Unicode's composed form."""

    def __init__(self) -> None:
        self._other_words, self._not_composed = Places(), Places()

    def read(self, where: str, row: Mapping[str, object]) -> None:
        """Read an item, a document, or the terms of the campaign."""
        try:
            text = orjson.dumps(row).decode()
        except TypeError:  # nested too deeply
            return
        if not unicodedata.is_normalized("NFC", text):
            self._not_composed.add(where)

    def read_words(self, where: str, row: Mapping[str, Any]) -> None:
        words = row["content"].get("tokens")
        if isinstance(words, list) and "".join(map(str, words)) != "".join(row["text"].split()):
            self._other_words.add(where)

    def notes(self) -> Iterator[str]:
        if self._other_words.count:
            yield f"The words do not add up to the text in {self._other_words.named()}."
        if self._not_composed.count:
            yield (
                "Text is not in Unicode’s composed form (NFC), so equal-looking words may differ, "
                f"in {self._not_composed.named()}."
            )


class Places:
    """A count of places, of which the first are named."""

    def __init__(self) -> None:
        self.count = 0
        self._first: list[str] = []

    def add(self, where: str) -> None:
        self.count += 1
        if self.count <= MAX_NAMED:
            self._first.append(shortened(where))

    def named(self) -> str:
        """Return the number of places, and the first ones.

        >>> places = Places()
        >>> places.add("item 3")
        >>> places.named()
        '1 place (item 3)'
        """
        more = ", …" if self.count > MAX_NAMED else ""
        return f"{counted(self.count, 'place')} ({', '.join(self._first)}{more})"
