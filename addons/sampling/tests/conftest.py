"""The fixtures of researchers' pages, and a log of queries."""

import pytest

from addons.sampling.tests.requested import make_log
from annotation.models import Dataset
from tests.research.conftest import *  # noqa: F403
from tests.research.study import Study


@pytest.fixture
def log(study: Study) -> Dataset:
    return make_log(study.project)
