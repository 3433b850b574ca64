"""Two studies, and browsers of the people in them."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.api.studies import Study, make_study
from tests.helpers.factories import enrol, join_form
from tests.helpers.pages import signed_in
from tests.helpers.stages import built_once


@pytest.fixture(scope="package")
def attacked_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Study]:
    with built_once(django_db_blocker, "attacked study", make_study) as study:
        yield study


@pytest.fixture
def study(attacked_once: Study, db: None) -> Study:
    return deepcopy(attacked_once)


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study) -> Client:
    return signed_in(study.owner)


@pytest.fixture
def desk(study: Study) -> Client:
    """Return a worker's browser, joined and with their first HIT claimed."""
    return joined(study, study.enrolment.worker.external_id)


def joined(study: Study, external_id: str) -> Client:
    client = Client()
    code = study.campaign.code
    client.post(f"/w/{code}/", join_form(enrol(study.campaign, external_id).worker))
    client.post(f"/w/{code}/next/")
    return client


def send(client: Client, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")
