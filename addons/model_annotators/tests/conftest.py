"""The stand-in for a model's API that rounds use, and a browser in which researchers sign in."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from addons.model_annotators.services import requests
from addons.model_annotators.tests.factories import make_asked
from addons.model_annotators.tests.stand_in import running_stand_in
from annotation.models import Campaign, User
from tests.helpers.factories import make_user
from tests.helpers.stand_in import StandIn
from tests.research.conftest import sign_in

__all__ = ["process", "sign_in", "site"]


@pytest.fixture(scope="module")
def process() -> Iterator[StandIn]:
    with running_stand_in() as found:
        yield found


@pytest.fixture
def site(process: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    settings.PRIVATE_ADDRESSES = True
    monkeypatch.setattr(requests, "FIRST_WAIT", 0.001)
    process.forget()
    return process


@pytest.fixture
def user(db: None) -> User:
    return make_user()


@pytest.fixture
def campaign(user: User) -> Campaign:
    return make_asked(user, 6)
