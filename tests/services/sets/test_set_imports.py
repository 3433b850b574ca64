"""Imports of annotations by a job: once, resumed after a kill, refused by row."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Annotation, AnnotationSet, AuditEvent, Dataset, SetImport
from annotation.services.errors import Conflict
from annotation.services.jobs import set_imports
from annotation.services.jobs.jobs import Unwanted, discard_job
from annotation.services.jobs.kinds import SET_IMPORT
from annotation.services.jobs.set_imports import ask_for_set_import, import_the_rest
from annotation.services.lifecycle.deletion import delete
from annotation.services.sets.sets import AnnotationFile, Provenance
from tasks.jobs import begin, perform
from tasks.run_job import make_set_import, run_job
from tests.helpers.factories import make_dataset, make_user
from tests.helpers.refusals import refused_at
from tests.helpers.sets import annotations_file, finish_import, make_set


@pytest.fixture
def dataset() -> Dataset:
    return make_dataset(4)


def requested(dataset: Dataset, body: bytes = b"", name: str = "Experts", **more: Any) -> SetImport:
    file = AnnotationFile(
        scheme="flat", filename="a.csv", body=body or annotations_file(dataset), **more
    )
    provenance = Provenance(made_by="model", source="A paper", facts={"model": "cutter"})
    return ask_for_set_import(
        dataset=dataset, user=None, name=name, file=file, provenance=provenance
    )


def begun(dataset: Dataset) -> tuple[SetImport, int]:
    """Request an import and begin it; return it with the number of its run."""
    job = requested(dataset)
    run = begin_it(job)
    assert run is not None
    job.refresh_from_db()
    return job, run


def test_a_file_becomes_a_set_and_is_not_stored_twice(dataset: Dataset) -> None:
    job = requested(dataset)
    assert (job.status, AnnotationSet.objects.count()) == ("waiting", 0)
    finish_import(job)
    own = job.made
    assert own is not None
    assert (job.status, job.done, job.total, bytes(job.body)) == ("ready", 4, 4, b"")
    assert (own.name, own.annotation_count, own.facts) == ("Experts", 4, {"model": "cutter"})
    assert job.results == {"annotations": 4, "annotators": 1, "items": 4, "left_out": {}}
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["set_import.asked", "set.uploaded"]


def test_a_set_of_a_job_is_that_of_one_request(dataset: Dataset) -> None:
    body = annotations_file(dataset)
    own = finish_import(requested(dataset, body)).made
    assert own is not None
    other = make_set(dataset, "flat", body)
    fields = ("item", "annotator", "payload", "vector")
    rows = [list(one.annotations.order_by("pk").values_list(*fields)) for one in (own, other)]
    assert rows[0] == rows[1]


def test_a_file_at_fault_is_refused_by_row_and_loses_nothing(dataset: Dataset) -> None:
    body = annotations_file(dataset) + b"no such text,2,no such | text\n"
    job = finish_import(requested(dataset, body))
    assert (job.status, job.made, bytes(job.body)) == ("failed", None, body)
    assert "1 annotation with errors, so nothing was imported" in job.problem
    assert (job.results["count"], job.results["sound"]) == (1, 4)
    assert job.results["errors"][0]["row"] == 6
    assert not Annotation.objects.exists()
    user = make_user()
    with pytest.raises(Conflict):
        import_the_rest(job=finish_import(requested(dataset)), user=user, leave_out=1)
    AnnotationSet.objects.all().update(name="Others")
    again = finish_import(import_the_rest(job=job, user=user, leave_out=1))
    assert (again.pk, again.status) == (job.pk, "ready")
    assert AnnotationSet.objects.get(name="Experts").left_out == {"the dataset has no such item": 1}


def test_the_same_file_is_not_imported_twice(dataset: Dataset) -> None:
    body = annotations_file(dataset)
    job = requested(dataset, body)
    assert requested(dataset, body) == job
    with pytest.raises(Conflict, match="being imported already, as “Experts”"):
        requested(dataset, body, name="Others")
    own = finish_import(job).made
    assert own is not None
    for name in ("Experts", "Others"):
        with pytest.raises(Conflict, match="imported already, as “Experts”"):
            requested(dataset, body, name=name)
    assert AnnotationSet.objects.count() == 1
    delete(thing=own, user=dataset.project.memberships.get().user)
    assert finish_import(requested(dataset, body)).status == "ready"


def test_what_needs_no_reading_is_refused_at_once(dataset: Dataset) -> None:
    finish_import(requested(dataset))
    with pytest.raises(Conflict, match="a set named Experts already"):
        requested(dataset, b"item,worker,annotation\n")
    for wrong, field in (({"name": " "}, "name"), ({"body": b"x" * 30_000_000}, "file")):
        with refused_at(field):
            requested(dataset, **wrong)
    assert SetImport.objects.count() == 1


def test_an_import_that_was_killed_is_begun_again(dataset: Dataset) -> None:
    job = requested(dataset)
    assert begin_it(job) == 1
    SetImport.objects.update(beat_at="2020-01-01T00:00Z")  # its process was killed
    finish_import(job)
    assert (job.run, job.status) == (2, "ready")
    assert AnnotationSet.objects.count() == 1


def test_a_kill_after_the_set_was_stored_makes_no_second_one(dataset: Dataset) -> None:
    job, run = begun(dataset)
    set_imports.make_set(job=job, run=run, progress=lambda done, total: None)
    SetImport.objects.update(beat_at="2020-01-01T00:00Z")
    finish_import(job)
    assert (job.run, job.status) == (2, "ready")
    assert job.made == AnnotationSet.objects.get()


def test_a_run_that_nobody_waits_for_stores_nothing(dataset: Dataset) -> None:
    job, run = begun(dataset)
    discard_job(job=job, user=make_user())
    perform(job, run, make_set_import)
    job.refresh_from_db()
    assert (job.status, job.made, bytes(job.body)) == ("discarded", None, b"")
    assert not AnnotationSet.objects.exists()


def test_a_run_that_is_discarded_after_the_file_was_read_stores_nothing(dataset: Dataset) -> None:
    job, run = begun(dataset)
    discard_job(job=SetImport.objects.get(pk=job.pk), user=make_user())
    with pytest.raises(Unwanted):
        set_imports.make_set(job=job, run=run, progress=lambda *_: None)
    assert not AnnotationSet.objects.exists()


def test_an_import_that_dies_three_times_is_given_up(dataset: Dataset) -> None:
    job = requested(dataset)
    for _ in range(3):
        assert begin_it(job) is not None
        SetImport.objects.update(beat_at="2020-01-01T00:00Z")
    run_job("set_import", job.pk)
    job.refresh_from_db()
    assert job.status == "failed"
    assert "interrupted 3 times. Divide the file" in job.problem


def test_nothing_is_locked_while_a_file_is_read(dataset: Dataset) -> None:
    """The transaction that stores a set begins after the last annotation was checked."""
    job, run = begun(dataset)
    open_then: list[int] = []
    with CaptureQueriesContext(connection) as queries:
        set_imports.make_set(
            job=job,
            run=run,
            progress=lambda done, total: open_then.append(len(queries.captured_queries)),
        )
    locking = [at for at, one in enumerate(queries) if "FOR NO KEY UPDATE" in one["sql"]]
    assert locking
    assert min(locking) >= max(open_then)


def begin_it(job: SetImport) -> int | None:
    return begin(SET_IMPORT, job.pk)
