"""Upload, preview, import by the page or by a job, discard."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import Dataset, DatasetImport, DatasetUpload, Item, SetImport
from annotation.services.datasets import readings
from midpath.exchange.lenient.layout import Opening
from tests.helpers.imports import finish
from tests.helpers.pages import Response, assert_shows, read_words, text_of
from tests.research.study import Study
from tests.research.test_saved_sets import form
from tests.research.test_uploads import send

GOOD = b"best pizza in town\nwinter tires for small cars\nred wine\n"
WRONG = b"text,source\nred wine,web\n,web\nbest pizza,web,extra\n"


def upload(
    study: Study, client: Client, filename: str, body: bytes, name: str = "Queries"
) -> Response:
    form = {"name": name, "file": SimpleUploadedFile(filename, body)}
    return client.post(f"/research/projects/{study.project.pk}/datasets/new/", form)


@pytest.mark.long
def test_nothing_is_imported_before_it_was_looked_at(study: Study, owner: Client) -> None:
    page = owner.get(upload(study, owner, "queries.txt", GOOD).headers["Location"]).content.decode()
    assert_shows(page, "one text per line", "Import 3 texts as “Queries”")
    assert_shows(page, '<span class="word">pizza</span>', "<title>2 words: 1</title>")
    assert not Dataset.objects.filter(name="Queries").exists()


@pytest.mark.long
def test_import_makes_the_dataset_and_drops_the_file(study: Study, owner: Client) -> None:
    where = upload(study, owner, "queries.txt", GOOD).headers["Location"]
    response = owner.post(f"{where}import/")
    dataset = Dataset.objects.get(name="Queries")
    assert response.headers["Location"] == f"/research/datasets/{dataset.pk}/"
    assert dataset.items.count() == 3
    assert not DatasetUpload.objects.exists()
    assert owner.post(f"{where}import/").status_code == 404


def test_discard_leaves_nothing(study: Study, owner: Client) -> None:
    where = upload(study, owner, "queries.txt", GOOD).headers["Location"]
    owner.post(f"{where}discard/")
    assert not DatasetUpload.objects.exists()
    assert not Dataset.objects.filter(name="Queries").exists()


@pytest.mark.long
def test_errors_stand_by_row_and_column(study: Study, owner: Client) -> None:
    where = upload(study, owner, "queries.csv", WRONG).headers["Location"]
    page = owner.get(where)
    text = page.content.decode()
    assert page.status_code == 200
    assert "2 rows cannot be imported" in text
    assert [fault.row for fault in page.context["faults"]] == [3, 4]
    assert owner.post(f"{where}import/").headers["Location"] == where
    assert not Dataset.objects.filter(name="Queries").exists()


@pytest.mark.long
def test_annotations_of_a_release_are_no_judgments(study: Study, owner: Client) -> None:
    release = {"items": 1, "annotation set": {"red wine stain": {"1": "red wine | stain"}}}
    where = upload(study, owner, "r.json", json.dumps(release).encode()).headers["Location"]
    page = owner.get(where)
    assert page.context["parsed"].annotations == 1
    assert "not imported as judgments" in page.content.decode()


@pytest.mark.long
def test_too_large_a_file_gets_a_413_page(study: Study, owner: Client, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    little = upload(study, owner, "q.txt", b"one two\n" * 200)
    large = upload(study, owner, "q.txt", b"one two\n" * 100_000)
    assert little.status_code == large.status_code == 413
    assert "Split it" in little.content.decode()
    assert not DatasetUpload.objects.exists()


def test_too_much_pasted_text_is_reported_where_it_still_is(study: Study, owner: Client) -> None:
    """Refuse a long text sent as a field, as browsers without scripts send it."""
    address = f"/research/projects/{study.project.pk}/datasets/new/"
    answer = owner.post(address, {"texts": "one two three\n" * 200_000, "name": "Many"})
    assert answer.status_code == 413
    page = answer.content.decode()
    assert_shows(page, "This request is too large", "what you typed is still there")
    assert not DatasetUpload.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("a.txt", b""),
        ("a.txt", b"\x00\x00"),
        ("a.txt", b"one\x00 two"),
        ("a.json", b'{"items": 1, "annotation set": {'),
        ("a.jsonl", b"[" * 10_000),
        ("a.csv", b"\xff\xfet\x00e"),
        ("a.csv", b"\xff\xfe\n\x00"),
        ("nothing", b"\xed\xa0\x80 lone\x01"),
    ],
)
def test_bad_files_are_explained(study: Study, owner: Client, name: str, body: bytes) -> None:
    response = upload(study, owner, name, body)
    if response.status_code == 302:
        response = owner.get(response.headers["Location"])
        assert response.context["parsed"].errors or response.context["faults"]
    assert response.status_code == 400


@pytest.mark.long
def test_a_name_that_is_taken_is_an_error_at_it(study: Study, owner: Client) -> None:
    page = upload(study, owner, "q.txt", GOOD, name=study.dataset.name)
    assert 'id="id_name_error"' in text_of(page, 409)


def test_without_a_file_or_texts_the_form_says_so(study: Study, owner: Client) -> None:
    page = owner.post(f"/research/projects/{study.project.pk}/datasets/new/", {"name": ""})
    assert "Choose a file or paste texts." in text_of(page, 400)


@pytest.mark.long
def test_with_a_file_and_texts_the_form_asks_which(study: Study, owner: Client) -> None:
    form = {"texts": "one two", "file": SimpleUploadedFile("q.txt", GOOD)}
    page = owner.post(f"/research/projects/{study.project.pk}/datasets/new/", form)
    assert "not both" in text_of(page, 400)
    assert not DatasetUpload.objects.exists()


@pytest.mark.long
def test_a_dataset_without_a_name_has_that_of_its_file(study: Study, owner: Client) -> None:
    for name in ("q", "q 2"):
        where = upload(study, owner, "q.txt", GOOD, name="").headers["Location"]
        owner.post(f"{where}import/")
        assert Dataset.objects.filter(name=name).exists()


@pytest.mark.long
def test_texts_are_paged_by_key(study: Study, owner: Client) -> None:
    texts = [
        Item(dataset=study.dataset, position=p, text=f"t {p}", content={"tokens": ["t", f"{p}"]})
        for p in range(4, 70)
    ]
    Item.objects.bulk_create(texts)
    where = f"/research/datasets/{study.dataset.pk}/"
    first = owner.get(where).context["page"]
    second = owner.get(where, {"after": first.last.position}).context["page"]
    assert [item.position for item in [*first.rows, *second.rows]] == list(range(1, 70))
    assert (first.more, second.more) == (True, False)


@pytest.mark.long
def test_markup_in_texts_is_inert(study: Study, owner: Client) -> None:
    where = upload(study, owner, "q.txt", b"<b>bold</b> <img src=x>\n").headers["Location"]
    page = owner.get(where).content.decode()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


ROWS = "text\none text\ntwo texts\nthree texts\n"
LATE_FAULT = f"{ROWS}one text\n"


@pytest.fixture
def _opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call files of more than two lines large, and read two rows for their previews."""
    monkeypatch.setattr(readings, "MAX_LINES_AT_ONCE", 2)
    monkeypatch.setattr(readings, "OPENING", Opening(rows=2, characters=1000))


