"""The fixtures of researchers' pages and of Celery's tasks, and documents to align."""

import pytest

from addons.alignment.tests.requested import judged_pairs
from annotation.models import Campaign, Dataset, User
from tests.faults.conftest import notified  # noqa: F401
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_user
from tests.research.conftest import *  # noqa: F403
from tests.research.study import Study
from tests.tasks.conftest import *  # noqa: F403


@pytest.fixture
def documents(study: Study) -> Dataset:
    return make_documents(study.project)


@pytest.fixture
def judged(study: Study, documents: Dataset) -> Campaign:
    """Judge by a crowd that contradicts the text, so that there is much to list."""
    return judged_pairs(documents, study.owner, contrary=True)


@pytest.fixture
def user(db: None) -> User:
    return make_user()
