"""The names of people on research pages.

Only some members may see which worker did what. Every page names workers by `pseudonym`, which
hides the number from all other readers."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

BLIND = "blind"
_hidden: ContextVar[bool] = ContextVar("workers are hidden", default=False)


def pseudonym(number: int | str) -> str:
    return "a worker" if _hidden.get() else f"worker {number}"


@contextmanager
def workers_hidden() -> Iterator[None]:
    """Hide workers' numbers while a page is rendered, unless `show_workers` is called within."""
    token = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(token)


def show_workers(shown: bool) -> None:
    _hidden.set(not shown)


def hide_on_request(request: HttpRequest) -> bool:
    """Hide workers' numbers if the URL requests it; return whether it does."""
    requested = request.GET.get(BLIND) == "1"
    if requested:
        show_workers(False)
    return requested
