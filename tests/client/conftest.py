"""A scripted server, a client that never sleeps, a study on a real server."""

from collections.abc import Iterator

import pytest
from pytest_django.live_server_helper import LiveServer

from annotation.models import Project
from annotation.services.accounts.tokens import issue_token
from midpath import Midpath, Patience
from tests.client.scripted import Scripted, scripted
from tests.helpers.factories import make_project, make_user


@pytest.fixture
def server() -> Iterator[Scripted]:
    with scripted() as found:
        yield found


@pytest.fixture
def slept() -> list[float]:
    """Return the seconds that the client would have waited."""
    return []


@pytest.fixture
def client(server: Scripted, slept: list[float]) -> Iterator[Midpath]:
    retries = Patience(tries=3, sleep=slept.append)
    with Midpath(server.address, "midpath_x", timeout=10, patience=retries) as found:
        yield found


@pytest.fixture
def study(transactional_db: None) -> tuple[Project, str]:
    """Return a project, and a token of its owner."""
    owner = make_user()
    project = make_project(owner)
    return project, issue_token(project=project, user=owner, name="client")[1]


@pytest.fixture
def midpath(study: tuple[Project, str], live_server: LiveServer) -> Iterator[Midpath]:
    with Midpath(live_server.url, study[1]) as found:
        yield found
