"""Two studies that know nothing of each other."""

import pytest

from tests.api.studies import Study, make_study


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()
