"""A project, and the client of its owner."""

import pytest
from django.test import Client

from tests.helpers.pages import signed_in
from tests.research.study import Study, make_study


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def owner(study: Study) -> Client:
    return signed_in(study.owner)
