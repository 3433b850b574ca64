"""Two studies that are separate from each other."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker

from tests.api.studies import Study, make_study
from tests.helpers.stages import built_once
from tests.helpers.tiers import by_tier

# Collecting it reads the whole schema and makes hundreds of tests.
collect_ignore = by_tier(quick=["test_schema_in_full.py"], long=[])


@pytest.fixture(scope="package")
def api_study_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Study]:
    with built_once(django_db_blocker, "study of the API", make_study) as study:
        yield study


@pytest.fixture
def study(api_study_once: Study, db: None) -> Study:
    return deepcopy(api_study_once)


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()
