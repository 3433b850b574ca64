"""The fixtures of fault tests."""

from tests.faults.conftest import redis, stack

__all__ = ["redis", "stack"]
