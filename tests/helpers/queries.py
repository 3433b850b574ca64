"""The number of queries that a part of a test makes."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext


@contextmanager
def assert_queries(number: int) -> Iterator[CaptureQueriesContext]:
    """Check that the block makes exactly this number of queries."""
    with CaptureQueriesContext(connection) as made:
        yield made
    assert len(made) == number, made.captured_queries


@contextmanager
def assert_max_queries(number: int) -> Iterator[CaptureQueriesContext]:
    """Check that the block makes no more queries than this number."""
    with CaptureQueriesContext(connection) as made:
        yield made
    assert len(made) <= number, made.captured_queries
