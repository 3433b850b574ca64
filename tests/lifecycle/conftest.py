"""A study to archive and to delete, with people who may and people who may not."""

import pytest

from tests.research.conftest import owner, sign_in, stranger, teammate
from tests.research.study import Study, make_study

__all__ = ["owner", "sign_in", "stranger", "teammate"]


@pytest.fixture
def study(db: None) -> Study:
    return make_study()
