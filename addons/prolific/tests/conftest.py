"""The fixtures of researchers' pages, and a stand-in for Prolific."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from addons.prolific.services import client
from addons.prolific.tests.desk import Desk, study_with
from addons.prolific.tests.server import reach, running_stand_in
from annotation.models import User
from tests.api.conftest import other_study
from tests.api.studies import Study
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
    process.forget()
    return process


@pytest.fixture
def study(db: None) -> Study:
    return study_with()


@pytest.fixture
def desk(site: StandIn, study: Study, sign_in: Callable[[User], Client]) -> Desk:
    """Return the desk of the owner of a test's own study."""
    return Desk(site, study, sign_in(study.owner))


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A name server that knows midpath.org alone, and the names that it was asked for."""
    genuine, hosts = socket.getaddrinfo, []

    def resolve(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if not host.endswith(".org"):
            return genuine(host, port, *args, **kwargs)
        hosts.append(host)
        if host != "midpath.org":
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return hosts
