"""Reading of uploads: the detected format, how to change it, and which rows are left out."""

import csv
import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AuditEvent, Dataset, DatasetUpload
from tests.helpers.pages import assert_shows, read, read_words, text_of
from tests.helpers.spreadsheets import Rows, workbook
from tests.research.study import Study

pytestmark = pytest.mark.long
QUERIES: Rows = [
    ["id", "query", "source"],
    [7, "best pizza in town", "web"],
    [8, "red wine", "log"],
]
FAULTY = "query,n\nbest pizza,1\n,2\nbest pizza,3\nred wine stain,4\n"


def send(study: Study, client: Client, name: str = "", body: bytes = b"", **form: str) -> str:
    """Return the address of the upload's page."""
    data: dict[str, Any] = {"name": "New", **form}
    if name:
        data["file"] = SimpleUploadedFile(name, body)
    response = client.post(f"/research/projects/{study.project.pk}/datasets/new/", data)
    assert response.status_code == 302, response.content.decode()
    return str(response.headers["Location"])


def bring_in(client: Client, where: str, leave_out: int = 0) -> Dataset:
    client.post(f"{where}import/", {"leave_out": leave_out})
    return Dataset.objects.get(name="New")


def contents(dataset: Dataset) -> list[tuple[str, dict[str, str]]]:
    return [(item.text, item.content["columns"]) for item in dataset.items.order_by("position")]


def test_an_excel_file_is_read_and_said(study: Study, owner: Client) -> None:
    where = send(study, owner, "queries.xlsx", workbook(QUERIES))
    text = read(owner, where)
    assert "Read as: Excel sheet “Queries”, 2 rows, column “query”." in text
    assert "Import 2 texts as “New”" in text
    assert contents(bring_in(owner, where)) == [
        ("best pizza in town", {"id": "7", "source": "web"}),
        ("red wine", {"id": "8", "source": "log"}),
    ]
    assert not DatasetUpload.objects.exists()


def test_another_sheet_can_be_chosen(study: Study, owner: Client) -> None:
    sheets: dict[str, Rows] = {
        "Notes": [["only notes"]],
        "Texts": [["text"], ["red wine"], ["green tea"]],
    }
    where = send(study, owner, "q.xlsx", workbook(sheets))
    page = read_words(owner, where)
    assert_shows(page, "sheet “Texts”, 2 rows", "3 rows", "1 row<", "Import 2 texts")
    assert page.index('value="Texts" aria-current="true"') < page.index('value="Notes"')
    owner.post(f"{where}reading/", {"sheet": "Notes"})
    page = read_words(owner, where)
    assert_shows(page, "sheet “Notes”", 'value="Notes" aria-current="true"', "3 rows")
    owner.post(f"{where}reading/", {"sheet": "Texts"})
    assert "sheet “Texts”, 2 rows" in owner.get(where).content.decode()
    owner.post(f"{where}reading/", {"sheet": "Nowhere"})
    assert "sheet “Texts”, 2 rows" in owner.get(where).content.decode()


def test_hidden_and_empty_sheets_come_last(study: Study, owner: Client) -> None:
    sheets: dict[str, Rows] = {"Secret": QUERIES, "Empty": [], "Shown": [["text"], ["red wine"]]}
    where = send(study, owner, "q.xlsx", workbook(sheets, hidden=["Secret"]))
    text = owner.get(where).content.decode()
    assert "sheet “Shown”" in text
    assert "Secret" not in text


def test_another_column_can_be_taken_by_its_button(study: Study, owner: Client) -> None:
    body = "query,longer\nred wine,a glass of red wine\ntea,a cup of green tea\n"
    where = send(study, owner, "q.csv", body.encode())
    assert re.search(r'name="take"\s+value="1"', owner.get(where).content.decode())
    owner.post(f"{where}reading/", {"role-0": "text", "role-1": "keep", "take": "1"})
    assert "column “longer”" in owner.get(where).content.decode()
    assert contents(bring_in(owner, where)) == [
        ("a glass of red wine", {"query": "red wine"}),
        ("a cup of green tea", {"query": "tea"}),
    ]


