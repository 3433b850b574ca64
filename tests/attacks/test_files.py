"""Attacks 10 to 20 of the promises: files and file paths; and 24: bodies meant to fill the memory.

13-15 (import from a URL), 16-17 (archives) and 20 (spreadsheets) do not apply yet: files come by
upload alone, archives are refused, and JSON is exported, where a formula stays as it is.
"""

import gzip
import json
import os
import socket
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Dataset, DatasetUpload, Item
from tests.api.studies import Study
from tests.helpers.factories import enrol, judge_next, make_campaign

MEGABYTE = 2**20


def a_zip(*sizes: int) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, size in enumerate(sizes):
            archive.writestr(f"{number}.txt", b"0 " * (size // 2))
    return packed.getvalue()


def a_gzip(megabytes: int) -> bytes:
    """Compress in members of one megabyte each, so that the size in the last trailer says
    little."""
    return gzip.compress(bytes(MEGABYTE), mtime=0) * megabytes


BAD_FILES = {
    "a zip": ("texts.zip", a_zip(10 * MEGABYTE)),
    "a zip by another name": ("texts.csv", a_zip(10 * MEGABYTE)),
    "a gzip": ("texts.csv.gz", a_gzip(19)),
    "a gzip that is broken": ("texts.csv.gz", a_gzip(1)[:-9] + a_gzip(30)),
    "the wrong width": ("t.csv", b"text,n\na b,1\nc d,2,3\n"),
    "an open quote": ("t.csv", b'text\n"a b\nc d\n'),
    "truncated JSON": ("t.json", b'{"items": 1, "annotation set": {"a b": {"1": "a'),
    "broken JSON lines": ("t.jsonl", b'{"text": "a b"}\n{"text": \n'),
    "deep JSON": ("t.json", b"[" * 100_000),
    "NaN": ("t.jsonl", b'{"text": "a b", "n": NaN}\n'),
    "2^63": ("t.jsonl", b'{"text": "a b", "n": 9223372036854775808}\n'),
    "a NUL": ("t.txt", b"a b\nc\x00d e\n"),
    "a lone surrogate": ("t.jsonl", b'{"text": "a \\ud800"}\n'),
    "Latin-1": ("t.txt", "caf\u00e9 noir\n".encode("latin-1")),
    "UTF-16": ("t.txt", "a b\n".encode("utf-16")),
    "nothing": ("t.txt", b""),
}


def _upload(study: Study, name: str, content: bytes) -> Any:
    data = {
        "project": str(study.project.pk),
        "name": "Uploaded",
        "file": SimpleUploadedFile(name, content),
    }
    return Client().post("/api/v1/datasets", data, headers=study.researcher.headers)


# On the page, faulty rows can be left out, and other encodings are read.
FORGIVEN = {"the wrong width", "a NUL", "Latin-1", "UTF-16"}


@pytest.mark.attack(19)
@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_imports_nothing_and_says_where(study: Study, owner: Client, kind: str) -> None:
    name, content = BAD_FILES[kind]
    before = Item.objects.count()
    problem = _upload(study, name, content).json()
    assert problem["status"] == 400
    assert all(error["message"] for error in problem["errors"])
    form = {"name": "Uploaded", "file": SimpleUploadedFile(name, content)}
    page = owner.post(f"/research/projects/{study.project.pk}/datasets/new/", form, follow=True)
    assert page.status_code == (200 if kind in FORGIVEN else 400)
    assert Item.objects.count() == before
    assert not Dataset.objects.filter(name="Uploaded").exists()


BOMBS = {
    "a zip": ("texts.zip", a_zip(21 * MEGABYTE)),
    "a zip of many": ("texts.csv", a_zip(*[MEGABYTE] * 21)),
    "a gzip": ("texts.csv.gz", a_gzip(1000)),
    "a gzip of a gzip": ("texts.csv", gzip.compress(a_gzip(1000))),
}


@pytest.mark.attack(18)
@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_too_large_and_is_not_unpacked(study: Study, owner: Client, kind: str) -> None:
    name, content = BOMBS[kind]
    tracemalloc.start()
    problem = _upload(study, name, content).json()
    form = {"name": "Uploaded", "file": SimpleUploadedFile(name, content)}
    page = owner.post(f"/research/projects/{study.project.pk}/datasets/new/", form)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (problem["status"], problem["code"], problem["field"]) == (413, "too_large", "file")
    assert "unpacks to more than 20 MB. Export it as CSV in UTF-8." in problem["detail"]
    assert page.status_code == 413
    assert problem["detail"] in page.content.decode()
    assert most < 100 * MEGABYTE
    assert not DatasetUpload.objects.exists()


@pytest.mark.attack(11, 16)
@pytest.mark.parametrize("name", ["page.php", "image.svg", "../../etc/passwd", "a\\..\\b.txt"])
def test_a_files_name_and_markup_are_only_text(study: Study, name: str) -> None:
    response = _upload(study, name, b"<svg onload=alert(1)> <script>alert(1)</script>\n")
    assert response.status_code == 201
    item = Item.objects.get(dataset__name="Uploaded")
    assert item.text == "<svg onload=alert(1)> <script>alert(1)</script>"


@pytest.mark.attack(11)
def test_of_a_page_only_its_text_is_stored(study: Study) -> None:
    page = b"<svg onload=alert(1)> <script>alert(1)</script></svg><p onclick=alert(1)>Text.</p>"
    assert _upload(study, "page.html", page).status_code == 201
    item = Item.objects.get(dataset__name="Uploaded")
    assert item.content["sections"] == [{"title": "", "paragraphs": ["Text."]}]


@pytest.mark.attack(20, 22)
def test_emoji_bidi_scripts_and_formulas_come_back_exactly(study: Study) -> None:
    texts = [
        "=cmd() +1",
        "@SUM a",
        "שלום עולם",
        "👩‍👩‍👧 🇩🇪",
        "e\u0301 é",
        "a \u202eb c",
        "9007199254740993 1e400",
    ]
    body = {
        "project": study.project.pk,
        "name": "Exact",
        "rows": [{"text": text} for text in texts],
    }
    dataset = study.researcher.post("datasets", body).json()
    rows = study.researcher.get(f"datasets/{dataset['id']}/items").json()["results"]
    assert [row["text"] for row in rows] == texts
    campaign = make_campaign(Dataset.objects.get(pk=dataset["id"]), redundancy=1)
    for _ in texts:
        judge_next(enrol(campaign, "one"))
    gold = json.loads(study.researcher.get(f"campaigns/{campaign.pk}/gold").content)
    assert set(gold["annotation set"]) == set(texts)


@pytest.mark.attack(16, 17)
@pytest.mark.parametrize(
    "path",
    [
        "/static/../config/settings.py",
        "/static/..%2fconfig/settings.py",
        "/static/%2e%2e/manage.py",
        "/static//etc/passwd",
        "/static/css/../../manage.py",
        "/w/../research/",
        "/.git/config",
    ],
)
@pytest.mark.django_db
def test_addresses_lead_out_of_nothing(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 404
    assert b"SECRET" not in response.content


ROOT = Path(__file__).resolve().parents[2]
ALLOWED_GROWTH = 50 * MEGABYTE


@dataclass
class Server:
    port: int
    process: psutil.Process

    def memory(self) -> int:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(one.memory_info().rss for one in family)

    def status_of(self, head: str, body: bytes = b"", *, patience: int = 10) -> int:
        """Return the status, whatever part of the body was sent by then."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(body)
            return int(connection.recv(1000).split()[1])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        os.set_inheritable(listening.fileno(), True)
        port = listening.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--threads", "4"]
        process = subprocess.Popen(
            [*command, "--bind", f"fd://{listening.fileno()}"],
            cwd=ROOT,
            env=os.environ | {"MIDPATH_DEBUG": "1"},
            pass_fds=[listening.fileno()],
            stderr=subprocess.DEVNULL,
        )
    try:
        server = Server(port, psutil.Process(process.pid))
        # The first request also waits until Django has started.
        assert server.status_of("GET /nowhere HTTP/1.1\nHost: localhost", patience=60) == 404
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)


HEAD = "POST {path} HTTP/1.1\nHost: localhost\nContent-Type: {type}\nContent-Length: {length}"
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"


@pytest.mark.attack(24)
@pytest.mark.few(1)
@pytest.mark.parametrize("path", ["/api/v1/campaigns", "/w/x/hit/1/submit/", "/account/login/"])
@pytest.mark.parametrize("type_", [JSON, FORM, MULTIPART, "text/plain"])
def test_a_hundred_megabytes_are_refused_unread(server: Server, path: str, type_: str) -> None:
    before = server.memory()
    head = HEAD.format(path=path, type=type_, length=100 * MEGABYTE)
    assert server.status_of(head, b"[" * MEGABYTE) == 413
    assert server.memory() - before < ALLOWED_GROWTH


@pytest.mark.attack(24)
@pytest.mark.long
def test_a_body_without_a_length_is_not_gathered(server: Server) -> None:
    before = server.memory()
    head = f"POST /api/v1/campaigns HTTP/1.1\nHost: localhost\nContent-Type: {JSON}\n"
    chunk = b"100000\r\n" + b"[" * MEGABYTE + b"\r\n"
    status = server.status_of(head + "Transfer-Encoding: chunked", chunk * 30 + b"0\r\n\r\n")
    assert 400 <= status < 500
    assert server.memory() - before < ALLOWED_GROWTH


@pytest.mark.long
def test_lengths_that_contradict_are_refused(server: Server) -> None:
    for length in ("-1", "abc", "1\nContent-Length: 2", "+5"):
        head = HEAD.format(path="/api/v1/campaigns", type=JSON, length=length)
        assert 400 <= server.status_of(head, b"{}") < 500


@pytest.mark.attack(47)
@pytest.mark.long
def test_endless_headers_and_addresses_are_refused(server: Server) -> None:
    status = server.status_of(f"GET /{'a' * 100_000} HTTP/1.1\nHost: localhost")
    assert 400 <= status < 500
    status = server.status_of(f"GET / HTTP/1.1\nHost: localhost\nX: {'a' * 100_000}")
    assert 400 <= status < 500
