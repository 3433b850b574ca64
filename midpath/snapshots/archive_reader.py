"""Read a downloaded snapshot: a zip file of its files, or a folder of them.
The contents are untrusted: a changed file may contain anything."""

import hashlib
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, Protocol
from zipfile import BadZipFile, ZipFile

import orjson

from midpath.json_types import JsonObject
from midpath.snapshots.manifest import MANIFEST

AT_ONCE = 1 << 20
# A few bytes of a zip file can unpack to more than the capacity of any machine.
MAX_IN_FILE = 16 << 30
MAX_IN_LINE = 64 << 20
MAX_CONCURRENT = 256 << 20
UNREADABLE = (
    OSError,
    BadZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


class BadSnapshot(ValueError):
    """A file that is no snapshot, or one that this version does not read; the message says why."""


class SnapshotFiles(Protocol):
    """The files of a snapshot."""

    def names(self) -> list[str]: ...
    def open(self, name: str) -> IO[bytes]: ...


class Seen(NamedTuple):
    """The size of a file, its SHA-256, and its number of lines."""

    size: int
    digest: str
    lines: int


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> list[str]:
        return sorted(path.name for path in self._path.iterdir() if path.is_file())

    def open(self, name: str) -> IO[bytes]:
        return (self._path / name).open("rb")


class _Archive:
    """A zip file, original or repacked, which may have a folder around the files."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        manifests = (name for name in archive.namelist() if PurePosixPath(name).name == MANIFEST)
        self._before = min(manifests, key=len, default=MANIFEST).removesuffix(MANIFEST)

    def names(self) -> list[str]:
        whole = (name for name in self._archive.namelist() if not name.endswith("/"))
        return [
            name.removeprefix(self._before) if name.startswith(self._before) else f"../{name}"
            for name in whole
        ]

    def open(self, name: str) -> IO[bytes]:
        info = self._archive.getinfo(self._before + name)
        if info.file_size > MAX_IN_FILE:
            raise ValueError(f"the zip file states {info.file_size:,} bytes")
        file = self._archive.open(info)
        # A file with a wrong CRC-32 is still read and reported, by its SHA-256.
        file._expected_crc = None  # type: ignore[attr-defined]
        return file


@contextmanager
def open_snapshot(path: Path) -> Iterator[SnapshotFiles]:
    """Open a snapshot; BadSnapshot if it is not one."""
    try:
        if path.is_dir():
            yield _Folder(path)
            return
        with _archive_in(path) as archive:
            yield _Archive(archive)
    except OSError as error:
        raise BadSnapshot(f"{path} cannot be read: {error.strerror}.") from error


def _archive_in(path: Path) -> ZipFile:
    """Open a zip file. A device is not read, since it may have no end."""
    try:
        if path.exists() and not path.is_file():
            raise BadZipFile
        return ZipFile(path)
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise BadSnapshot(
            f"{path} is not a zip file. Give a snapshot as it was downloaded, or the folder that "
            "contains its files."
        ) from error


def look_at(files: SnapshotFiles, name: str) -> Seen:
    """Read a file through in chunks."""
    digest, size, lines = hashlib.sha256(), 0, 0
    with files.open(name) as file:
        while piece := file.read(AT_ONCE):
            digest.update(piece)
            size += len(piece)
            lines += piece.count(b"\n")
    return Seen(size, digest.hexdigest(), lines)


def whole(files: SnapshotFiles, name: str, max_bytes: int) -> bytes:
    """Return a whole file; ValueError if it is longer than this number of bytes."""
    body = bytearray()
    with files.open(name) as file:
        while piece := file.read(AT_ONCE):
            body += piece
            if len(body) > max_bytes:
                raise ValueError(f"it has more than {max_bytes:,} bytes")
    return bytes(body)


def rows_in(files: SnapshotFiles, name: str) -> Iterator[tuple[int, dict[str, object] | None]]:
    """Yield the lines of a file with their numbers; None for one that is not a JSON object.
    ValueError for a line that is too long."""
    with files.open(name) as file:
        for number in count(1):
            line = file.readline(MAX_IN_LINE + 1)
            if not line:
                return
            if len(line) > MAX_IN_LINE:
                raise ValueError(f"line {number:,} has more than {MAX_IN_LINE:,} bytes")
            yield number, json_object(line)


def json_object(body: bytes) -> JsonObject | None:
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None
