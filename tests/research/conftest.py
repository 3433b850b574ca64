"""Browsers in which the study's people are signed in."""

from collections.abc import Callable, Iterator
from copy import deepcopy

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from annotation.models import Campaign, User
from tasks import fold
from tasks.reports import make_reports
from tests.helpers.factories import make_user
from tests.helpers.pages import signed_in
from tests.helpers.stages import built_once
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
    return signed_in


@pytest.fixture
def owner(study: Study) -> Client:
    return signed_in(study.owner)


@pytest.fixture
def teammate(study: Study) -> Client:
    return signed_in(study.teammate)


@pytest.fixture
def stranger(study: Study) -> Client:
    return signed_in(study.stranger)


@pytest.fixture
def member(db: None) -> User:
    """Return a user outside the study, for a separate project."""
    return make_user()


@pytest.fixture
def insider(campaign: Campaign) -> Client:
    """Return a member of the project of a test's own campaign."""
    return signed_in(campaign.dataset.project.members.get())


@pytest.fixture
def mine(member: User) -> Client:
    return signed_in(member)
