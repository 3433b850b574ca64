"""Read a JSON object part by part: parts that are not needed are skipped, and only the current part
is in memory."""

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, NoReturn

from midpath.snapshots.archive_reader import AT_ONCE, MAX_IN_LINE, UNREADABLE

CLOSING = {"{": "}", "[": "]"}
AFTER_VALUE, AFTER_NAME = frozenset(",]}"), frozenset(":")
SPACE = re.compile(r"[ \t\r\n]*")


class BadJson(Exception):
    """A file that is not JSON, or cannot be read; the message says which."""


class _TooLong(Exception):
    pass


def _constant(word: str) -> NoReturn:
    raise BadJson(f"it is not JSON: {word} is not a number")


DECODER = json.JSONDecoder(parse_constant=_constant)


class JsonStream:
    """A JSON text and a position in it. After the name of a part is yielded, the caller reads that
    part, by any of the methods, before the next one."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._buffer, self._at = "", 0

    def members(self) -> Iterator[str]:
        """Yield the name of each member of an object; anything else is an error."""
        if self._next() != "{":
            raise BadJson("it is not a JSON object")
        yield from self.parts()

    def parts(self) -> Iterator[str]:
        """Yield the name of each member of an object, or "" for each element of a list."""
        opening = self._next()
        if opening not in CLOSING:
            raise BadJson("it is not JSON: no object or list where one belongs")
        self._at += 1
        if self._next() == CLOSING[opening]:
            self._at += 1
            return
        while True:
            name = ""
            if opening == "{":
                name = self._name()
            yield name
            if self._next() == CLOSING[opening]:
                self._at += 1
                return
            self._pass(",")

    def value(self, after: frozenset[str] = AFTER_VALUE) -> Any:
        """Return the current part."""
        try:
            return self._read(after, MAX_IN_LINE)
        except _TooLong as error:
            raise BadJson(
                f"it cannot be read: a part of it has more than {MAX_IN_LINE:,} characters"
            ) from error

    def like(
        self,
        wanted: object,
        other: Callable[[tuple[str, ...]], object] | None = None,
        inside: tuple[str, ...] = (),
    ) -> object:
        """Return the current part; objects keep only the members in `wanted`. Others are skipped,
        or passed to the callback with their names from the outermost on."""
        if not isinstance(wanted, Mapping) or self._next() != "{":
            return self.value()
        found = {}
        for name in self.parts():
            if name in wanted:
                found[name] = self.like(wanted[name], other, (*inside, name))
            elif other is None:
                self.skip()
            else:
                other((*inside, name))
        return found

    def skip(self) -> None:
        """Skip the current part, whatever its length."""
        try:
            self._read(AFTER_VALUE, AT_ONCE)
        except _TooLong:
            if self._next() not in CLOSING:
                self.value()
                return
            for _ in self.parts():
                self.skip()

    def end(self) -> None:
        """Require the end of the text."""
        if self._next():
            raise BadJson("it is not JSON: there is text after its end")

    def _name(self) -> str:
        name = self.value(AFTER_NAME)
        if not isinstance(name, str):
            raise BadJson("it is not JSON")
        self._pass(":")
        return name

    def _read(self, after: frozenset[str], max_length: int) -> Any:
        """Return the value that begins here; _TooLong if it is longer than the limit. It is
        complete only if the text after it is read, because a number might continue."""
        while True:
            self._next()
            try:
                value, end = DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError:
                end = len(self._buffer)
            end = self._after_space(end)
            if self._buffer[end : end + 1] in after:
                self._at = end
                return value
            if len(self._buffer) - self._at > max_length:
                raise _TooLong
            if not self._more():
                raise BadJson("it is not JSON")

    def _pass(self, mark: str) -> None:
        if self._next() != mark:
            raise BadJson("it is not JSON")
        self._at += 1

    def _next(self) -> str:
        """Move to the next character that is not a space, and return it; "" at the end."""
        while True:
            self._at = self._after_space(self._at)
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return ""

    def _after_space(self, at: int) -> int:
        found = SPACE.match(self._buffer, at)
        return found.end() if found else at

    def _more(self) -> bool:
        """Keep the unread text and read as much again; return whether there was more."""
        rest = self._buffer[self._at :]
        try:
            piece = self._file.read(max(AT_ONCE, len(rest)))
            self._buffer, self._at = rest + self._decoder.decode(piece, final=not piece), 0
        except UnicodeDecodeError as error:
            raise BadJson(f"it is not JSON: {error}") from error
        except UNREADABLE as error:
            raise BadJson(f"it cannot be read: {error}") from error
        return bool(piece)
