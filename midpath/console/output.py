"""The output of a command, and its errors, which are red at a terminal."""

import os
import sys
from collections.abc import Callable
from typing import Protocol, TextIO

RED, RESET = "\x1b[31;1m", "\x1b[0m"


class Lines(Protocol):
    """Something to write lines to. `style_func` replaces the style of a line; `ending` replaces
    its end."""

    def write(
        self,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None: ...

    def isatty(self) -> bool: ...


class Standard:
    """Standard output, or standard error (`errors`), as it is when a line is written."""

    def __init__(self, *, errors: bool = False) -> None:
        self._errors = errors

    def write(
        self,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None:
        ending = "\n" if ending is None else ending
        line = msg if msg.endswith(ending) else f"{msg}{ending}"
        self._stream.write((style_func or self._style)(line))

    def isatty(self) -> bool:
        return self._stream.isatty()

    @property
    def _stream(self) -> TextIO:
        return sys.stderr if self._errors else sys.stdout

    def _style(self, line: str) -> str:
        if not self._errors or not self.isatty() or os.environ.get("NO_COLOR"):
            return line
        text = line.rstrip("\n")
        return f"{RED}{text}{RESET}{line[len(text) :]}"
