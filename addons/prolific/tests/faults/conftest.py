"""The fixtures of fault tests, and a stand-in for Prolific that a stack of servers visits."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from addons.prolific.tests.server import reach, running_stand_in
from tests.faults.conftest import *  # noqa: F403
from tests.faults.processes import Stack
from tests.helpers.stand_in import StandIn


@pytest.fixture
def site(settings: Settings, stack: Stack) -> Iterator[StandIn]:
    with running_stand_in() as found:
        reach(found, settings)
        stack.extra = {"MIDPATH_PROLIFIC_API": found.address, "MIDPATH_PRIVATE_ADDRESSES": "1"}
        yield found
