"""Recognize archive bombs. No archive is ever imported."""

import gzip
import re
import zlib
from io import BytesIO

from midpath.exchange.decoding import GZIP, OTHER_FILES, ZIP

ZIP_ENTRY = re.compile(rb"PK\x01\x02.{20}(.{4})", re.DOTALL)


def bomb_in(body: bytes, limit: int) -> str:
    """Return the kind of archive that the body is, if it unpacks to more bytes than the limit; else
    "".

    For gzip within gzip all layers count. The sizes in a ZIP's directory are taken as true."""
    if body.startswith(ZIP):
        return OTHER_FILES[ZIP][0] if _declares_more_than(limit, body) else ""
    seen = 0
    while body.startswith(GZIP):
        body = _beginning(body, limit + 1 - seen)
        seen += len(body)
        if seen > limit:
            return OTHER_FILES[GZIP][0]
    return ""


def _declares_more_than(limit: int, body: bytes) -> bool:
    declared = 0
    for entry in ZIP_ENTRY.finditer(body):
        declared += int.from_bytes(entry[1], "little")
        if declared > limit:
            return True
    return False


def _beginning(body: bytes, size: int) -> bytes:
    """Return this many bytes of the packed content, or nothing if it is broken before that."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(body)) as packed:
            return packed.read(size)
    except (OSError, EOFError, zlib.error):
        return b""
