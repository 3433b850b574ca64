"""The fixtures of journeys in a browser."""

from tests.journeys.conftest import (
    browser_context_args,
    browser_type_launch_args,
    context,
    settled,
    watch,
)

__all__ = ["browser_context_args", "browser_type_launch_args", "context", "settled", "watch"]
