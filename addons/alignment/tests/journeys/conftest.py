"""The fixtures of journeys in a browser."""

from tests.faults.conftest import redis, stack
from tests.journeys.conftest import (
    browser_context_args,
    browser_type_launch_args,
    celery,
    context,
    settled,
    watch,
)

__all__ = [
    "browser_context_args",
    "browser_type_launch_args",
    "celery",
    "context",
    "redis",
    "settled",
    "stack",
    "watch",
]
