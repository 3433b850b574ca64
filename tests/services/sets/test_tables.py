"""Sets of annotations are read from tables as other programs write them."""

from dataclasses import replace

import pytest
from django.conf import settings

from annotation.models import AnnotationSet, Dataset
from annotation.services.errors import Busy, Invalid
from annotation.services.sets.sets import AnnotationFile, upload_set
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.subprocesses import runner
from tests.helpers.factories import make_campaign, make_dataset
from tests.helpers.sets import of_set
from tests.helpers.spreadsheets import workbook

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TEXTS = ("caf\u00e9 noir", "green tea")


@pytest.fixture
def dataset() -> Dataset:
    return make_dataset(TEXTS)


def made(dataset: Dataset, body: str, reading: ReadingOptions = GUESS) -> AnnotationSet:
    file = AnnotationFile(
        scheme="label", filename="labels.csv", body=body.encode(), reading=reading
    )
    return upload_set(dataset=dataset, user=None, name="Labels", file=file)


def test_a_matrix_becomes_a_set(dataset: Dataset) -> None:
    own = made(dataset, "text,ann,bob\ncafe\u0301 noir,x,y\ngreen\u00a0tea,y,y\n")
    assert of_set(own) == {
        (TEXTS[0], 1): [0],
        (TEXTS[0], 2): [1],
        (TEXTS[1], 1): [1],
        (TEXTS[1], 2): [1],
    }
    assert own.notes == "Read as a matrix: 2 items by 2 workers (ann, bob)."


def test_two_spellings_of_an_annotator_are_one(dataset: Dataset) -> None:
    rows = f"Jos\u00e9,{TEXTS[0]},x\nJose\u0301,{TEXTS[1]},y\n"
    own = made(dataset, f"annotator,item,rating\n{rows}")
    assert own.annotator_count == 1


def test_second_answers_are_read_as_chosen(dataset: Dataset) -> None:
    body = f"worker,item,label\na,{TEXTS[0]},x\na,{TEXTS[0]},y\nb,{TEXTS[1]},x\n"
    with pytest.raises(Invalid):
        made(dataset, body)
    own = made(dataset, body, ReadingOptions(repeats="last"))
    assert of_set(own)[TEXTS[0], 1] == [1]
    assert own.left_out == {"answer replaced by a later one of its worker": 1}


@pytest.mark.quick
def test_a_workbook_becomes_a_set_within_the_limits_of_an_upload(
    dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [["worker", "item", "label"], ["a", TEXTS[0], "x"], ["a", TEXTS[1], "y" * 2000]]
    body = workbook({"Notes": [["see below"]], "Labels": rows[:2]})
    file = AnnotationFile(scheme="label", filename="a.xlsx", body=body)
    own = upload_set(dataset=dataset, user=None, name="Labels", file=file)
    assert own.notes == "Read the sheet “Labels”."
    assert own.left_out == {"other sheet": 1}
    monkeypatch.setattr(runner, "WAIT", 0)
    with runner.QUICK, pytest.raises(Busy):
        upload_set(dataset=dataset, user=None, name="Others", file=file)
    large = workbook({"Labels": rows * 10})
    monkeypatch.setattr(settings, "MAX_UPLOAD_BYTES", len(large) + 1000)
    file = replace(file, body=large)
    with pytest.raises(Invalid) as caught:
        upload_set(dataset=dataset, user=None, name="Others", file=file)
    assert "MB of text" in caught.value.details["errors"][0]["message"]


def test_labels_of_the_campaign_are_not_missing(dataset: Dataset) -> None:
    labels = [{"label": "None"}, {"label": "x"}]
    settings = {"kind": "one", "question": "Which?", "labels": labels}
    campaign = make_campaign(dataset, scheme="label", settings=settings)
    body = f"worker,item,label\na,{TEXTS[0]},None\nb,{TEXTS[1]},x\n".encode()
    file = AnnotationFile(scheme="label", filename="a.csv", body=body, like=campaign)
    own = upload_set(dataset=dataset, user=None, name="Labels", file=file)
    assert (own.annotation_count, own.left_out) == (2, {})


@pytest.mark.quick
def test_options_are_stored_as_text() -> None:
    given = ReadingOptions.of_texts("items", "NA,.", "last", "worker=a|b")
    assert ReadingOptions.of_stored(given.stored()).stored() == given.stored()
    assert ReadingOptions.of_stored(GUESS.stored()) == GUESS
