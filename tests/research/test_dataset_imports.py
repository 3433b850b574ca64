"""Pages of large files: a preview of the first rows, an import by a job, what is left out of it."""

import pytest
from django.test import Client

from annotation.exchange.lenient.layout import Opening
from annotation.models import Dataset, DatasetImport, DatasetUpload, SetImport
from annotation.services.datasets import readings
from tests.helpers.imports import finish
from tests.research.study import Study
from tests.research.test_saved_sets import form
from tests.research.test_uploads import send

ROWS = "text\none text\ntwo texts\nthree texts\n"
LATE_FAULT = f"{ROWS}one text\n"


@pytest.fixture(autouse=True)
def _opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call files of more than two lines large, and read two rows for their previews."""
    monkeypatch.setattr(readings, "MAX_LINES_AT_ONCE", 2)
    monkeypatch.setattr(readings, "OPENING", Opening(rows=2, characters=1000))


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_a_large_file_is_previewed_by_its_first_rows_and_imported_by_a_job(
    study: Study, owner: Client, teammate: Client
) -> None:
    where = send(study, owner, "large.csv", ROWS.encode())
    page = text_of(owner, where)
    assert "only its first 2 rows were read for this preview" in page
    assert "Import all as “New”" in page
    assert "3 " not in page.partition("<h1>")[2].partition("</form>")[0]
    address = owner.post(f"{where}import/", {"leave_out": "0"}).headers["Location"]
    job = DatasetImport.objects.get()
    assert address == f"/research/dataset-imports/{job.pk}/"
    assert owner.get(where).headers["Location"] == address
    assert "Waiting for its turn" in text_of(teammate, address)
    listed = f"/research/projects/{study.project.pk}/datasets/"
    assert f'href="{address}"' in text_of(teammate, listed)
    progress = f"{address}progress/"
    assert "HX-Refresh" not in owner.get(progress).headers
    finish(job)
    assert owner.get(progress).headers["HX-Refresh"] == "true"
    dataset = Dataset.objects.get(name="New")
    assert owner.get(address).headers["Location"] == f"/research/datasets/{dataset.pk}/"
    assert dataset.item_count == 3
    assert f'href="{address}"' not in text_of(owner, listed)


def test_faults_of_later_rows_are_listed_and_left_out(
    study: Study, owner: Client, teammate: Client
) -> None:
    where = send(study, owner, "large.csv", LATE_FAULT.encode())
    assert 'id="faults"' not in text_of(owner, where)
    address = owner.post(f"{where}import/").headers["Location"]
    job = finish(DatasetImport.objects.get())
    page = text_of(owner, address)
    assert "The file has errors, so nothing was imported." in page
    assert "Duplicate of row 2." in page
    assert "Leave 1 row out and import the other 3" in page
    assert owner.get(f"{where}left-out.csv").content.decode().splitlines()[1].startswith("5,text,")
    assert where not in text_of(teammate, address)
    assert "Import all as “New”" in text_of(owner, where)
    teammate.post(f"{address}rest/", {"leave_out": "1"})
    finish(job)
    assert Dataset.objects.get(name="New").item_count == 3


def test_an_import_is_stopped_and_the_file_is_there_again(study: Study, owner: Client) -> None:
    where = send(study, owner, "large.csv", ROWS.encode())
    address = owner.post(f"{where}import/").headers["Location"]
    assert owner.post(f"{address}discard/").headers["Location"] == where
    page = text_of(owner, where)
    assert "“New” was discarded. Nothing else was changed." in page
    assert "This was stopped." in text_of(owner, address)
    assert DatasetUpload.objects.exists()


def test_annotations_of_a_large_file_are_stored_by_the_same_import(
    study: Study, owner: Client
) -> None:
    body = "worker,pair,left,right,answer\nann,p1,a cat,an animal,yes\nbob,p1,a cat,an animal,no\n"
    where = send(study, owner, "pairs.csv", body.encode())
    address = owner.post(f"{where}import/", form()).headers["Location"]
    assert address.startswith("/research/dataset-imports/")
    job = finish(DatasetImport.objects.get())
    assert job.status == "ready", job.problem
    assert SetImport.objects.get().dataset == job.dataset


def test_a_large_file_that_is_only_read_whole_is_imported_without_a_preview(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "MAX_BYTES_PREVIEWED", 10)
    body = (
        '{"type": "document", "document": "A", "sentences": ["One.", "Two."]}\n'
        '{"type": "question", "document": "A", "question": "q", "answers": {}}\n\n\n'
    )
    where = send(study, owner, "q.jsonl", body.encode())
    page = text_of(owner, where)
    assert "This file is too large for a preview." in page
    owner.post(f"{where}import/")
    assert finish(DatasetImport.objects.get()).status == "ready"
    assert Dataset.objects.get(name="New").kind == "questions"
