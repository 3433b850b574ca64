"""The fixtures of journeys in a browser."""

from tests.faults.conftest import *  # noqa: F403
from tests.journeys.conftest import *  # noqa: F403