@pytest.mark.usefixtures("_opening")
def test_a_large_file_is_previewed_by_its_first_rows_and_imported_by_a_job(
    study: Study, owner: Client, teammate: Client
) -> None:
    where = send(study, owner, "large.csv", ROWS.encode())
    page = read_words(owner, where)
    assert_shows(page, "only its first 2 rows were read for this preview", "Import all as “New”")
    assert "3 " not in page.partition("<h1>")[2].partition("</form>")[0]
    address = owner.post(f"{where}import/", {"leave_out": "0"}).headers["Location"]
    job = DatasetImport.objects.get()
    assert address == f"/research/dataset-imports/{job.pk}/"
    assert owner.get(where).headers["Location"] == address
    assert "Waiting for its turn" in read_words(teammate, address)
    listed = f"/research/projects/{study.project.pk}/datasets/"
    assert f'href="{address}"' in read_words(teammate, listed)
    progress = f"{address}progress/"
    assert "HX-Refresh" not in owner.get(progress).headers
    finish(job)
    assert owner.get(progress).headers["HX-Refresh"] == "true"
    dataset = Dataset.objects.get(name="New")
    assert owner.get(address).headers["Location"] == f"/research/datasets/{dataset.pk}/"
    assert dataset.item_count == 3
    assert f'href="{address}"' not in read_words(owner, listed)