def test_columns_are_named_as_schemes_know_them_or_left_out(study: Study, owner: Client) -> None:
    body = "query,answer,because,secret\nred wine,drink,it is,x\ngreen tea,drink,so,y\n"
    where = send(study, owner, "q.csv", body.encode())
    roles = {"role-0": "text", "role-1": "gold", "role-2": "why", "role-3": "drop"}
    owner.post(f"{where}reading/", roles)
    assert contents(bring_in(owner, where))[0] == ("red wine", {"gold": "drink", "why": "it is"})


def test_two_columns_of_one_role_are_refused_and_can_be_mended(study: Study, owner: Client) -> None:
    where = send(study, owner, "q.csv", b"query,other\nred wine,green tea\n")
    owner.post(f"{where}reading/", {"role-0": "text", "role-1": "text"})
    text = read(owner, where, 400)
    assert_shows(text, "Two columns are assigned to text. Choose one of them.", 'name="role-1"')


def test_pairs_without_ids_are_numbered(study: Study, owner: Client) -> None:
    where = send(study, owner, "p.csv", b"premise,hypothesis,n\na b,c d,1\ne f,g h,2\n")
    assert "columns “premise” and “hypothesis”" in owner.get(where).content.decode()
    dataset = bring_in(owner, where)
    assert dataset.kind == Dataset.Kind.PAIRS
    assert [item.text for item in dataset.items.order_by("position")] == ["1", "2"]


@pytest.mark.quick
def test_any_two_columns_make_pairs(study: Study, owner: Client) -> None:
    where = send(study, owner, "p.csv", b"one,two,key\na b,c d,x\ne f,g h,y\n")
    owner.post(f"{where}reading/", {"role-0": "left", "role-1": "right", "role-2": "id"})
    dataset = bring_in(owner, where)
    assert dataset.kind == Dataset.Kind.PAIRS
    assert [item.text for item in dataset.items.order_by("position")] == ["x", "y"]


@pytest.mark.quick
def test_rows_that_cannot_be_taken_are_listed_and_left_out(study: Study, owner: Client) -> None:
    where = send(study, owner, "q.csv", FAULTY.encode())
    text = " ".join(owner.get(where).content.decode().split())
    assert_shows(text, "2 rows cannot be imported", "no text (1)", "repeats another row (1)")
    assert "Leave 2 rows out, import 2 texts" in text
    dataset = bring_in(owner, where, leave_out=2)
    found = [item.text for item in dataset.items.order_by("position")]
    assert found == ["best pizza", "red wine stain"]
    assert dataset.details["left_out"]["rows"] == 2
    assert dataset.details["left_out"]["numbers"] == [3, 4]
    assert AuditEvent.objects.get(verb="dataset.imported").details["left_out"] == 2
    page = owner.get(f"/research/datasets/{dataset.pk}/").content.decode()
    assert "2 rows of the file were left out" in " ".join(page.split())


@pytest.mark.quick
@pytest.mark.parametrize("said", ["", "1", "3", "x", "-2"])
def test_rows_are_left_out_only_as_they_were_seen(study: Study, owner: Client, said: str) -> None:
    where = send(study, owner, "q.csv", FAULTY.encode())
    assert owner.post(f"{where}import/", {"leave_out": said}).headers["Location"] == where
    assert not Dataset.objects.filter(name="New").exists()


@pytest.mark.quick
def test_the_rows_left_out_can_be_taken_away_as_csv(study: Study, owner: Client) -> None:
    where = send(study, owner, "q.csv", "query,n\nred wine,1\n=cmd() \u200b,2\n".encode())
    rows = list(csv.reader(io.StringIO(owner.get(f"{where}left-out.csv").content.decode())))
    assert rows[0] == ["row", "column", "reason", "what is wrong", "text"]
    assert rows[1][:3] == ["3", "query", "characters that cannot be shown"]
    assert rows[1][4] == "'=cmd() ⟨zero width space⟩"


def test_texts_are_pasted(study: Study, owner: Client) -> None:
    where = send(study, owner, texts="best pizza in town\r\nred wine\r\n")
    assert "one text per line, 2 lines" in owner.get(where).content.decode()
    found = [item.text for item in bring_in(owner, where).items.order_by("position")]
    assert found == ["best pizza in town", "red wine"]


def test_cells_are_pasted(study: Study, owner: Client) -> None:
    where = send(study, owner, texts='id\tquery\r\n1\t"red ""wine"""\r\n2\tgreen tea\r\n')
    assert "cells separated by tabs, 2 rows, column “query”" in owner.get(where).content.decode()
    assert contents(bring_in(owner, where))[0] == ('red "wine"', {"id": "1"})


