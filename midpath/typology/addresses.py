"""The files of a corpus by name, by pattern or by address: on this computer, or wherever fsspec
finds them, such as in object storage.

Only commands import this. An address in a request could make a server connect to any other.
"""

import lzma
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from fsspec.compression import compr
from fsspec.core import OpenFile, has_magic, url_to_fs
from fsspec.utils import infer_compression

from midpath.exchange.files import STANDARD
from midpath.typology.corpus_files import BadCorpus, require_files, why

Opened: TypeAlias = tuple[IO[bytes], IO[bytes]]

# What compressed files and other people's servers raise.
UNREADABLE = (OSError, EOFError, ValueError, ImportError, zlib.error, lzma.LZMAError)


@dataclass(frozen=True)
class Source:
    """A file of a corpus; `size` is its stored size in bytes, 0 if unknown."""

    name: str
    size: int
    found: OpenFile | None = None

    @contextmanager
    def opened(self) -> Iterator[Opened]:
        """Open the file, decompressed by the ending of its name, and the file as it is stored.

        Raises BadCorpus if it cannot be opened, read or decompressed.
        """
        try:
            if self.found is not None:
                with self.found as file:
                    yield file, self.found.fobjects[0]
            elif self.name == STANDARD:
                yield sys.stdin.buffer, sys.stdin.buffer
            else:
                with Path(self.name).open("rb") as stored, _unpacked(self.name, stored) as file:
                    yield file, stored
        except UNREADABLE as error:
            raise BadCorpus(self.name, f"it cannot be read: {why(error)}.") from error


def sources_of(name: str) -> list[Source]:
    """Return the files of a corpus, in the order of their names, before any is read."""
    if name == STANDARD:
        return [Source(name, 0)]
    path = Path(name)
    if "://" in name or (has_magic(name) and not path.exists()):
        return _found(name)
    require_files([path])
    return [Source(name, path.stat().st_size)]


def _found(name: str) -> list[Source]:
    try:
        system, place = url_to_fs(name)
        paths = [place]
        if has_magic(place):
            paths = [one for one in sorted(system.glob(place)) if system.isfile(one)]
        sources = [
            Source(one, system.size(one) or 0, OpenFile(system, one, compression=_packing(one)))
            for one in paths
        ]
    except Exception as error:  # each file system has errors of its own
        raise BadCorpus(name, f"it cannot be read: {why(error)}.") from error
    if not sources:
        raise BadCorpus(name, "no file matches.")
    return sources


def _unpacked(name: str, stored: IO[bytes]) -> IO[bytes] | nullcontext[IO[bytes]]:
    kind = _packing(name)
    if kind is None:
        return nullcontext(stored)
    found: IO[bytes] = compr[kind](stored, mode="rb")
    return found


def _packing(name: str) -> str | None:
    """Return the compression of a file by the ending of its name, None without one."""
    kind: str | None = infer_compression(os.fspath(name))
    if kind == "zip":  # only its first file would be read
        raise ValueError("a ZIP has several files; unpack it and give a pattern")
    if kind is not None and kind not in compr:
        raise ValueError(f"there is no package to unpack {kind}")
    return kind
