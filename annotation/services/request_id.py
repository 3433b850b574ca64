"""The id of the request, or of the request that caused a Celery task, for logs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# The name of the id in a message to Celery.
HEADER = "midpath_request"
_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    return _current.get()


def message_headers() -> dict[str, str]:
    """Return the headers of a message to Celery that carry the id."""
    return {HEADER: found} if (found := _current.get()) else {}


@contextmanager
def request_id(value: str) -> Iterator[None]:
    """Use this id within the block."""
    token = _current.set(value)
    try:
        yield
    finally:
        _current.reset(token)
