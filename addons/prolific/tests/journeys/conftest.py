"""The fixtures of journeys in a browser."""

from tests.journeys.conftest import *  # noqa: F403
