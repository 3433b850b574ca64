"""The page of an upload: annotations in its file are saved as a set."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AnnotationSet, Dataset, DatasetUpload
from tests.helpers.pages import assert_shows, read_words, text_of
from tests.helpers.sets import finish_import
from tests.research.study import Study

pytestmark = pytest.mark.long
BODY = "worker,pair,left,right,answer\nann,p1,a cat,an animal,yes\nbob,p1,a cat,an animal,no\n"


def send(study: Study, client: Client, body: str = BODY) -> str:
    file = SimpleUploadedFile("pairs.csv", body.encode())
    address = f"/research/projects/{study.project.pk}/datasets/new/"
    return str(client.post(address, {"name": "New", "file": file}).headers["Location"])


def form(**more: str) -> dict[str, str]:
    given = {"name": "Crowd", "scheme": "pair", "made_by": "people", "source": "A paper"}
    return {"keep": "yes", **{f"set-{name}": value for name, value in (given | more).items()}}


def test_annotations_are_offered_and_stored(study: Study, teammate: Client, owner: Client) -> None:
    where = send(study, owner)
    page = read_words(owner, where)
    assert_shows(page, "The file contains 2 annotations.", 'value="Annotations of New"')
    assert teammate.post(f"{where}import/", form()).status_code == 404
    address = owner.post(f"{where}import/", form()).headers["Location"]
    page = read_words(owner, address)
    assert "1 pair is imported. Their annotations are being imported as “Crowd”." in page
    assert "Import of “Crowd”</a>: waiting" in page
    own = finish_import().made
    assert own is not None
    assert address == f"/research/datasets/{own.dataset_id}/"
    assert (own.name, own.source, own.made_by) == ("Crowd", "A paper", "people")
    assert "Import of" not in read_words(owner, address)
    assert not DatasetUpload.objects.exists()


def test_nothing_is_stored_unconfirmed_or_offered_when_empty(study: Study, owner: Client) -> None:
    owner.post(f"{send(study, owner)}import/", {"leave_out": "0"})
    assert Dataset.objects.filter(name="New").exists()
    assert not AnnotationSet.objects.exists()
    Dataset.objects.filter(name="New").update(name="Old")
    where = send(study, owner, "pair,left,right\np1,a cat,an animal\n")
    assert "what others answered" not in read_words(owner, where)


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "Give the set a name."),
        ({"scheme": "flat"}, "Select a valid choice"),
        ({"source": "x" * 501}, "at most 500"),
        ({"name": "x\x00"}, "Null characters"),
    ],
)
def test_a_refusal_stands_at_its_field(
    study: Study, owner: Client, wrong: dict[str, str], said: str
) -> None:
    assert said in text_of(owner.post(f"{send(study, owner)}import/", form(**wrong)), 400)
    assert not Dataset.objects.filter(name="New").exists()


def test_annotations_of_rows_left_out_are_seen_before(study: Study, owner: Client) -> None:
    where = send(study, owner, BODY + "ann,p2,,a dog,no\n")
    sent = form() | {"leave_out": "1"}
    assert owner.post(f"{where}import/", sent).status_code == 302
    address = f"/research/set-imports/{finish_import().pk}/"
    page = read_words(owner, address)
    assert "The dataset has no pair “p2”." in page
    assert "Leave 1 annotation out and import the other 2" in page
    assert not AnnotationSet.objects.exists()
    owner.post(f"{address}rest/", {"leave_out": "1"})
    own = finish_import().made
    assert own is not None
    assert own.annotation_count == 2
    assert owner.post(f"{where}import/", sent).status_code == 404


def test_a_file_of_nothing_else_keeps_nothing(study: Study, owner: Client) -> None:
    where = send(study, owner, "pair,left,right\np1,a cat,an animal\n")
    assert owner.post(f"{where}import/", form()).headers["Location"] == where
    assert "contains no annotations that can be saved" in read_words(owner, where)
    assert not Dataset.objects.filter(name="New").exists()
