"""Downloads of a snapshot's files: whole, resumed, refused."""

import base64
import hashlib

import pytest
from django.test import Client

from annotation.models import AuditEvent, Snapshot
from annotation.services.snapshots import files as kept_files
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.stored_snapshots import stored_snapshot
from tests.snapshots.conftest import body_of

pytestmark = pytest.mark.django_db
BODY = b'{"a": 1}\n'
DIGEST = hashlib.sha256(BODY).hexdigest()


@pytest.fixture
def snapshot() -> Snapshot:
    return stored_snapshot(make_campaign(texts=["a b"]), gold=BODY, empty=b"")


@pytest.fixture
def address(snapshot: Snapshot) -> str:
    return f"/research/snapshots/{snapshot.pk}/files/gold"


def test_a_whole_file_comes_with_its_digest_and_is_audited(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, body_of(answer)) == (200, BODY)
    assert answer.headers["ETag"] == f'"{DIGEST}"'
    assert answer.headers["Content-Length"] == str(len(BODY))
    assert answer.headers["Accept-Ranges"] == "bytes"
    encoded = base64.b64encode(bytes.fromhex(DIGEST)).decode()
    assert answer.headers["Repr-Digest"] == f"sha-256=:{encoded}:"
    event = AuditEvent.objects.get(verb="file.taken")
    assert event.details["sha256"] == DIGEST


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("byte_range", "body", "content_range"),
    [
        ("bytes=0-", BODY, "bytes 0-8/9"),
        ("bytes=0-0", BODY[:1], "bytes 0-0/9"),
        ("bytes=3-5", BODY[3:6], "bytes 3-5/9"),
        ("bytes=3-900", BODY[3:], "bytes 3-8/9"),
        ("bytes=-2", BODY[-2:], "bytes 7-8/9"),
        ("bytes=-900", BODY, "bytes 0-8/9"),
    ],
)
def test_a_range_is_what_was_requested(
    client: Client, address: str, byte_range: str, body: bytes, content_range: str
) -> None:
    answer = client.get(address, headers={"Range": byte_range})
    assert (answer.status_code, body_of(answer)) == (206, body)
    assert answer.headers["Content-Range"] == content_range
    assert answer.headers["Content-Length"] == str(len(body))
    assert "Repr-Digest" not in answer.headers


@pytest.mark.few(1)
@pytest.mark.parametrize("byte_range", ["bytes=9-", "bytes=900-901", "bytes=-0"])
def test_a_range_after_the_end_is_refused(client: Client, address: str, byte_range: str) -> None:
    answer = client.get(address, headers={"Range": byte_range})
    assert answer.status_code == 416
    assert answer.headers["Content-Range"] == "bytes */9"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "byte_range", ["bytes=0-1,3-4", "lines=0-1", "bytes=5-3", "bytes=a-b", "bytes=-", "", "bytes=1"]
)
def test_other_ranges_get_the_whole_file(client: Client, address: str, byte_range: str) -> None:
    answer = client.get(address, headers={"Range": byte_range})
    assert (answer.status_code, body_of(answer)) == (200, BODY)


def test_only_the_same_file_is_gone_on_with(client: Client, address: str) -> None:
    def status(etag: str) -> int:
        answer = client.get(address, headers={"Range": "bytes=3-", "If-Range": etag})
        body_of(answer)
        return int(answer.status_code)

    assert status(f'"{DIGEST}"') == 206
    assert status('"another"') == 200
    assert status(f'W/"{DIGEST}"') == 200
    assert status("Mon, 23 Nov 2026 10:00:00 GMT") == 200


def test_who_holds_the_file_already_gets_nothing(client: Client, address: str) -> None:
    answer = client.get(address, headers={"If-None-Match": f'"{DIGEST}"'})
    assert answer.status_code == 304
    head = client.head(address)
    assert (head.status_code, head.headers["Content-Length"]) == (200, "9")
    assert not AuditEvent.objects.filter(verb="file.taken").exists() or head.status_code == 200


def test_going_on_is_not_audited_again(client: Client, address: str) -> None:
    body_of(client.get(address, headers={"Range": "bytes=3-"}))
    assert not AuditEvent.objects.filter(verb="file.taken").exists()
    body_of(client.get(address, headers={"Range": "bytes=0-2"}))
    assert AuditEvent.objects.filter(verb="file.taken").count() == 1


@pytest.mark.long
def test_an_empty_file_is_downloaded(client: Client, snapshot: Snapshot) -> None:
    address = f"/research/snapshots/{snapshot.pk}/files/empty"
    answer = client.get(address)
    assert (answer.status_code, body_of(answer)) == (200, b"")
    assert client.get(address, headers={"Range": "bytes=0-"}).status_code == 416


def test_no_part_is_read_that_was_not_requested(
    client: Client, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_files, "PART_BYTES", 4)
    file = snapshot.files.get(name="gold")
    file.parts.all().delete()
    for number in range(3):
        file.parts.create(number=number, body=BODY[4 * number : 4 * number + 4])
    file.parts.filter(number=0).delete()
    answer = client.get(
        f"/research/snapshots/{snapshot.pk}/files/gold", headers={"Range": "bytes=5-8"}
    )
    assert body_of(answer) == BODY[5:]


@pytest.mark.few(1)
@pytest.mark.parametrize("status", ["waiting", "running", "failed", "discarded"])
def test_only_a_snapshot_that_is_ready_has_files(
    client: Client, snapshot: Snapshot, address: str, status: str
) -> None:
    Snapshot.objects.filter(pk=snapshot.pk).update(status=status)
    assert client.get(address).status_code == 404


def test_files_of_others_and_unknown_names_are_not_found(client: Client, address: str) -> None:
    assert client.get(f"{address}.exe").status_code == 404
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.get(address).status_code == 404
