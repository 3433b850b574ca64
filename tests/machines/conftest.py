"""The stand-in for a model's API that rounds use."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from annotation.services.machines import requests
from tests.helpers.models import forget, running_stand_in
from tests.helpers.stand_in import StandIn


@pytest.fixture(scope="module")
def process() -> Iterator[StandIn]:
    with running_stand_in() as found:
        yield found


@pytest.fixture
def site(process: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    settings.PRIVATE_ADDRESSES = True
    monkeypatch.setattr(requests, "FIRST_WAIT", 0.001)
    forget(process)
    return process
