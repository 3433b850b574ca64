"""The names of people on research pages.

Only some members may see which worker did what. Every page names workers by `pseudonym`, which
hides the number from other readers, whatever calls it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

BLIND = "blind"
_hidden: ContextVar[bool] = ContextVar("workers are hidden", default=False)


def pseudonym(number: int | str) -> str:
    """Return a pseudonym by the worker's number in the project, with no hint at who they are."""
    return "a worker" if _hidden.get() else f"worker {number}"


@contextmanager
def workers_hidden() -> Iterator[None]:
    """Give no worker's number away while a page is made, unless `show_workers` says so within."""
    token = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(token)


def show_workers(shown: bool) -> None:
    _hidden.set(not shown)


def hide_on_request(request: HttpRequest) -> bool:
    """Hide workers' numbers if the URL says so; return whether it does."""
    asked = request.GET.get(BLIND) == "1"
    if asked:
        show_workers(False)
    return asked
