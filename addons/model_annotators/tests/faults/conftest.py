"""The fixtures of fault tests."""

from tests.faults.conftest import *  # noqa: F403
