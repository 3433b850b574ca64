"""Texts stored temporarily in a file, and read back by their positions."""

import os
from array import array
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile

MAX_IN_MEMORY = 1 << 22  # bytes; up to this size all texts are read at once


class TextSpool(ExitStack):
    """Texts as bytes, numbered from 0 in order; if there are many, only their end positions are in
    memory.

    >>> with TextSpool() as texts:
    ...     texts.add([b"one", b"three"])
    ...     texts.at([1, 0])
    [b'three', b'one']
    """

    def __init__(self) -> None:
        super().__init__()
        self._file = self.enter_context(TemporaryFile())  # noqa: SIM115 - closed on exit
        self._ends = array("q", [0])
        self._loaded: bytes | None = None

    def add(self, texts: Sequence[bytes]) -> None:
        self._file.write(b"".join(texts))
        for text in texts:
            self._ends.append(self._ends[-1] + len(text))

    def at(self, places: Iterable[int]) -> list[bytes]:
        """Return the texts at these positions, after all have been added."""
        ends = self._ends
        if ends[-1] > MAX_IN_MEMORY:
            self._file.flush()
            file, read = self._file.fileno(), os.pread
            return [read(file, ends[one + 1] - ends[one], ends[one]) for one in places]
        if self._loaded is None:
            self._file.seek(0)
            self._loaded = self._file.read()
        loaded = self._loaded
        return [loaded[ends[one] : ends[one + 1]] for one in places]
