"""All files of a snapshot in one zip file: resumable anywhere, the same bytes each time."""

import hashlib
import io
import zlib
from collections.abc import Iterable
from random import Random
from zipfile import ZipFile

import pytest
from django.test import Client

from annotation.models import AuditEvent, Snapshot
from midpath.exchange.zips.zip_stored import Entry, Zipped
from tests.helpers.factories import make_campaign
from tests.helpers.stored_snapshots import stored_snapshot
from tests.snapshots.conftest import body_of

FILES = {"manifest.json": b'{"a": 1}\n', "judgments.jsonl": b"abc\n" * 9, "empty": b""}


def entry(name: str, body: bytes) -> Entry:
    def part(first: int, last: int) -> Iterable[bytes]:
        return (body[first : last + 1],)

    return Entry(name, len(body), zlib.crc32(body), part)


def test_any_range_is_that_of_the_whole() -> None:
    zipped = Zipped([entry(name, body) for name, body in FILES.items()] + [entry("ü.txt", b"x")])
    whole = b"".join(zipped.body(0, zipped.size - 1))
    assert len(whole) == zipped.size
    with ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        found = {name: archive.read(name) for name in archive.namelist()}
    assert found == {**FILES, "ü.txt": b"x"}
    luck = Random(3)
    for _ in range(300):
        first = luck.randrange(zipped.size)
        last = luck.randrange(first, zipped.size)
        assert b"".join(zipped.body(first, last)) == whole[first : last + 1]


def test_one_of_more_than_four_gigabytes_is_sound() -> None:
    """The content after the large file is served without reading it."""
    size = 5 << 30

    def never(first: int, last: int) -> Iterable[bytes]:
        raise AssertionError("read")

    zipped = Zipped([Entry("large", size, 7, never), entry("small", b"small")])
    at = size + 200
    tail = b"".join(zipped.body(at, zipped.size - 1))

    class Sparse(io.RawIOBase):
        place = 0

        def seekable(self) -> bool:
            return True

        def tell(self) -> int:
            return self.place

        def seek(self, to: int, whence: int = 0) -> int:
            self.place = to + (0, self.place, zipped.size)[whence]
            return self.place

        def read(self, many: int = -1) -> bytes:
            end = zipped.size if many < 0 else min(self.place + many, zipped.size)
            found = b"".join(zipped.body(self.place, end - 1)) if end > self.place else b""
            self.place = end
            return found

    with ZipFile(Sparse()) as archive:
        assert [one.file_size for one in archive.infolist()] == [size, 5]
        assert archive.read("small") == b"small"
    assert len(tail) == zipped.size - at


@pytest.fixture
def snapshot() -> Snapshot:
    return stored_snapshot(make_campaign(texts=["a b"]), **FILES)


@pytest.mark.long
@pytest.mark.django_db
def test_it_is_downloaded_gone_on_with_and_audited(snapshot: Snapshot, client: Client) -> None:
    address = f"/research/snapshots/{snapshot.pk}/files/snapshot.zip"
    answer = client.get(address)
    whole = body_of(answer)
    assert answer.headers["Content-Type"] == "application/zip"
    assert "Repr-Digest" not in answer.headers
    with ZipFile(io.BytesIO(whole)) as archive:
        assert archive.namelist()[0] == "manifest.json"
        assert {name: archive.read(name) for name in archive.namelist()} == FILES
    etag = answer.headers["ETag"]
    rest = client.get(address, headers={"Range": "bytes=40-", "If-Range": etag})
    assert (rest.status_code, body_of(rest)) == (206, whole[40:])
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert AuditEvent.objects.filter(verb="file.taken").count() == 1


@pytest.mark.long
@pytest.mark.django_db
def test_it_is_another_one_once_a_file_is_gone(snapshot: Snapshot, client: Client) -> None:
    address = f"/research/snapshots/{snapshot.pk}/files/snapshot.zip"
    before = client.get(address)
    hashlib.sha256(body_of(before))
    snapshot.files.get(name="judgments.jsonl").delete()
    after = client.get(address, headers={"Range": "bytes=9-", "If-Range": before.headers["ETag"]})
    assert after.status_code == 200
    with ZipFile(io.BytesIO(body_of(after))) as archive:
        assert archive.namelist() == ["manifest.json", "empty"]
