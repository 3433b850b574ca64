"""Keyset pagination: the next page begins after the last row of this one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest

Row = TypeVar("Row")
Stored = TypeVar("Stored", bound=Model)
LARGEST = 2**63 - 1
# A number with this many digits may be too large for a key.
DIGITS = 19


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


def page_after(
    request: HttpRequest, rows: QuerySet[Stored], size: int
) -> tuple[Page[Stored], dict[str, object]]:
    """Return the page of rows in the order of their keys that begins after the key in the URL, and
    the context of the links around it."""
    after = whole_number(request, "after")
    page = page_of(list(rows.filter(pk__gt=after or 0).order_by("pk")[: size + 1]), size)
    return page, {"more": page.more, "last": page.last.pk if page.rows else None, "after": after}


def is_number(text: str, digits: int = DIGITS) -> bool:
    """Return whether a text is a whole number of fewer digits."""
    return text.isascii() and text.isdigit() and len(text) < digits


def whole_number(request: HttpRequest, name: str) -> int | None:
    """A key in the URL; one that was tampered with is ignored."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (is_number(text, 20) and int(text) <= LARGEST):
        raise Http404
    return int(text)


def left_out_in(request: HttpRequest) -> int:
    """Return the number of rows or annotations that a form says to leave out, 0 by default."""
    given = request.POST.get("leave_out", "")
    return int(given) if is_number(given, 10) else 0
