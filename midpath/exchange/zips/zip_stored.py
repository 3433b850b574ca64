"""Uncompressed zip files, whose bytes are all known in advance, so that a download can be resumed.

Nothing is compressed, and all headers follow from names, sizes and CRC-32s. The format is always
Zip64 (APPNOTE 6.3.10, 4.3), whatever the size; times are the earliest that the format allows, so
the same files give the same bytes."""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

Body = Callable[[int, int], Iterable[bytes]]

LOCAL = struct.Struct("<4s5H3I2H")
CENTRAL = struct.Struct("<4s6H3I5H2I")
END_64 = struct.Struct("<4sQ2H2I4Q")
LOCATOR = struct.Struct("<4sIQI")
END = struct.Struct("<4s4H2IH")
NEEDS, UNIX, UTF_8, STORED = 45, 3 << 8, 0x0800, 0
EARLIEST = (0, 0x21)  # midnight, 1 January 1980
IN_EXTRA, MANY = 0xFFFFFFFF, 0xFFFF
READABLE = 0o100644 << 16


class Entry(NamedTuple):
    """A file to put into a zip file; `checksum` is its CRC-32."""

    name: str
    size: int
    checksum: int
    body: Body


class Piece(NamedTuple):
    """Bytes of a zip file: headers, or a file that is read on demand."""

    size: int
    body: Body


class Zipped:
    """A zip file of these files."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._pieces: list[Piece] = []
        self.size = 0
        central = []
        for entry in entries:
            central.append(_central(entry, self.size))
            self._add(_local(entry))
            self._pieces.append(Piece(entry.size, entry.body))
            self.size += entry.size
        self._add(b"".join(central) + end_64(self.size, sum(map(len, central)), len(entries)))

    def body(self, first: int, last: int) -> Iterator[bytes]:
        """Yield the bytes from the first to the last; only files that contain some of them are
        read."""
        start = 0
        for piece in self._pieces:
            begin, end = max(first - start, 0), min(last - start, piece.size - 1)
            if begin <= end:
                yield from piece.body(begin, end)
            start += piece.size

    def _add(self, header: bytes) -> None:
        def body(first: int, last: int) -> Iterable[bytes]:
            return (header[first : last + 1],)

        self._pieces.append(Piece(len(header), body))
        self.size += len(header)


def _local(entry: Entry) -> bytes:
    name = entry.name.encode()
    extra = struct.pack("<2H2Q", 1, 16, entry.size, entry.size)
    head = (b"PK\3\4", NEEDS, UTF_8, STORED, *EARLIEST, entry.checksum, IN_EXTRA, IN_EXTRA)
    return LOCAL.pack(*head, len(name), len(extra)) + name + extra


def _central(entry: Entry, at: int) -> bytes:
    name = entry.name.encode()
    extra = struct.pack("<2H3Q", 1, 24, entry.size, entry.size, at)
    head = (b"PK\1\2", UNIX | NEEDS, NEEDS, UTF_8, STORED, *EARLIEST, entry.checksum)
    sizes = (IN_EXTRA, IN_EXTRA, len(name), len(extra))
    return CENTRAL.pack(*head, *sizes, 0, 0, 0, READABLE, IN_EXTRA) + name + extra


def end_64(at: int, size: int, files: int) -> bytes:
    """Return the end of a zip file whose central directory has this place and length."""
    versions = (UNIX | NEEDS, NEEDS)
    whole = END_64.pack(b"PK\6\6", END_64.size - 12, *versions, 0, 0, files, files, size, at)
    where = LOCATOR.pack(b"PK\6\7", 0, at + size, 1)
    return whole + where + END.pack(b"PK\5\6", 0, 0, MANY, MANY, IN_EXTRA, IN_EXTRA, 0)
