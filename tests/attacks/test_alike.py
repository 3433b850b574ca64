"""Attack 44 of the promises: names that look alike or blank, and one name spelled in two ways."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from annotation.models import Enrolment, Worker
from tests.api.studies import API, Study, make_study
from tests.helpers.factories import at_once
from tests.helpers.pages import text_of

ALIKE = ["Anna", "anna", "Аnna", "ＡＮＮＡ", "An\u200dna", " Anna "]
BLANK = ["\u200b", "\u3164\u3164", "\u115f", "\u2800", "\u0301", "\u200d", "\u00ad", "A\u200bnna"]


def by_page(study: Study, name: str, **more: str) -> Any:
    return Client().post(f"/w/{study.campaign.code}/", {"name": name} | more)


def by_api(study: Study, name: str, **more: str) -> Any:
    return API().post(f"{study.worker_path}/join", {"name": name} | more)


@pytest.mark.attack(44)
@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_looks_like_one_that_is_taken_is_taken(study: Study, name: str) -> None:
    assert by_page(study, "Anna").status_code == 302
    assert "Someone is already working here as Anna" in text_of(by_page(study, name), 409)
    assert by_api(study, name).json()["code"] == "name_taken"
    assert Worker.objects.filter(source="name").count() == 1


@pytest.mark.long
def test_the_return_code_opens_however_the_name_is_written(study: Study) -> None:
    by_page(study, "Éva")
    code = Worker.objects.get(source="name").return_code
    for name in ("Éva", "E\u0301va", "éva"):
        assert by_page(study, name, return_code=code).status_code == 302
        assert by_api(study, name, return_code=code).status_code == 200
    assert Enrolment.objects.filter(worker__source="name").count() == 1


@pytest.mark.attack(44)
@pytest.mark.long
@pytest.mark.parametrize("name", BLANK)
def test_a_name_that_cannot_be_seen_is_refused_in_words(study: Study, name: str) -> None:
    assert 'id="name-error"' in text_of(by_page(study, name), 400)
    problem = by_api(study, name).json()
    assert problem["field"] == "name"
    assert problem["detail"].startswith(("This contains an invisible", "This shows nothing"))
    assert not Worker.objects.filter(source="name").exists()


@pytest.mark.attack(44)
@pytest.mark.long
def test_ids_of_links_are_exact_but_for_the_way_an_accent_is_written(study: Study) -> None:
    path = f"{study.worker_path}/join"
    for external_id in ("A1B0", "a1b0", "AlBO", "é"):
        assert API().post(path, {"external_id": external_id}).status_code == 200
    assert API().post(path, {"external_id": "e\u0301"}).status_code == 409


@pytest.mark.attack(44)
@pytest.mark.long
@pytest.mark.django_db
def test_the_database_itself_keeps_names_that_look_alike_apart(study: Study) -> None:
    by_page(study, "Anna")
    anna = Worker.objects.get(source="name")
    for key in ("folded", "looks"):
        fresh = {"external_id": "x", "folded": "x", "looks": "x"} | {key: getattr(anna, key)}
        with pytest.raises(IntegrityError), transaction.atomic():
            Worker.objects.create(project=study.project, source="name", number=99, **fresh)


def _status(study: Study, name: str) -> int:
    return int(by_page(study, name).status_code)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_who_come_at_once_under_names_that_look_alike_one_comes_in(db: None) -> None:
    study = make_study()
    answers = at_once([partial(_status, study, name) for name in ALIKE], threads=6)
    assert sorted(answers, key=str) == [302] + [409] * 5
