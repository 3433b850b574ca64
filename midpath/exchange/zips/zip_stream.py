"""Write zip files forward-only, with one member in memory.

Each file is compressed before its header is written, so the header contains its sizes and its
CRC-32, and no reader has to look for them behind the data. The entries for the end of the zip file,
the central directory (APPNOTE 6.3.10, 4.3.12), are collected in a temporary file. Times are the
earliest that the format allows, so the same files give the same bytes: those of `zipfile.ZipFile`
if nothing needs Zip64."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile

from midpath.exchange.zips.zip_stored import (
    CENTRAL,
    EARLIEST,
    END,
    IN_EXTRA,
    LOCAL,
    MANY,
    UNIX,
    UTF_8,
    end_64,
)

MEMORY_BYTES = 1 << 18  # bytes of the central directory that stay in memory
AT_ONCE = 1 << 16
NEEDS, NEEDS_64, DEFLATED = 20, 45, 8
OWNERS = 0o600 << 16


def zip_parts(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Yield a zip file of these files by name, each smaller than 4 GiB."""
    at = many = 0
    with SpooledTemporaryFile(max_size=MEMORY_BYTES) as directory:
        for name, body in files:
            packed, encoded = _deflated(body), name.encode()
            sizes = (zlib.crc32(body), len(packed), len(body))
            head = (0 if name.isascii() else UTF_8, DEFLATED, *EARLIEST, *sizes, len(encoded))
            local = LOCAL.pack(b"PK\3\4", NEEDS, *head, 0) + encoded
            directory.write(_central(head, encoded, at))
            yield local + packed
            at += len(local) + len(packed)
            many += 1
        size = directory.tell()
        directory.seek(0)
        while piece := directory.read(AT_ONCE):
            yield piece
        yield _end(at, size, many)


def _deflated(body: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packing.compress(body) + packing.flush()


def _central(head: tuple[int, ...], name: bytes, at: int) -> bytes:
    """Return the central directory entry of a file whose own header is at this offset."""
    is_far = at >= IN_EXTRA
    extra = struct.pack("<2HQ", 1, 8, at) if is_far else b""
    needs = NEEDS_64 if is_far else NEEDS
    where = IN_EXTRA if is_far else at
    fields = (b"PK\1\2", UNIX | needs, needs, *head, len(extra), 0, 0, 0, OWNERS, where)
    return CENTRAL.pack(*fields) + name + extra


def _end(at: int, size: int, files: int) -> bytes:
    if files >= MANY or max(at, size) >= IN_EXTRA:
        return end_64(at, size, files)
    return END.pack(b"PK\5\6", 0, 0, files, files, size, at, 0)
