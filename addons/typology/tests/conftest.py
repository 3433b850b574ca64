"""The fixtures of researchers' pages and of Celery's tasks, and a researcher."""

import pytest

from annotation.models import User
from tests.faults.conftest import notified  # noqa: F401
from tests.helpers.factories import make_user
from tests.research.conftest import *  # noqa: F403
from tests.tasks.conftest import *  # noqa: F403


@pytest.fixture
def user(db: None) -> User:
    return make_user()
