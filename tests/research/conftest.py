"""Browsers in which the study's people are signed in."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import Comparison, User
from annotation.services.jobs.comparisons import create_comparison
from tasks import fold
from tasks.comparisons import make_comparison
from tasks.reports import make_reports
from tests.helpers.factories import make_campaign, make_dataset, make_user, numbered_texts
from tests.research.sets import TwoSets, make_two_sets
from tests.research.study import Study, make_study


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Folds do not rest, and passwords are not costly to check."""
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


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
    """Somebody who is not of the study, for a project of its own."""
    return make_user()


@pytest.fixture
def mine(member: User, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(member)


@pytest.fixture
def sets(study: Study) -> TwoSets:
    return make_two_sets(study.project)


@pytest.fixture
def made(study: Study, sets: TwoSets) -> Comparison:
    one = sets.compared(study.owner)
    make_comparison(one.pk)
    return Comparison.objects.get(pk=one.pk)


@pytest.fixture
def bare(study: Study) -> Comparison:
    """Of two campaigns that nobody has judged yet."""
    dataset = make_dataset(numbered_texts(2), study.project)
    return create_comparison(
        project=study.project,
        user=study.owner,
        name="Bare",
        crowd=make_campaign(dataset, name="Their flat"),
        gold=make_campaign(dataset, name="Gold flat"),
    )
