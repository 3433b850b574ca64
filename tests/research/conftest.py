"""Browsers in which the study's people are signed in."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import User
from tasks import fold
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
