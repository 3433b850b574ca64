"""Keyset pagination: the next page begins after the last key of this one, so rows that are added or
removed in the meantime shift nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import QueryDict
from rest_framework.request import Request

from annotation.api.basic_fields import String
from annotation.api.fields import Form, Strict, Values, WholeInText, YesOrNoInText
from annotation.models.lifecycle import PutAwayQuerySet

M = TypeVar("M", bound=Model)
PutAwayRows = TypeVar("PutAwayRows", bound=PutAwayQuerySet[Any])
LARGEST_KEY = 2**63 - 1


class Limited(Strict):
    limit = WholeInText(
        "The maximum page size.", required=False, default=100, min_value=1, max_value=500
    )


class Paging(Limited):
    after = WholeInText(
        "Start after this key: the value in `next` of the previous page.",
        required=False,
        min_value=0,
        max_value=LARGEST_KEY,
    )


class ArchivedToo(Paging):
    """The choice to list objects in use or archived ones."""

    archived = YesOrNoInText(
        "`true`: only what is archived. Default: only what is in use.",
        required=False,
        default=False,
    )


def in_use_or_archived(rows: PutAwayRows, query: Mapping[str, object]) -> PutAwayRows:
    return rows.archived() if query["archived"] else rows.in_use()


# Each operation adds the field `results`.
class Page(Form):
    next = String("The address of the next page; null on the last one.", allow_null=True)


@dataclass(frozen=True)
class PageOf:
    """The response of an operation that lists rows: they have this form, and are called `noun`."""

    rows: type[Form]
    noun: str

    def form_for(self, operation: str) -> type[Form]:
        """Return the form of a page, named after the class of the operation."""
        results = self.rows(many=True, help_text=f"The {self.noun} of this page.")
        form: type[Form] = type(
            "Output", (Page,), {"__qualname__": f"{operation}.Output", "results": results}
        )
        return form


def page_of(
    rows: QuerySet[M], request: Request, query: Values, *, key: str = "pk"
) -> tuple[Sequence[M], str | None]:
    """Return the rows of this page and the URL of the next."""
    if "after" in query:
        rows = rows.filter(**{f"{key}__gt": query["after"]})
    found = list(rows.order_by(key)[: query["limit"] + 1])
    shown = found[: query["limit"]]
    if len(found) == len(shown):
        return shown, None
    return shown, address_after(request, str(_key_of(shown[-1], key)))


def _key_of(row: Model, key: str) -> int:
    value: Any = row
    for name in key.split("__"):
        value = getattr(value, name)
    return int(value)


def address_after(request: Request, key: str) -> str:
    parameters = QueryDict(request.META["QUERY_STRING"], mutable=True)
    parameters["after"] = key
    return f"{request.path}?{parameters.urlencode()}"
