"""A JSON object written in parts; only members that are set whole are in memory.

The bytes are canonical: those of orjson for the same object, with sorted keys.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import Any, TypeAlias

import orjson

from analysis.exports.export import Sink
from midpath.exchange.release import CANONICAL

MAX_IN_MEMORY = 1 << 20  # bytes of a part in memory; a larger part goes to a file
AT_ONCE = 1 << 20
BEGIN, END = b"{\n", b"\n}\n"
INDENT = b"  "
Part: TypeAlias = Mapping[str, object] | Sequence[object]
# The names of the objects that contain a member, and its own.
Path: TypeAlias = tuple[str, ...]


class JsonParts(ExitStack):
    """An object whose large members grow separately until all are written."""

    def __init__(self) -> None:
        super().__init__()
        self._grown: dict[Path, _Grown] = {}
        self._whole: dict[str, object] = {}

    def add(self, name: str | Path, part: Part) -> None:
        """Append to a member the elements of a list or the members of an object; their keys come
        after all present ones, in the order of code points. A path names a member within a member
        that is set whole, and replaces its value there."""
        path = (name,) if isinstance(name, str) else name
        if path not in self._grown:
            self._grown[path] = _Grown(path, part)
            self.callback(self._grown[path].file.close)
        self._grown[path].add(part)

    def add_written(self, name: str, elements: Sequence[bytes]) -> None:
        """Append to a list elements that `element` has written."""
        if elements:
            self._grown[(name,)].write_on(b",\n".join(elements))

    def set(self, members: Mapping[str, object]) -> None:
        """Set members to whole values."""
        self._whole.update(members)

    def write(self, sink: Sink) -> None:
        """Write all members, in the order of their names."""
        sink.write(BEGIN)
        self._write(sink, self._whole, ())
        sink.write(END)

    def _write(self, sink: Sink, whole: Mapping[str, Any], inside: Path) -> None:
        depth = len(inside)
        growing = {path[depth] for path in self._grown if path[:depth] == inside}
        for number, name in enumerate(sorted({*growing, *whole})):
            path = (*inside, name)
            sink.write(b",\n" if number else b"")
            if path in self._grown:
                self._grown[path].write(sink)
            elif name in growing:
                empty = _inside({name: {}}, depth)
                sink.write(empty[:-1] + b"\n")
                self._write(sink, whole[name], path)
                sink.write(b"\n" + INDENT * (depth + 1) + b"}")
            else:
                sink.write(_inside({name: whole[name]}, depth))


class _Grown:
    """A growing member, in a file once it is large."""

    def __init__(self, path: Path, part: Part) -> None:
        self.file = SpooledTemporaryFile(max_size=MAX_IN_MEMORY)  # noqa: SIM115 - JsonParts closes it
        nothing: Part = {} if isinstance(part, Mapping) else []
        self._name, self._depth = path[-1], len(path) - 1
        # The text before the first element, and after the last.
        self._empty = _inside({self._name: nothing}, self._depth)
        self._open = len(self._empty) - 1
        self._close = b"\n" + INDENT * (self._depth + 1) + self._empty[-1:]

    def add(self, part: Part) -> None:
        if part:
            self.write_on(self._written(part))

    def write_on(self, elements: bytes) -> None:
        self.file.write(b",\n" if self.file.tell() else self._empty[: self._open] + b"\n")
        self.file.write(elements)

    def _written(self, part: Part) -> bytes:
        whole = _inside({self._name: part}, self._depth)
        return whole[self._open + 1 : -len(self._close)]

    def write(self, sink: Sink) -> None:
        if not self.file.tell():
            sink.write(self._empty)
            return
        self.file.write(self._close)
        self.file.seek(0)
        while piece := self.file.read(AT_ONCE):
            sink.write(piece)


def element(part: Part) -> bytes:
    """Return an element of a list that is a member of the object, as written in the file."""
    return _inside({"": [part]}, 0)[len(b'  "": [\n') : -len(b"\n  ]")]


def member(name: str, part: Part) -> bytes:
    """Return a member of an object that is itself a member, as written in the file."""
    return _inside({"": {name: part}}, 0)[len(b'  "": {\n') : -len(b"\n  }")]


def _inside(member: Mapping[str, object], depth: int) -> bytes:
    """Return an object as canonical JSON at this depth of nesting, without its own brackets."""
    around, before, after = member, BEGIN, END
    for level in range(1, depth + 1):
        around = {"": around}
        before += INDENT * level + b'"": {\n'
        after = b"\n" + INDENT * level + b"}" + after
    return orjson.dumps(around, option=CANONICAL)[len(before) : -len(after)]
