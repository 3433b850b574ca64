"""A project, and the client of its owner."""

import pytest
from django.test import Client

from tests.research.study import Study, make_study


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study) -> Client:
    client = Client()
    client.force_login(study.owner)
    return client
