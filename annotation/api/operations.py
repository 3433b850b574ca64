"""The base class of all operations: a subclass for each, with its Input and Output nested in it.

The parameters, responses and refusals of an operation are declared once, checked on every request
and shown in the schema."""

import re
from collections.abc import Callable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import Any, ClassVar, cast

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api.authentication import (
    WORKER_PREFIX,
    AnyAuthentication,
    SessionAuthentication,
    TokenAuthentication,
    WorkerAuthentication,
)
from annotation.api.description.schema import IF_NONE_MATCH, answers, refusals
from annotation.api.description.tags import room_of
from annotation.api.fields import Form, Strict, Values
from annotation.api.idempotency import PARAMETER, once
from annotation.api.pagination import M, PageOf, page_of
from annotation.api.parsers import drop_empty_form
from annotation.api.scope import require_scopes
from annotation.capabilities import Capability
from annotation.models import APIToken, Enrolment
from annotation.scopes import SCOPE_OF, Scope
from annotation.services.accounts.tokens import PREFIX
from annotation.services.people.rate_limit import limit_address, limit_token
from annotation.web.client_address import client_address
from annotation.web.etags import tell_changes

Takes = type[Strict] | Mapping[str, type[Strict]] | None
Gives = Mapping[int, type[Form] | OpenApiTypes | None]
Handler = Callable[..., HttpResponseBase]

MAX_ANONYMOUS_BYTES = 16 * 1024
SECRET_NAMES = {"access_token", "api_key", "apikey", "bearer", "key", "token"}


class Nothing(Strict):
    """An operation without parameters."""


class Operation(APIView):
    """An operation of the API. `query` contains the validated query parameters, `body` the
    validated body, `gives` the forms of its responses, `needs` the required capability, and
    `project_id` the project concerned, once known. A JSON body has at most `longest_body`
    bytes."""

    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    query: Values
    body: Values
    gives: Gives
    needs: Capability | None = None
    project_id: int | None = None
    longest_body: ClassVar[int] = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def most_bytes(self) -> int:
        """Return the maximum size of this request's body, in bytes. Operations may make it depend
        on the caller and the URL."""
        return self.longest_body

    def filters(self, *names: str, **lookups: str) -> Values:
        """Return the lookups of those parameters of the query that were given. `lookups` are of
        parameters whose names differ from them."""
        wanted = {name: name for name in names} | lookups
        return {lookup: self.query[name] for name, lookup in wanted.items() if name in self.query}

    def page(self, rows: QuerySet[M], *, key: str = "pk") -> Response:
        """Return the page of the rows that the query asks for."""
        shown, following = page_of(rows, self.request, self.query, key=key)
        return _as_response({"results": shown, "next": following}, self.gives)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        refuse_secrets_in_address(request)
        limit_address(client_address(request))
        drop_empty_form(request._request)
        super().initial(request, *args, **kwargs)
        if isinstance(request.auth, APIToken | Enrolment):
            limit_token(f"{type(request.auth).__name__} {request.auth.pk}")

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        reads = request.method in SAFE_METHODS and final.status_code == 200
        if reads and isinstance(final, Response):
            # A browser's cache outlives the session; a program keeps its responses to itself.
            caching = "no-store" if request.auth is None else "no-cache"
            final.headers.setdefault("Cache-Control", f"private, {caching}")
            tell_changes(request._request, final)
        final.headers.setdefault("Cache-Control", "private, no-store")
        return final


class PublicOperation(Operation):
    """A public operation, whose body is limited to what its few fields need."""

    authentication_classes = (AnyAuthentication,)
    permission_classes = (AllowAny,)
    longest_body = MAX_ANONYMOUS_BYTES


class ResearcherOperation(Operation):
    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (IsAuthenticated,)


class IsWorker(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.auth, Enrolment)


class WorkerOperation(Operation):
    longest_body = MAX_ANONYMOUS_BYTES
    authentication_classes = (WorkerAuthentication,)
    permission_classes = (IsWorker,)


def url(route: str, name: str, *operations: type[Operation]) -> URLPattern:
    """Return the URL of operations with different methods, which become one view."""
    view: type[APIView] = type(name.title().replace("_", ""), operations, {})
    return path(route, view.as_view(), name=name)


def urls(prefix: str, *rows: tuple[str, str, *tuple[type[Operation], ...]]) -> list[URLPattern]:
    """Return the URLs below a prefix: each row has a route, a name and operations."""
    return [url(f"{prefix}{route}", name, *operations) for route, name, *operations in rows]