def test_texts_without_spaces_are_divided_when_requested(study: Study, owner: Client) -> None:
    texts = "query\n我想买一张去北京的火车票\n東京都庁の営業時間\nตั๋วรถไฟไปเชียงใหม่\n"
    where = send(study, owner, "q.txt", texts.encode())
    page = owner.get(where)
    assert page.status_code == 200
    assert "3 texts are in a script" in " ".join(page.content.decode().split())
    owner.post(f"{where}reading/", {"divide": "yes"})
    page = owner.get(where)
    assert '<span class="word">北京</span>' in page.content.decode()
    assert page.status_code == 200
    words = [item.words for item in bring_in(owner, where).items.order_by("position")]
    assert [words[0][-1], words[1][0], words[2][0]] == ["车票", "東京", "ตั๋ว"]


def test_an_encoding_that_is_only_assumed_is_said_and_changed(study: Study, owner: Client) -> None:
    where = send(study, owner, "q.txt", "лучшая пицца\n".encode("windows-1251"))
    page = owner.get(where).content.decode()
    assert "in Windows-1252 (Western European)" in page
    assert "The file does not state its encoding" in page
    owner.post(f"{where}reading/", {"encoding": "windows-1251"})
    assert bring_in(owner, where).items.get().text == "лучшая пицца"


@pytest.mark.quick
@pytest.mark.parametrize(
    "chosen",
    [
        {"encoding": "rot13"},
        {"delimiter": "x"},
        {"role-0": "everything"},
        {"kind": "nothing"},
        {"sheet": "Nowhere"},
    ],
)
def test_unknown_choices_are_refused(study: Study, owner: Client, chosen: dict[str, str]) -> None:
    where = send(study, owner, "q.csv", b"query,n\nred wine,1\n")
    before = DatasetUpload.objects.get().choices
    assert owner.post(f"{where}reading/", chosen).status_code == 302
    assert DatasetUpload.objects.get().choices == before


@pytest.mark.quick
def test_the_script_that_shows_progress_is_shown_where_to_go(study: Study, owner: Client) -> None:
    where = f"/research/projects/{study.project.pk}/datasets/new/"
    file = SimpleUploadedFile("q.txt", b"red wine\n")
    answer = owner.post(
        where, {"name": "New", "file": file}, headers={"Accept": "application/json"}
    )
    upload = DatasetUpload.objects.get()
    found = (answer.status_code, answer.json())
    assert found == (201, {"where": f"/research/uploads/{upload.pk}/"})
    answer = owner.post(where, {"name": "New"}, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json() == {"problems": ["Choose a file or paste texts."]}


def test_a_name_taken_meanwhile_is_reported_and_kept(study: Study, owner: Client) -> None:
    first, second = (send(study, owner, "q.txt", b"red wine\n") for _ in range(2))
    bring_in(owner, first)
    assert "already has a dataset named New" in text_of(owner.post(f"{second}import/", follow=True))
    assert DatasetUpload.objects.count() == 1


NESTED = b'{"text": "red wine", "meta": {"lang": "en"}}\n{"text": "green tea", "meta": {}}\n'


def test_nested_fields_are_flattened_or_left_out_with_one_button(
    study: Study, owner: Client
) -> None:
    where = send(study, owner, "a.jsonl", NESTED)
    page = text_of(owner.get(where), 400)
    assert_shows(page, "Flatten nested fields", "Leave nested fields out", "flattened or left out")
    owner.post(f"{where}reading/", {"nested": "drop"})
    assert_shows(read(owner, where), "1 field not read: meta", "Flatten nested")
    owner.post(f"{where}reading/", {"nested": "flatten"})
    assert_shows(read(owner, where), "into columns: meta.lang, meta.", "Import 2 texts")
    found = contents(bring_in(owner, where))
    assert found == [("red wine", {"meta.lang": "en"}), ("green tea", {"meta": None})]


def test_files_without_nested_fields_offer_no_choice(study: Study, owner: Client) -> None:
    where = send(study, owner, "a.jsonl", b'{"text": "red wine"}\n')
    assert "nested" not in read(owner, where)
    owner.post(f"{where}reading/", {"nested": "somehow"})
    assert DatasetUpload.objects.get().choices == {}
