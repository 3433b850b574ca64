"""Browsers in which the study's people are signed in."""

from collections.abc import Callable, Iterator
from copy import deepcopy

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from annotation.models import Campaign, Comparison, User
from annotation.services.jobs.comparisons import create_comparison
from tasks import fold
from tasks.comparisons import make_comparison
from tasks.reports import make_reports
from tests.helpers.factories import make_campaign, make_dataset, make_user, numbered_texts
from tests.helpers.stages import built_once
from tests.research.sets import TwoSets, make_two_sets
from tests.research.study import Study, make_study


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let folds run without pauses."""
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)


@pytest.fixture(scope="package")
def study_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Study]:
    with built_once(django_db_blocker, "study", make_study) as study:
        yield study


@pytest.fixture
def study(study_once: Study, db: None) -> Study:
    return deepcopy(study_once)


@pytest.fixture
def reported(study: Study) -> Study:
    for campaign in (study.flat, study.nested):
        make_reports(campaign.pk)
    return study


@pytest.fixture
def sign_in() -> Callable[[User], Client]:
    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.owner)


@pytest.fixture
def teammate(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.teammate)


@pytest.fixture
def stranger(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.stranger)


@pytest.fixture
def member(db: None) -> User:
    """Return a user outside the study, for a separate project."""
    return make_user()


@pytest.fixture
def insider(campaign: Campaign, sign_in: Callable[[User], Client]) -> Client:
    """Return a member of the project of a test's own campaign."""
    user = campaign.dataset.project.members.first()
    assert user is not None
    return sign_in(user)


@pytest.fixture
def mine(member: User, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(member)


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
    return create_comparison(
        project=study.project,
        user=study.owner,
        name="Bare",
        crowd=make_campaign(dataset, name="Their flat"),
        gold=make_campaign(dataset, name="Gold flat"),
    )