def operation(
    *,
    name: str,
    gives: Gives | PageOf,
    needs: Capability | None = None,
    scopes: tuple[Scope, ...] = (),
    asks: type[Strict] = Nothing,
    takes: Takes = None,
    refuses: tuple[int, ...] | None = None,
    creates: bool = False,
) -> Callable[[Callable[..., object]], Handler]:
    """Declare an operation. It returns a response, or what the first form of `gives` shows.

    `needs` is the capability that the caller's role must have in the project concerned; the
    functions of annotation.api.scope check it. `scopes` are the scopes that a token must have, by
    default that of the capability. An operation that `creates` something accepts an idempotency
    key. `refuses` are the statuses of refusals in addition to those that follow from the
    capability, the path parameters and the method; by default 409 if it changes something that
    needs a capability."""
    required = scopes or ((SCOPE_OF[needs],) if needs else ())

    def decorate(method: Callable[..., object]) -> Handler:
        owner = method.__qualname__.rpartition(".")[0]
        forms: Gives = {200: gives.form_for(owner)} if isinstance(gives, PageOf) else gives

        @wraps(method)
        def checked(view: Operation, request: Request, **kwargs: object) -> HttpResponseBase:
            require_scopes(request, required)
            view.needs, view.gives = needs, forms
            view.query = _checked(asks, _single(request))
            if takes is not None:
                view.body = _checked(_form_for(request, takes), request.data)

            def respond() -> HttpResponseBase:
                found = method(view, request, **kwargs)
                return found if isinstance(found, HttpResponseBase) else _as_response(found, forms)

            return once(request, respond) if creates else respond()

        everywhere = {400, 406, 414, 429, 503} | ({401, 403} if needs else set())
        for_paths = {404} if len(signature(method).parameters) > 2 else set()
        for_bodies = {413, 415} if method.__name__ in {"post", "patch"} else set()
        for_keys = {409, 422} if creates else set()
        for_changes = {409} if needs and method.__name__ != "get" else set()
        further = for_changes if refuses is None else set(refuses)
        reads = method.__name__ == "get" and 304 not in forms
        headers = [PARAMETER] * creates + [IF_NONE_MATCH] * reads
        documented: Handler = extend_schema(
            operation_id=name,
            summary=_first_sentence(method.__doc__ or ""),
            tags=[room_of(method.__module__)],
            extensions={"x-scopes": list(required)} if required else None,
            parameters=[*([] if asks is Nothing else [asks]), *headers],
            request=takes,
            responses={
                **answers({**forms, 304: None} if reads else forms),
                **refusals(everywhere | for_paths | for_bodies | for_keys | further),
            },
        )(checked)
        marked = cast(Any, documented)
        marked.needs, marked.scopes, marked.creates = needs, required, creates
        return documented

    return decorate


# Declare operations that need a capability.
adjudicates = partial(operation, needs=Capability.ADJUDICATE)
deletes = partial(operation, needs=Capability.DELETE)
edits_datasets = partial(operation, needs=Capability.EDIT_DATASETS)
exports = partial(operation, needs=Capability.EXPORT)
manages_members = partial(operation, needs=Capability.MANAGE_MEMBERS)
pays = partial(operation, needs=Capability.PAY)
pays_by_ids = partial(pays, scopes=(Scope.MONEY, Scope.IDS))
publishes = partial(operation, needs=Capability.PUBLISH, scopes=(Scope.FILES, Scope.WRITE))
reviews_work = partial(operation, needs=Capability.REVIEW_WORK)
rewards_work = partial(reviews_work, scopes=(Scope.MONEY,))
runs_campaigns = partial(operation, needs=Capability.RUN_CAMPAIGNS)
sees_figures = partial(operation, needs=Capability.SEE_FIGURES)
sees_platform_ids = partial(operation, needs=Capability.SEE_PLATFORM_IDS)
sees_texts = partial(operation, needs=Capability.SEE_TEXTS)
sees_workers = partial(operation, needs=Capability.SEE_WORKERS)


def _as_response(found: object, gives: Gives) -> Response:
    """Return what an operation found in the first form that it declares."""
    status, form = next(iter(gives.items()))
    return Response(form(found).data if isinstance(form, type) else None, status)


def _first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring, on one line.

    >>> _first_sentence("Stop a worker: they get no new HITs. An open HIT is taken back.")
    'Stop a worker: they get no new HITs.'
    """
    paragraph = " ".join(docstring.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=[.:]) (?=[A-Z`])", paragraph)[0]


def refuse_secrets_in_address(request: Request) -> None:
    """Refuse a token in the URL, since logs and histories store URLs."""
    for name, value in request.query_params.items():
        if name.lower() in SECRET_NAMES or str(value).startswith((PREFIX, WORKER_PREFIX)):
            raise exceptions.AuthenticationFailed(
                "Do not put tokens in addresses, which are logged. Send it in the Authorization "
                "header, and revoke this one."
            )


def _single(request: Request) -> dict[str, str]:
    repeated = [name for name, values in request.query_params.lists() if len(values) > 1]
    if repeated:
        raise exceptions.ValidationError({repeated[0]: "This was given more than once."})
    return request.query_params.dict()


def _form_for(request: Request, takes: type[Strict] | Mapping[str, type[Strict]]) -> type[Strict]:
    if isinstance(takes, Mapping):
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return takes.get(media_type) or next(iter(takes.values()))
    return takes


def _checked(form: type[Strict], data: object) -> dict[str, object]:
    filled = form(data=data)
    filled.is_valid(raise_exception=True)
    checked: dict[str, object] = filled.validated_data
    return checked
