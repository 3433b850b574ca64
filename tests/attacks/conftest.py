"""Two studies, and browsers of the people in them."""

from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import api_study_once, other_study, study
from tests.api.studies import Study
from tests.helpers.factories import enrol, join_form
from tests.helpers.pages import signed_in

__all__ = ["api_study_once", "other_study", "study"]


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
