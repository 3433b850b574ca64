"""Texts put aside in a file while others pass, and found again by their places."""

import os
from array import array
from collections.abc import Iterable, Sequence
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self


class TextsAside:
    """Texts as bytes, numbered from 0 as they come; of each only where it ends is in memory.

    >>> with TextsAside() as texts:
    ...     texts.add([b"one", b"three"])
    ...     texts.at([1, 0])
    [b'three', b'one']
    """

    def __init__(self) -> None:
        self._file, self._ends = TemporaryFile(), array("q", [0])  # noqa: SIM115 - `__exit__`

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, texts: Sequence[bytes]) -> None:
        self._file.write(b"".join(texts))
        for text in texts:
            self._ends.append(self._ends[-1] + len(text))

    def at(self, places: Iterable[int]) -> list[bytes]:
        """Return the texts at these places."""
        self._file.flush()
        file, ends, read = self._file.fileno(), self._ends, os.pread
        return [read(file, ends[one + 1] - ends[one], ends[one]) for one in places]
