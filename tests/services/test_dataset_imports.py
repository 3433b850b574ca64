"""Imports of large files by a job: all or nothing, once, resumed after a kill, refused by row."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import (
    AuditEvent,
    Dataset,
    DatasetImport,
    DatasetUpload,
    Item,
    Project,
    SetImport,
    User,
)
from annotation.services.datasets import readings
from annotation.services.datasets.datasets import discard_upload, store_upload
from annotation.services.datasets.readings import choose_reading, is_large, preview, read_stored
from annotation.services.errors import Conflict, ServiceError
from annotation.services.jobs import dataset_imports
from annotation.services.jobs.dataset_imports import (
    ask_to_import_file,
    ask_to_import_upload,
    import_other_rows,
    make_dataset,
)
from annotation.services.jobs.jobs import Unwanted, discard_job
from annotation.services.jobs.kinds import DATASET_IMPORT
from annotation.services.sets.import_with_dataset import Keep
from annotation.services.sets.sets import Provenance
from midpath.exchange.lenient.layout import Opening
from tasks.jobs import begin
from tests.helpers.factories import make_project, make_user
from tests.helpers.imports import FAULTY, finish, refused_import, requested_import

SOUND = "text,nr\none text,1\nanother text,2\n"


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def project(user: User) -> Project:
    return make_project(user)


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call files of more than three lines large, and read two rows for their previews."""
    monkeypatch.setattr(readings, "MAX_LINES_AT_ONCE", 3)
    monkeypatch.setattr(readings, "MAX_BYTES_PREVIEWED", 10)
    monkeypatch.setattr(readings, "OPENING", Opening(rows=2, characters=1000))


def stored(project: Project, user: User, body: str, filename: str = "a.csv") -> DatasetUpload:
    return store_upload(
        project=project, user=user, name="Large", filename=filename, body=body.encode()
    )


def started(job: DatasetImport) -> int:
    run = begin(DATASET_IMPORT, job.pk)
    assert run is not None
    job.refresh_from_db()
    return run


