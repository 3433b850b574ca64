"""Queries that a part of a test makes, their plans, and queries of the tests themselves."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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


def run_sql(statement: str, values: Any = None) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows, if it has any."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def explain(statement: str) -> dict[str, Any]:
    """Run a statement and return its plan, with what each step did."""
    [[[explained]]] = run_sql(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}")
    return dict(explained)


def steps_of(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a step of a plan, and then those below it."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from steps_of(below)


def until_somebody_waits() -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if run_sql("SELECT 1 FROM pg_locks WHERE NOT granted"):
            return
        threading.Event().wait(0.01)
    raise AssertionError("nobody waits")
