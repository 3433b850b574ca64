"""The connection to one server with one token, used by all requests."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import quote, urlsplit
from uuid import uuid4

import httpx

from agreement.version import VERSION
from midpath.errors import NoMidpath, raised_for
from midpath.retrying import Patience, asked_again
from midpath.rows import Page, Rows

T = TypeVar("T")
IDEMPOTENT = {"GET", "HEAD", "PUT", "DELETE"}
KEY = "Idempotency-Key"
SECONDS = 60.0
PAGE_SIZE = 500


class Transport:
    """A server's URL, a token and the retry policy.

    Redirects are not followed, since the token is for this server only. `under` replaces the
    network, for tests."""

    def __init__(
        self,
        server: str,
        token: str = "",
        *,
        timeout: float = SECONDS,
        patience: Patience | None = None,
        under: httpx.BaseTransport | None = None,
    ) -> None:
        self.server = checked_address(server)
        self.patience = patience or Patience()
        self._timeout, self._under = timeout, under
        said = {"User-Agent": f"midpath-python/{VERSION}"}
        self.http = httpx.Client(
            base_url=f"{self.server}/api/v1/",
            headers=said | ({"Authorization": f"Bearer {token}"} if token else {}),
            timeout=timeout,
            transport=under,
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.server!r})"

    def with_token(self, token: str) -> "Transport":
        """Return a copy for the same server with a different token."""
        return Transport(
            self.server, token, timeout=self._timeout, patience=self.patience, under=self._under
        )

    def close(self) -> None:
        self.http.close()

    def ask(
        self,
        kind: type[T],
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        key: str | None = None,
        *,
        query: Mapping[str, object] | None = None,
        repeatable: bool = False,
    ) -> T:
        """Return the response of an operation, in the format that `kind` names.

        `key`: the operation accepts an Idempotency-Key; if empty, one is generated here."""
        response = self.send(
            lambda headers: self.http.request(
                method, path, params=written(query or {}), json=body, headers=headers
            ),
            repeatable=repeatable or method in IDEMPOTENT,
            key=key,
        )
        return cast(T, None if response.status_code == httpx.codes.NO_CONTENT else told(response))

    def send(
        self,
        send: Callable[[Mapping[str, str]], httpx.Response],
        *,
        repeatable: bool,
        key: str | None = None,
    ) -> httpx.Response:
        """Return the response to a request, which is built for each attempt, with the same key."""
        headers = {} if key is None else {KEY: key or str(uuid4())}
        response = asked_again(
            self.patience, lambda: send(headers), repeatable=repeatable or key is not None
        )
        if not response.is_success:
            raise raised_for(response)
        return response


class Caller:
    """The base of classes whose methods are operations of one connection."""

    def __init__(self, transport: Transport) -> None:
        self.transport, self._ask = transport, transport.ask

    def _get(self, kind: type[T], path: str, asked: Mapping[str, object] | None = None) -> T:
        return self._ask(kind, "GET", path, query=asked)

    def _post(
        self,
        kind: type[T],
        path: str,
        body: Mapping[str, object] | None = None,
        key: str | None = None,
        *,
        repeatable: bool = False,
    ) -> T:
        return self._ask(kind, "POST", path, body, key, repeatable=repeatable)

    def _patch(self, kind: type[T], path: str, body: Mapping[str, object]) -> T:
        return self._ask(kind, "PATCH", path, body)

    def _delete(self, kind: type[T], path: str) -> T:
        return self._ask(kind, "DELETE", path)

    def _rows(
        self, kind: type[T], path: str, asked: Mapping[str, object], *, most: int = PAGE_SIZE
    ) -> Rows[T]:
        """Return the rows of a list; `most` is the default page size."""

        def page(query: Mapping[str, object]) -> Page:
            return cast(Page, self._get(dict[str, Any], path, query))

        return Rows(kind, page, {"limit": most, **asked})


def checked_address(server: str) -> str:
    """Return the URL of a server without a trailing slash.

    >>> checked_address("https://midpath.example.org/")
    'https://midpath.example.org'
    """
    parts = urlsplit(server.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"{server!r} is no server's address, such as https://midpath.example.org.")
    if parts.username or parts.password:
        raise ValueError("Put no password into the address of the server.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def in_path(name: str) -> str:
    """Return a name as one segment of a URL path.

    >>> in_path("judgments.jsonl"), in_path("../x?")
    ('judgments.jsonl', '..%2Fx%3F')
    """
    return quote(name, safe="")


def written(query: Mapping[str, object]) -> dict[str, str]:
    """Return query parameters as text, without those that are None.

    >>> written({"late": True, "limit": 5, "q": None})
    {'late': 'true', 'limit': '5'}
    """
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in query.items()
        if value is not None
    }


def told(response: httpx.Response) -> object:
    """Return the JSON of a response."""
    try:
        return response.json()
    except ValueError as error:
        raise NoMidpath(f"{response.url} answered, but not with JSON. Is it Midpath?") from error
