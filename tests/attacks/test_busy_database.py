"""A database that is too busy to answer: 503 with Retry-After on every interface."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.api.studies import Study, make_study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def study(transactional_db: None) -> Study:
    """Commit the study, so that other connections see it."""
    return make_study()


@contextmanager
def locked(table: str) -> Iterator[None]:
    """Lock the whole table on another connection, longer than a page may wait."""
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield
        other.rollback()
    finally:
        other.close()


@pytest.mark.parametrize("page", ["projects", "project", "audit"])
def test_a_page_of_a_researcher(study: Study, owner: Client, page: str) -> None:
    path = reverse(f"research:{page}", args=[study.project.pk] * (page != "projects"))
    assert owner.get(path).status_code == 200
    with locked("annotation_project"):
        answer = owner.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert owner.get(path).status_code == 200


def test_a_page_of_a_worker(study: Study, desk: Client) -> None:
    path = f"/w/{study.campaign.code}/"
    with locked("annotation_campaign"):
        answer = desk.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert desk.get(path, follow=True).status_code == 200


@pytest.mark.long
def test_an_operation_of_the_api(study: Study) -> None:
    with locked("annotation_campaign"):
        answer = study.researcher.get("campaigns")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json()["code"] == "busy"
