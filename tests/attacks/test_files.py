"""Attacks 10 to 20 of the promises: files and file paths.

13-15 (import from a URL), 16-17 (archives) and 20 (spreadsheets) do not apply yet: files come by
upload alone, archives are refused, and JSON is exported, where a formula stays as it is.
"""

import gzip
import json
import tracemalloc
import zipfile
from io import BytesIO
from typing import Any

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


@pytest.mark.parametrize("name", ["page.php", "image.svg", "../../etc/passwd", "a\\..\\b.txt"])
def test_a_files_name_and_markup_are_only_text(study: Study, name: str) -> None:
    response = _upload(study, name, b"<svg onload=alert(1)> <script>alert(1)</script>\n")
    assert response.status_code == 201
    item = Item.objects.get(dataset__name="Uploaded")
    assert item.text == "<svg onload=alert(1)> <script>alert(1)</script>"


def test_of_a_page_only_its_text_is_stored(study: Study) -> None:
    page = b"<svg onload=alert(1)> <script>alert(1)</script></svg><p onclick=alert(1)>Text.</p>"
    assert _upload(study, "page.html", page).status_code == 201
    item = Item.objects.get(dataset__name="Uploaded")
    assert item.content["sections"] == [{"title": "", "paragraphs": ["Text."]}]


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