@pytest.mark.usefixtures("_opening")
def test_faults_in_later_rows_are_left_out(study: Study, owner: Client, teammate: Client) -> None:
    where = send(study, owner, "large.csv", LATE_FAULT.encode())
    assert 'id="faults"' not in read_words(owner, where)
    address = owner.post(f"{where}import/").headers["Location"]
    job = finish(DatasetImport.objects.get())
    page = read_words(owner, address)
    assert_shows(page, "The file has errors, so nothing was imported.", "Duplicate of row 2.")
    assert "Leave 1 row out and import the other 3" in page
    assert owner.get(f"{where}left-out.csv").content.decode().splitlines()[1].startswith("5,text,")
    assert where not in read_words(teammate, address)
    assert "Import all as “New”" in read_words(owner, where)
    teammate.post(f"{address}rest/", {"leave_out": "1"})
    finish(job)
    assert Dataset.objects.get(name="New").item_count == 3


@pytest.mark.usefixtures("_opening")
def test_an_import_is_stopped_and_the_file_is_there_again(study: Study, owner: Client) -> None:
    where = send(study, owner, "large.csv", ROWS.encode())
    address = owner.post(f"{where}import/").headers["Location"]
    assert owner.post(f"{address}discard/").headers["Location"] == where
    assert "“New” was discarded. Nothing else was changed." in read_words(owner, where)
    assert "This was stopped." in read_words(owner, address)
    assert DatasetUpload.objects.exists()


@pytest.mark.usefixtures("_opening")
def test_annotations_of_a_large_file_are_stored_with_it(study: Study, owner: Client) -> None:
    body = "worker,pair,left,right,answer\nann,p1,a cat,an animal,yes\nbob,p1,a cat,an animal,no\n"
    where = send(study, owner, "pairs.csv", body.encode())
    address = owner.post(f"{where}import/", form()).headers["Location"]
    assert address.startswith("/research/dataset-imports/")
    job = finish(DatasetImport.objects.get())
    assert job.status == "ready", job.problem
    assert SetImport.objects.get().dataset == job.dataset


@pytest.mark.usefixtures("_opening")
def test_a_large_file_that_is_only_read_whole_is_imported_without_a_preview(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "MAX_BYTES_PREVIEWED", 10)
    body = (
        '{"type": "document", "document": "A", "sentences": ["One.", "Two."]}\n'
        '{"type": "question", "document": "A", "question": "q", "answers": {}}\n\n\n'
    )
    where = send(study, owner, "q.jsonl", body.encode())
    assert "This file is too large for a preview." in read_words(owner, where)
    owner.post(f"{where}import/")
    assert finish(DatasetImport.objects.get()).status == "ready"
    assert Dataset.objects.get(name="New").kind == "questions"


@pytest.mark.long
def test_a_file_with_several_questions_offers_its_controls(study: Study, owner: Client) -> None:
    results = [
        {
            "type": "labels",
            "from_name": name,
            "value": {"start": begin, "end": begin + 3, "labels": [name]},
        }
        for begin, name in ((0, "ner"), (4, "verb"))
    ]
    task = {"data": {"text": "Ada ate soup"}, "annotations": [{"result": results}]}
    where = upload(study, owner, "tasks.json", json.dumps([task]).encode()).headers["Location"]
    page = text_of(owner.get(where), 400)
    assert_shows(page, "The file answers several questions", '<option value="verb">verb</option>')
    owner.post(f"{where}reading/", {"control": "verb"})
    page = read_words(owner, where)
    assert_shows(page, "Left out: 1 result of type labels (control ner)", "Import 1 text")
    owner.post(f"{where}import/")
    item = Dataset.objects.get(name="Queries").items.get()
    assert json.loads(item.content["columns"]["gold"])["spans"] == [[4, 7, "verb"]]
