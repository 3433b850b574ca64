"""The fixtures of researchers' pages, and a stand-in for Prolific."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from addons.prolific.services import client
from addons.prolific.tests.server import forget, reach, running_stand_in
from tests.api.conftest import other_study
from tests.helpers.stand_in import StandIn
from tests.research.conftest import sign_in

__all__ = ["other_study", "sign_in"]


@pytest.fixture(scope="session")
def process() -> Iterator[StandIn]:
    with running_stand_in() as found:
        yield found


@pytest.fixture
def site(process: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    reach(process, settings)
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(client, "MAX_WAIT_SECONDS", 0.01)
    forget(process)
    return process
