"""Uploads and downloads of files."""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

import httpx

from midpath.errors import Damaged
from midpath.models import KeptFile
from midpath.transport import Transport

Told = Callable[[int, int], object]
Check = Callable[[Path, str], None]
PIECE = 64 * 1024
NAMED = re.compile(r'(?:W/)?"(\w+)"', re.ASCII)


class Uploaded:
    """A file that reports how much of it was read, by `progress(done, total)` in bytes."""

    def __init__(self, file: BinaryIO, progress: Told | None) -> None:
        self._file, self._progress = file, progress
        self._size = file.seek(0, 2)
        file.seek(0)

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        if piece and self._progress is not None:
            self._progress(self._file.tell(), self._size)
        return piece

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()


def download(
    transport: Transport, path: str, to: Path, *, check: Check, progress: Told | None = None
) -> Path:
    """Download a file to a path and return the path.

    It is written under a temporary name, and moved there once it is complete and `check`, called
    with it and its ETag, accepts it. So there is never a partial file at the path. An interrupted
    download, also of an earlier program, is resumed if the file is still the same."""
    response = transport.send(
        lambda _: _received(transport.http, path, to, progress or _nobody), repeatable=True
    )
    etag = _etag_of(response)
    part = _part(to, etag)
    try:
        check(part, etag)
    except Damaged:
        part.unlink()
        raise
    return part.replace(to)


def _received(http: httpx.Client, path: str, to: Path, progress: Told) -> httpx.Response:
    """Append the response to the partial file, from where that ends, and return the response."""
    begun = _begun(to)
    size = begun.stat().st_size if begun else 0
    headers = {"Accept-Encoding": "identity"}
    if begun and size:
        headers |= {"Range": f"bytes={size}-", "If-Range": f'"{begun.suffixes[-2][1:]}"'}
    with http.stream("GET", path, headers=headers) as response:
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE and begun:
            begun.unlink()
        elif response.is_success:
            _write(response, to, size, progress)
            return response
        else:
            response.read()
            return response
    return _received(http, path, to, progress)


def _write(response: httpx.Response, to: Path, held: int, progress: Told) -> None:
    goes_on = response.status_code == httpx.codes.PARTIAL_CONTENT
    if not goes_on:
        _forget_parts(to)
    done = held if goes_on else 0
    total = done + int(response.headers.get("Content-Length", 0))
    with _part(to, _etag_of(response)).open("ab") as file:
        for piece in response.iter_bytes(PIECE):
            done += file.write(piece)
            progress(done, total)


def _etag_of(response: httpx.Response) -> str:
    """Return the ETag of a response, which becomes part of a file's name; empty if it is not a
    word."""
    told = NAMED.fullmatch(response.headers.get("ETag", ""))
    return told[1] if told else ""


def _part(to: Path, etag: str) -> Path:
    """Return the temporary name of a file, which includes its ETag."""
    return to.with_name(f"{to.name}.{etag or 'unnamed'}.part")


def _begun(to: Path) -> Path | None:
    """Return the partial file of an interrupted download; None if there is none."""
    return next(iter(_parts(to)), None)


def _forget_parts(to: Path) -> None:
    for part in _parts(to):
        part.unlink()


def _parts(to: Path) -> Sequence[Path]:
    name = re.compile(re.escape(to.name) + r"\.\w+\.part")
    return sorted(path for path in to.parent.iterdir() if name.fullmatch(path.name))


def _nobody(done: int, total: int) -> None:
    """Ignore progress."""


def require(part: Path, digest: str) -> None:
    """Raise Damaged unless a file has this SHA-256."""
    with part.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != digest:
        raise Damaged(
            f"What came has the SHA-256 {found}, but the server reports {digest or 'none'}."
        )


def require_all(part: Path, files: Sequence[KeptFile]) -> None:
    """Raise Damaged unless a zip file contains exactly these files, each with its SHA-256."""
    try:
        with ZipFile(part) as archive:
            held = {Path(name).name: _digest_in(archive, name) for name in archive.namelist()}
    except BadZipFile as error:
        raise Damaged(f"What came is no zip file: {error}") from error
    told = {file["name"]: file["sha256"] for file in files}
    for name in sorted(held.keys() | told.keys()):
        if held.get(name) != told.get(name):
            raise Damaged(f"What came as {name} does not match what the server reports.")


def _digest_in(archive: ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
