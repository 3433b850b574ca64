"""Searchable lists: the search text, and one page of matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.http import urlencode

from annotation.research.common.paging import Page, page_of, whole_number

Row = TypeVar("Row", bound=Model)
# No name is longer, and longer searches cost more.
MAX_LENGTH = 120
PER_PAGE = 50


@dataclass(frozen=True)
class Listed(Generic[Row]):
    """A page of a list, the newest first. `query` is the text that names must contain, empty for
    all."""

    query: str
    page: Page[Row]
    is_first: bool

    @property
    def rows(self) -> Sequence[Row]:
        return self.page.rows

    @property
    def is_empty(self) -> bool:
        """Return whether the list is empty even without a search."""
        return not (self.rows or self.query or self.first)

    @property
    def first(self) -> str:
        """Return the URL of the first page, from a later one."""
        return "" if self.is_first else "?" + urlencode({"q": self.query} if self.query else {})

    @property
    def next(self) -> str:
        if not self.page.more:
            return ""
        wanted = {"q": self.query, "before": self.page.last.pk}
        return "?" + urlencode({key: value for key, value in wanted.items() if value})


def looked_for(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:MAX_LENGTH].strip()


def listed(request: HttpRequest, rows: QuerySet[Row], field: str = "name") -> Listed[Row]:
    query, before = looked_for(request), whole_number(request, "before")
    if query:
        rows = rows.filter(**{f"{field}__icontains": query})
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: PER_PAGE + 1])
    return Listed(query, page_of(found, PER_PAGE), before is None)
