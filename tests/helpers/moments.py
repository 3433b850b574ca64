"""Work that arrives between two queries of code that should read one moment."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from django.db import connection

from tests.helpers.tiers import by_tier

T = TypeVar("T")
WITHIN_SECONDS = 30
# The quick tier tries every fourth query.
STEP = by_tier(quick=4, long=1)


class After:
    """Runs something else on another connection after the n-th query."""

    def __init__(self, query: int, happens: Callable[[], object]) -> None:
        self.left = query
        self._happens = happens

    def __call__(self, execute: Callable[..., Any], *query: Any) -> Any:
        answer = execute(*query)
        self.left -= 1
        if self.left == 0:
            elsewhere(self._happens)
        return answer

    def watching(self) -> AbstractContextManager[None]:
        return connection.execute_wrapper(self)

    @property
    def came(self) -> bool:
        return self.left <= 0


def elsewhere(work: Callable[[], object]) -> None:
    """Run it in a thread of its own, with its own connection, and wait for it."""
    failures: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - raised again by the thread that waits
            failures.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(WITHIN_SECONDS)
    assert not thread.is_alive(), "what happens meanwhile waits for what reads"
    if failures:
        raise failures[0]


def read_meanwhile(
    read: Callable[[], T], happens: Callable[[], object]
) -> Iterator[tuple[T, T, T]]:
    """Yield what was read before, what was read while something happened after the first query, the
    second, and so on to the last, and what is read after it."""
    before, query = read(), 1
    while True:
        between = After(query, happens)
        with between.watching():
            found = read()
        if not between.came:
            assert query > 2, "it reads by too few queries to be interrupted"
            return
        after = read()
        yield before, found, after
        before, query = after, query + STEP