def test_a_file_becomes_a_dataset_and_the_upload_is_gone(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    assert (job.status, Dataset.objects.count()) == ("waiting", 0)
    finish(job)
    assert job.dataset is not None
    assert (job.status, job.done, job.total) == ("ready", 2, 2)
    assert job.results == {"items": 2, "left_out": 0}
    texts = Item.objects.filter(dataset=job.dataset).values_list("position", "text")
    assert list(texts) == [(1, "one text"), (2, "another text")]
    assert not DatasetUpload.objects.exists()
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["dataset_import.asked", "dataset.imported"]


def test_a_file_at_fault_is_refused_by_row_and_stays(project: Project, user: User) -> None:
    job = refused_import(project, user)
    assert (job.status, job.dataset, Dataset.objects.count()) == ("failed", None, 0)
    assert "nothing was imported" in job.problem
    found = job.results
    assert (found["count"], found["sound"], found["reasons"]) == (1, 1, {"repeats another row": 1})
    assert (found["errors"][0]["row"], found["errors"][0]["text"]) == (3, "one text")
    assert DatasetUpload.objects.get().pk == job.upload_id
    again = finish(import_other_rows(job=job, user=user, leave_out=1))
    assert (again.status, again.results) == ("ready", {"items": 1, "left_out": 1})
    assert Dataset.objects.get().details["left_out"]["numbers"] == [3]


def test_rows_that_nobody_saw_are_not_left_out(project: Project, user: User) -> None:
    job = finish(import_other_rows(job=refused_import(project, user), user=user, leave_out=2))
    assert (job.status, Dataset.objects.count()) == ("failed", 0)


def test_what_was_not_refused_by_row_leaves_none_out(project: Project, user: User) -> None:
    for job in (
        finish(requested_import(project, user, SOUND)),
        requested_import(project, user, " ", "B"),
    ):
        with pytest.raises(Conflict):
            import_other_rows(job=finish(job), user=user, leave_out=1)


def test_an_upload_is_imported_once_and_not_changed_meanwhile(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    upload = DatasetUpload.objects.get()
    assert ask_to_import_upload(upload=upload, user=user) == job
    with pytest.raises(Conflict, match="being imported"):
        discard_upload(upload=upload, user=user)
    with pytest.raises(Conflict, match="being imported"):
        choose_reading(upload=upload, user=user, chosen={"header": False})
    assert finish(job).status == "ready"


def test_a_name_that_is_taken_meanwhile_loses_nothing(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    Dataset.objects.create(project=project, name="Large")
    assert "already has a dataset named Large" in finish(job).problem
    assert DatasetUpload.objects.exists()
    with pytest.raises(ServiceError, match="already has a dataset named Large"):
        requested_import(project, user, SOUND)


def test_a_kill_after_the_dataset_is_stored_makes_no_other(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    make_dataset(job=job, run=started(job), progress=lambda done, total: None)
    DatasetImport.objects.update(beat_at="2020-01-01T00:00Z")
    finish(job)
    assert (job.run, job.status) == (2, "ready")
    assert job.dataset == Dataset.objects.get()


def test_a_stopped_run_stores_nothing_and_keeps_the_file(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    run = started(job)
    discard_job(job=DatasetImport.objects.get(pk=job.pk), user=user)
    with pytest.raises(Unwanted):
        make_dataset(job=job, run=run, progress=lambda *_: None)
    assert not Dataset.objects.exists()
    assert DatasetUpload.objects.exists()


def test_a_run_that_is_stopped_while_it_stores_stores_nothing(
    project: Project, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = requested_import(project, user, SOUND)
    run = started(job)

    def lock_and_stop(upload_id: int) -> Any:
        discard_job(job=DatasetImport.objects.get(pk=job.pk), user=user)
        return DatasetUpload.objects.get(pk=upload_id)

    monkeypatch.setattr(dataset_imports, "lock_upload", lock_and_stop)
    with pytest.raises(Unwanted):
        make_dataset(job=job, run=run, progress=lambda *_: None)
    assert not Dataset.objects.exists()


def test_a_file_that_waits_for_its_import_is_not_forgotten(project: Project, user: User) -> None:
    job = requested_import(project, user, SOUND)
    DatasetUpload.objects.update(uploaded_at=Now() - timedelta(days=2))
    stored(project, user, "one text\n")
    assert finish(job).status == "ready"


def test_progress_is_reported_in_rows(project: Project, user: User) -> None:
    body = "text\n" + "".join(f"text number {number}\n" for number in range(2500))
    job = requested_import(project, user, body)
    calls: list[tuple[int, int]] = []
    make_dataset(job=job, run=started(job), progress=lambda *at: calls.append(at))
    assert calls == [(0, 2501), (1000, 2501), (2000, 2501), (2500, 2500)]
    job.refresh_from_db()
    assert (job.done, job.total) == (2500, 2500)


def test_annotations_are_stored_after_their_dataset(project: Project, user: User) -> None:
    body = "pair,left,right,worker,answer\np1,a b,c d,w1,yes\np1,a b,c d,w2,no\n"
    terms = Keep(name="Judged", scheme="pair", provenance=Provenance(made_by="people"))
    upload = stored(project, user, body)
    job = finish(ask_to_import_upload(upload=upload, user=user, keep=terms))
    assert job.status == "ready", job.problem
    own = SetImport.objects.get()
    assert (own.dataset, own.name, own.origin["made_by"]) == (job.dataset, "Judged", "people")
    assert bytes(own.body) == body.encode()


def test_a_client_gets_all_or_nothing(project: Project, user: User) -> None:
    terms: dict[str, Any] = {"project": project, "user": user, "name": "Sent", "filename": "a.csv"}
    job = finish(ask_to_import_file(**terms, body=FAULTY.encode()))
    assert (job.status, job.results["count"]) == ("failed", 1)
    with pytest.raises(Conflict):
        import_other_rows(job=job, user=user, leave_out=1)
    assert finish(ask_to_import_file(**terms, body=SOUND.encode())).status == "ready"


def test_a_file_is_large_by_its_bytes_or_its_lines() -> None:
    assert not is_large(b"text\n" * 10_000)
    assert is_large(b"text\n" * 10_001)
    assert is_large(b"text\r" * 10_001)
    assert not is_large(b"x" * 1_000_000)
    assert is_large(b"x" * 1_000_001)


ROWS = [f"text number {number}" for number in range(5)]
FORMS = {
    "a.txt": "\n".join(ROWS),
    "a.csv": "text\n" + "\n".join(f'"{row}"' for row in ROWS),
    "a.jsonl": "\n".join(f'{{"text": "{row}"}}' for row in ROWS),
    "b.csv": "pair,left,right\n" + "\n".join(f"p{row},a {row},b {row}" for row in ROWS),
}


@pytest.mark.usefixtures("opening")
@pytest.mark.parametrize("filename", FORMS)
def test_a_large_files_preview_has_some_rows(project: Project, user: User, filename: str) -> None:
    """A fault in a later row is not seen, and nothing is said of how many rows there are."""
    upload = stored(project, user, FORMS[filename] + "\n\x01\n", filename)
    first, whole = preview(upload), read_stored(upload)
    assert first is not None
    assert (first.is_whole, whole.is_whole) == (False, True)
    assert list(first.parsed.items) == list(whole.parsed.items[:2])
    assert first.parsed.kind == whole.parsed.kind
    assert not first.parsed.errors
    assert not first.faults
    assert whole.parsed.errors or whole.faults


@pytest.mark.usefixtures("opening")
def test_a_preview_ends_with_the_file(project: Project, user: User) -> None:
    reading = preview(stored(project, user, "one text\ntwo texts\n\n\n\n"))
    assert reading is not None
    assert reading.is_whole


@pytest.mark.usefixtures("opening")
def test_a_form_read_whole_previews_no_large_file(project: Project, user: User) -> None:
    questions = '{"type": "document", "document": "A", "sentences": ["One.", "Two."]}\n' * 5
    assert preview(stored(project, user, questions, "q.jsonl")) is None


NESTED = '{"text": "one text", "meta": {"nr": 1}}\n{"text": "another text", "meta": {"nr": 2}}\n'
