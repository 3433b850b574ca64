"""JSON objects written in parts have the same bytes as those written at once; zip files written
forward only are complete, and readable by the standard library."""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.exports import json_parts
from analysis.exports.json_parts import JsonParts
from midpath.exchange.release import CANONICAL
from midpath.exchange.zips import zip_stream
from tests.helpers.measured import peak_of
from tests.helpers.tiers import by_tier, long_only

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
VALUE = st.recursive(
    st.one_of(TEXT, st.integers(-5, 5), st.none(), st.booleans()),
    lambda deeper: st.one_of(
        st.lists(deeper, max_size=3), st.dictionaries(TEXT, deeper, max_size=3)
    ),
    max_leaves=6,
)
GROWN = st.one_of(st.lists(VALUE, max_size=6), st.dictionaries(TEXT, VALUE, max_size=6))
OBJECT = st.dictionaries(TEXT, st.tuples(st.booleans(), GROWN), min_size=1, max_size=5)


def parts_of(grown: Any, size: int) -> list[Any]:
    """Yield the elements of a list, or the members of an object in the order of their keys."""
    if isinstance(grown, list):
        return [grown[at : at + size] for at in range(0, len(grown), size)]
    keys = sorted(grown)
    return [{key: grown[key] for key in keys[at : at + size]} for at in range(0, len(keys), size)]


def around(inside: list[str], value: Any) -> Any:
    """Put the value into objects of these names, which have other members, too."""
    for name in reversed(inside):
        value = {"": 0, "~": [1], name: value}
    return value


@given(OBJECT, st.lists(TEXT, max_size=2), st.integers(1, 3), st.sampled_from([0, 8, 1 << 20]))
def test_it_is_the_same_as_at_once(
    content: dict[str, tuple[bool, Any]], inside: list[str], size: int, max_size: int
) -> None:
    """Large members may be nested inside others, which are passed whole."""
    sink = io.BytesIO()
    before, json_parts.MAX_IN_MEMORY = json_parts.MAX_IN_MEMORY, max_size
    try:
        with JsonParts() as parts:
            for name, (grows, value) in content.items():
                if not grows:
                    parts.set({name: value})
                    continue
                path = (name, *inside)
                parts.set({name: around(inside, {})})
                parts.add(path, type(value)())
                for part in parts_of(value, size):
                    parts.add(path, part)
            parts.write(sink)
    finally:
        json_parts.MAX_IN_MEMORY = before
    whole = {
        name: around(inside, value) if grows else value for name, (grows, value) in content.items()
    }
    assert sink.getvalue() == orjson.dumps(whole, option=CANONICAL)


OLDEST = (1980, 1, 1, 0, 0, 0)
NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=5)
FILES = st.dictionaries(NAMES, st.binary(max_size=300), max_size=5)
GIGABYTE = 1 << 30


def whole(files: Iterable[tuple[str, bytes]]) -> bytes:
    return b"".join(zip_stream.zip_parts(files))


def by_the_library(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, OLDEST)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return body.getvalue()


@pytest.mark.long
@given(FILES)
def test_the_bytes_are_those_of_the_standard_library(files: dict[str, bytes]) -> None:
    assert whole(files.items()) == by_the_library(files)


def test_the_end_is_read_back_from_its_own_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_stream, "MEMORY_BYTES", 1)
    monkeypatch.setattr(zip_stream, "AT_ONCE", 7)
    files = {f"{number}.txt": b"a b c " * number for number in range(20)}
    assert whole(files.items()) == by_the_library(files)


@pytest.mark.parametrize("many", [65_535, *long_only(65_534, 65_536)])
def test_more_files_than_two_bytes_can_count(many: int) -> None:
    body = whole((f"{number}", b"") for number in range(many))
    assert (b"PK\6\6" in body[-98:]) == (many > 65_534), "Zip64 where two bytes say to look there"
    with ZipFile(io.BytesIO(body)) as archive:
        assert len(archive.infolist()) == many
        assert archive.read(f"{many - 1}") == b""


def test_a_file_behind_four_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The large files have no real content."""

    class Large(bytes):
        def __len__(self) -> int:
            return 3 * GIGABYTE

    packed = zip_stream._deflated
    monkeypatch.setattr(
        zip_stream, "_deflated", lambda body: Large() if body == b"large" else packed(body)
    )
    files = [("1", b"large"), ("2", b"large"), ("3", b"small"), ("4", b"small, too")]
    with ZipFile(Sparse(zip_stream.zip_parts(files))) as archive:
        assert [one.compress_size for one in archive.infolist()[:2]] == [3 * GIGABYTE] * 2
        assert archive.infolist()[2].header_offset > 4 * GIGABYTE
        assert [archive.read(name) for name in ("3", "4")] == [b"small", b"small, too"]


class Sparse(io.RawIOBase):
    """A zip file with two virtual files of 3 GiB, and with real content after them."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._at, heads = 0, [len(next(parts)) for _ in range(2)]
        self._begin = sum(heads) + 6 * GIGABYTE
        self._body = b"".join(parts)

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, to: int, whence: int = 0) -> int:
        self._at = to + (0, self._at, self._begin + len(self._body))[whence]
        return self._at

    def read(self, many: int = -1) -> bytes:
        first = self._at - self._begin
        assert first >= 0
        found = self._body[first:] if many < 0 else self._body[first : first + many]
        self._at += len(found)
        return found


def test_one_file_is_in_memory_and_nothing_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The central directory has some fifty bytes per file."""
    monkeypatch.setattr(zip_stream, "MEMORY_BYTES", 1 << 14)
    monkeypatch.setattr(zip_stream, "AT_ONCE", 1 << 12)
    few, many = by_tier(quick=(1_000, 3_000), long=(10_000, 30_000))
    sizes = [peak_of(partial(_to_nowhere, files)) for files in (few, many)]
    assert (sizes[1] - sizes[0]) / (many - few) < 5, sizes


def _to_nowhere(files: int) -> None:
    for _ in zip_stream.zip_parts((f"{number:06}.txt", b"a b") for number in range(files)):
        pass
