"""A receiver on this machine, which webhooks may reach, and a project that sends it every event."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from addons.webhooks.models import Webhook
from addons.webhooks.tests.factories import make_webhook
from annotation.models import Project, User
from tests.api.studies import Study, make_study
from tests.helpers.factories import make_project, make_user
from tests.helpers.receiver import receiving
from tests.helpers.stand_in import StandIn


@pytest.fixture(scope="session")
def process() -> Iterator[StandIn]:
    with receiving() as found:
        yield found


@pytest.fixture
def site(process: StandIn, settings: Settings) -> StandIn:
    settings.PRIVATE_ADDRESSES = True
    process.forget()
    return process


@pytest.fixture
def owner(db: None) -> User:
    return make_user()


@pytest.fixture
def project(owner: User) -> Project:
    return make_project(owner)


@pytest.fixture
def hook(project: Project, owner: User, site: StandIn) -> tuple[Webhook, str]:
    return make_webhook(project, owner, f"{site.address}/in")


@pytest.fixture
def own(hook: tuple[Webhook, str]) -> Webhook:
    return hook[0]


@pytest.fixture
def study(db: None) -> Study:
    return make_study()
