"""The fixtures of researchers' pages and of Celery's tasks, and compared campaigns."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker

from addons.comparisons.models import Comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import request_comparison
from addons.comparisons.tests.sets import TwoSets, make_two_sets
from tests.helpers.factories import make_campaign, make_dataset, numbered_texts
from tests.helpers.stages import built_once
from tests.research.conftest import *  # noqa: F403
from tests.research.study import Study
from tests.tasks.conftest import *  # noqa: F403
from tests.tasks.conftest import _no_rest  # noqa: F401 - an automatic fixture


@pytest.fixture(scope="package")
def sets_once(study_once: Study, django_db_blocker: DjangoDbBlocker) -> Iterator[TwoSets]:
    with built_once(
        django_db_blocker, "sets", lambda: make_two_sets(study_once.project)
    ) as two_sets:
        yield two_sets


@pytest.fixture
def sets(study: Study, sets_once: TwoSets) -> TwoSets:
    return deepcopy(sets_once)


@pytest.fixture(scope="package")
def made_once(
    study_once: Study, sets_once: TwoSets, django_db_blocker: DjangoDbBlocker
) -> Iterator[Comparison]:
    def build() -> Comparison:
        one = sets_once.compared(study_once.owner)
        make_comparison(one.pk)
        return Comparison.objects.get(pk=one.pk)

    with built_once(django_db_blocker, "made", build) as comparison:
        yield comparison


@pytest.fixture
def made(sets: TwoSets, made_once: Comparison) -> Comparison:
    return deepcopy(made_once)


@pytest.fixture
def bare(study: Study) -> Comparison:
    """Compare two campaigns without judgments."""
    dataset = make_dataset(numbered_texts(2), study.project)
    crowd, gold = (make_campaign(dataset, name=name) for name in ("Their flat", "Gold flat"))
    return request_comparison(crowd, gold, "Bare", study.owner)
