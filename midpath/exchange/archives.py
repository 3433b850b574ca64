"""Recognize archive bombs. No archive is ever imported."""

import gzip
import lzma
import re
import zipfile
import zlib
from io import BytesIO

from midpath.exchange.decoding import GZIP, OTHER_FILES, ZIP

# Matches overlap, so that no signature hides the entry that follows it.
ZIP_ENTRY = re.compile(rb"PK\x01\x02(?=.{20}(.{4}))", re.DOTALL)
BROKEN_ZIP = (
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError),
    *(zlib.error, lzma.LZMAError),
)
ENTRY_BYTES = 500  # what `zipfile` needs for an entry, however little it contains


def bomb_in(body: bytes, limit: int) -> str:
    """Return the kind of archive that the body is, if it unpacks to more bytes than the limit; else
    "".

    For gzip within gzip all layers count, for ZIPs within a ZIP two. The sizes in a ZIP's directory
    are taken as true: `zipfile` unpacks no more of an entry."""
    if body.startswith(ZIP):
        declared = _declared(body)
        if declared <= limit and b".zip" in body.lower():
            declared += _declared_within(body, limit - declared)
        return OTHER_FILES[ZIP][0] if declared > limit else ""
    seen = 0
    while body.startswith(GZIP):
        body = _beginning(body, limit + 1 - seen)
        seen += len(body)
        if seen > limit:
            return OTHER_FILES[GZIP][0]
    return ""


def _declared(body: bytes) -> int:
    """Return the memory that a ZIP needs by its directory."""
    sizes = ZIP_ENTRY.findall(body)
    return sum(int.from_bytes(size, "little") for size in sizes) + ENTRY_BYTES * len(sizes)


def _declared_within(body: bytes, limit: int) -> int:
    """Return what the ZIPs within a ZIP declare, up to the first number past the limit."""
    declared = 0
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive:
            for entry in archive.infolist():
                if entry.filename.lower().endswith(".zip") and declared <= limit:
                    declared += _declared(archive.read(entry))
    except BROKEN_ZIP:
        return declared  # its reader says that it is broken
    return declared


def _beginning(body: bytes, size: int) -> bytes:
    """Return this many bytes of the packed content, or nothing if it is broken before that."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(body)) as packed:
            return packed.read(size)
    except (OSError, EOFError, zlib.error):
        return b""
