"""Paginated lists, loaded during iteration."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

from midpath.errors import NoMidpath
from midpath.frames import frame_of

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


class Page(TypedDict):
    """One page of a list, with its other fields."""

    results: list[Any]
    next: str | None


class Rows(Generic[T]):
    """The rows of a list, oldest first or in the requested order. Requests start on iteration,
    which always starts from the beginning. A page is loaded when the previous one is used up; rows
    added or removed meanwhile shift nothing."""

    def __init__(
        self,
        kind: type[T],
        page: Callable[[Mapping[str, object]], Page],
        query: Mapping[str, object],
    ) -> None:
        self.kind, self._page, self._query = kind, page, dict(query)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from cast(list[T], page["results"])

    def pages(self) -> Iterator[Page]:
        """Yield whole pages, for lists with fields in addition to rows."""
        query = self._query
        while True:
            page = self._page(query)
            yield page
            if page["next"] is None:
                return
            # Only the query string, so that the token is sent nowhere else.
            words = urlsplit(page["next"]).query
            following: dict[str, object] = dict(parse_qsl(words, keep_blank_values=True))
            if following == query:
                raise NoMidpath("The list’s next page is the same page again.")
            query = following

    def first(self) -> T | None:
        """Return the first row; None if there is none."""
        return next(iter(self), None)

    def to_pandas(self) -> "pd.DataFrame":
        """Return all rows as a DataFrame; see `frame_of`."""
        return frame_of(list(self), list(getattr(self.kind, "__annotations__", ())))
