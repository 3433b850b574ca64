"""Files with annotations in addition to their items: a job imports the annotations."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.models import (
    AnnotationSet,
    AuditEvent,
    Dataset,
    DatasetImport,
    DatasetUpload,
    SetImport,
)
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.readings import read_stored
from annotation.services.errors import Conflict, NotFound
from annotation.services.jobs.dataset_imports import import_upload_or_ask
from annotation.services.jobs.set_imports import import_the_rest
from annotation.services.sets.import_with_dataset import (
    AnnotationsRefused,
    Keep,
    importable_schemes,
)
from annotation.services.sets.sets import Provenance
from tasks.run_job import run_job
from tests.helpers.evidence import document, question
from tests.helpers.factories import make_project, make_user
from tests.helpers.sets import finish_import, of_set

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
RELEASE = {
    "items": 2,
    "annotation set": {
        "first aid course": {"1": "first aid | course", "2": "first | aid course"},
        "red shoes": {"1": "red shoes"},
    },
}
PAIRS = """worker,pair,left,right,answer
ann,p1,a cat,an animal,yes
bob,p1,a cat,an animal,no
ann,p2,a cat,a dog,no
"""


def stored(filename: str, body: str | bytes) -> DatasetUpload:
    user = make_user()
    return store_upload(
        project=make_project(user),
        user=user,
        name="New",
        filename=filename,
        body=body.encode() if isinstance(body, str) else body,
    )


def set_terms(scheme: str, leave_out: int = 0, **fields: Any) -> Keep:
    provenance = Provenance(**fields)
    return Keep(name="Theirs", scheme=scheme, provenance=provenance, leave_out=leave_out)


def saved_set(
    upload: DatasetUpload, scheme: str, leave_out: int = 0, **fields: Any
) -> AnnotationSet:
    job = finish_import(import_and_keep(upload, set_terms(scheme, **fields), leave_out))
    assert job.made is not None
    return job.made


def import_and_keep(upload: DatasetUpload, keep: Keep, leave_out: int = 0) -> SetImport:
    job = import_upload_or_ask(upload=upload, user=upload.user, keep=keep, leave_out=leave_out)
    if isinstance(job, DatasetImport):
        run_job("dataset_import", job.pk)
        return SetImport.objects.latest("pk")
    assert isinstance(job, SetImport)
    return job


def test_a_release_becomes_a_dataset_and_a_set() -> None:
    upload = stored("release.json", json.dumps(RELEASE))
    assert importable_schemes(read_stored(upload)) == ["flat"]
    own = saved_set(upload, "flat", made_by="people", source="A paper", licence="CC BY")
    assert own.dataset.name == "New"
    assert (own.source, own.licence, own.made_by) == ("A paper", "CC BY", "people")
    assert of_set(own) == {
        ("first aid course", 1): [0, 1],
        ("first aid course", 2): [1, 0],
        ("red shoes", 1): [0],
    }
    assert not DatasetUpload.objects.exists()
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["set_import.asked", "set.uploaded"]


def test_a_file_says_which_schemes_read_all_of_it() -> None:
    nested = {"items": 1, "annotation set": {"a b c": {"1": "(a (b c))"}}}
    assert importable_schemes(read_stored(stored("n.json", json.dumps(nested)))) == ["nested"]
    none = {"items": 1, "annotation set": {"a b c": {}}}
    assert importable_schemes(read_stored(stored("e.json", json.dumps(none)))) == []
    mixed = {"items": 1, "annotation set": {"a b c": {"1": "(a (b c))", "2": "a | b c"}}}
    assert importable_schemes(read_stored(stored("m.json", json.dumps(mixed)))) == []


def test_judged_pairs_become_a_set_with_their_answers() -> None:
    upload = stored("pairs.csv", PAIRS)
    assert importable_schemes(read_stored(upload)) == ["pair"]
    own = saved_set(upload, "pair")
    assert own.dataset.kind == Dataset.Kind.PAIRS
    assert (own.annotation_count, own.annotator_count, own.item_count) == (3, 2, 2)
    assert [one["label"] for one in own.settings["answers"]] == ["no", "yes"]


@pytest.mark.parametrize(
    ("filename", "body"),
    [
        ("plain.csv", "pair,left,right\np1,a cat,an animal\n"),
        ("blank.csv", "pair,left,right,worker,answer\np1,a cat,an animal,,\n"),
        ("named.csv", "id,worker,left,right,answer\np1,ann,a cat,an animal,yes\n"),
        ("latin.csv", PAIRS.replace("a cat", "a caf\u00e9").encode("cp1252")),
    ],
)
def test_only_what_a_set_can_be_made_of_is_offered(filename: str, body: str | bytes) -> None:
    assert not importable_schemes(read_stored(stored(filename, body)))


def test_lines_of_evidence_and_of_spans_become_sets() -> None:
    lines = [document(), question(answers={"ann": [0], "bob": []})]
    upload = stored("evidence.jsonl", "\n".join(lines))
    assert importable_schemes(read_stored(upload)) == ["evidence"]
    assert saved_set(upload, "evidence").annotation_count == 2
    task = {"text": "Ada met Charles", "entities": [[0, 3, "Person"]]}
    upload = stored("spans.jsonl", json.dumps(task) + "\n")
    assert importable_schemes(read_stored(upload)) == ["spans"]
    assert saved_set(upload, "spans").annotation_count == 1


def test_annotations_of_rows_that_are_left_out_are_left_out_once_seen() -> None:
    upload = stored("pairs.csv", PAIRS + "ann,p3,,a dog,no\n")
    refused = finish_import(import_and_keep(upload, set_terms("pair"), leave_out=1))
    assert "1 annotation with errors" in refused.problem
    assert (refused.results["count"], refused.results["sound"]) == (1, 3)
    assert not AnnotationSet.objects.exists()
    own = finish_import(import_the_rest(job=refused, user=upload.user, leave_out=1)).made
    assert own is not None
    assert (own.annotation_count, own.left_out) == (3, {"the dataset has no such item": 1})


def test_a_set_that_cannot_be_made_imports_nothing() -> None:
    upload = stored("pairs.csv", PAIRS)
    with pytest.raises(AnnotationsRefused, match="name of 1 to"):
        import_and_keep(upload, Keep(name=" ", scheme="pair", provenance=Provenance()))
    with pytest.raises(AnnotationsRefused, match="There is no scheme"):
        saved_set(upload, "flat")
    assert not Dataset.objects.exists()
    assert not AnnotationSet.objects.exists()
    assert DatasetUpload.objects.filter(pk=upload.pk).exists()


def test_an_upload_is_stored_once() -> None:
    upload = stored("release.json", json.dumps(RELEASE))
    saved_set(upload, "flat")
    with pytest.raises(NotFound):
        saved_set(upload, "flat")
    again = store_upload(
        project=upload.project, user=upload.user, name="Other", filename="a.txt", body=b"a b\n"
    )
    DatasetUpload.objects.filter(pk=again.pk).update(name="New", body=json.dumps(RELEASE).encode())
    again.refresh_from_db()
    again.filename = "release.json"
    again.save()
    with pytest.raises(Conflict):
        saved_set(again, "flat")
    assert AnnotationSet.objects.count() == 1


@pytest.mark.long
@pytest.mark.skipif(not SHARED.exists(), reason="the shared data are not here")
def test_shared_releases_are_stored_whole() -> None:
    for path, scheme, many in (
        ("rte/rte_judgments.csv", "pair", 8000),
        ("opp115/evidence.jsonl", "evidence", None),
    ):
        file = SHARED / path
        upload = stored(file.name, file.read_bytes())
        reading = read_stored(upload)
        assert importable_schemes(reading) == [scheme]
        own = saved_set(upload, scheme)
        assert own.annotation_count == reading.parsed.annotations == many or many is None
        assert own.left_out == {}
