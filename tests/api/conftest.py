"""Two studies that know nothing of each other."""

import pytest

from tests.api.studies import Study, make_study
from tests.helpers.tiers import by_tier

# To collect it is to read the whole schema and to make hundreds of tests.
collect_ignore = by_tier(quick=["test_schema_in_full.py"], long=[])


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()
