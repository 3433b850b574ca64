"""Keyset pagination: the next page begins after the last row of this one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import Http404, HttpRequest

Row = TypeVar("Row")
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Page(Generic[Row]):
    rows: Sequence[Row]
    more: bool

    @property
    def last(self) -> Row:
        return self.rows[-1]


def page_of(rows: Sequence[Row], size: int) -> Page[Row]:
    """`rows` contains one row more than a page if there are more pages."""
    return Page(rows[:size], len(rows) > size)


def whole_number(request: HttpRequest, name: str) -> int | None:
    """A key in the URL; one that was tampered with is ignored."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text[:20]) <= LARGEST and len(text) < 20):
        raise Http404
    return int(text)


def left_out_in(request: HttpRequest) -> int:
    """Return the number of rows or annotations that a form says to leave out, 0 by default."""
    given = request.POST.get("leave_out", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
