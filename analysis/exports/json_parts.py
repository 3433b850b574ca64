"""One JSON object, written in parts: nothing is held whole but what is given whole.

The bytes are canonical: those that orjson gives of the same object at once, its keys in order.
"""

from collections.abc import Mapping, Sequence
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any, Self, TypeAlias

import orjson

from analysis.exports.export import Sink
from annotation.exchange.release import CANONICAL

HELD = 1 << 20  # bytes of a part that stay in memory; beyond them it is kept in a file
AT_ONCE = 1 << 20
BEGIN, END = b"{\n", b"\n}\n"
Part: TypeAlias = Mapping[str, Any] | Sequence[Any]


class JsonParts:
    """An object whose large members grow, each aside from the others, until all are written."""

    def __init__(self) -> None:
        self._grown: dict[str, _Grown] = {}
        self._whole: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for grown in self._grown.values():
            grown.file.close()

    def add(self, name: str, part: Part) -> None:
        """Let a member grow by the elements of a list, or by the members of an object, whose keys
        come after all that it has, in the order of their code points."""
        if name not in self._grown:
            self._grown[name] = _Grown(name, part)
        self._grown[name].add(part)

    def set(self, members: Mapping[str, Any]) -> None:
        """Give members as they are."""
        self._whole.update(members)

    def write(self, sink: Sink) -> None:
        """Write all members, in the order of their names."""
        before = BEGIN
        for name in sorted({*self._grown, *self._whole}):
            sink.write(before)
            if name in self._grown:
                self._grown[name].write(sink)
            else:
                sink.write(_inside({name: self._whole[name]}))
            before = b",\n"
        sink.write(END)


class _Grown:
    """A member that grows, in a file once it is long."""

    def __init__(self, name: str, part: Part) -> None:
        self.file = SpooledTemporaryFile(max_size=HELD)  # noqa: SIM115 - JsonParts closes it
        nothing: Part = {} if isinstance(part, Mapping) else []
        # What stands before the first element, and after the last.
        empty = _inside({name: nothing})
        self._name, self._empty = name, empty
        self._open, self._close = len(empty) - 1, b"\n  " + empty[-1:]

    def add(self, part: Part) -> None:
        if not part:
            return
        self.file.write(b",\n" if self.file.tell() else self._empty[: self._open] + b"\n")
        whole = _inside({self._name: part})
        self.file.write(whole[self._open + 1 : -len(self._close)])

    def write(self, sink: Sink) -> None:
        if not self.file.tell():
            sink.write(self._empty)
            return
        self.file.write(self._close)
        self.file.seek(0)
        while piece := self.file.read(AT_ONCE):
            sink.write(piece)


def _inside(member: Mapping[str, Any]) -> bytes:
    """Return an object as canonical JSON, less its own brackets."""
    return orjson.dumps(member, option=CANONICAL)[len(BEGIN) : -len(END)]
