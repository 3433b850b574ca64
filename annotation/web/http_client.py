"""Send requests to other servers: to public networks only, with limits on time and size.

The name is resolved once and the connection goes to the address found, so DNS rebinding cannot
redirect it. Redirects are not followed. Operators may allow private networks
(MIDPATH_PRIVATE_ADDRESSES), also without encryption."""

import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread, Timer
from typing import TypeAlias
from urllib.parse import urlsplit

from django.conf import settings

from annotation.web.public_networks import is_public

PIECE = 8 * 1024
OK = 200
LOOKUPS = BoundedSemaphore(32)
NO_NAME_SERVER = "The name of the address could not be looked up in time."


Addresses: TypeAlias = list[
    tuple[
        socket.AddressFamily,
        socket.SocketKind,
        int,
        str,
        tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes],
    ]
]


class Unreachable(Exception):
    """A forbidden address, or one without a valid response."""


class Unanswered(Unreachable):
    """A request that may have been accepted, although no complete response arrived."""


@dataclass(frozen=True)
class Answer:
    """A response. `again_after` is its Retry-After header, as sent."""

    status: int
    body: bytes
    again_after: str


class _Pinned(HTTPConnection):
    """A connection to a checked IP address, with the certificate of the host name."""

    def __init__(self, host: str, port: int, *, number: str, encrypted: bool, until: float):
        super().__init__(host, port)
        self.number, self.encrypted, self.until = number, encrypted, until
        self.wire: socket.socket | None = None
        self.ended = False

    def connect(self) -> None:
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.wire = socket.create_connection((self.number, self.port), left)
        self._go_on()
        if self.encrypted:
            self.wire = ssl.create_default_context().wrap_socket(
                self.wire, server_hostname=self.host, do_handshake_on_connect=False
            )
            self._go_on()
            self.wire.do_handshake()
        self.sock = self.wire

    def break_off(self) -> None:
        """Abort whatever another thread waits for. `sock` may be gone while the response is read;
        if there is no socket yet, the code that opens one checks `ended` afterwards."""
        self.ended = True
        if self.wire is not None:
            with suppress(OSError):
                self.wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        super().close()
        if self.wire is not None:
            self.wire.close()

    def _go_on(self) -> None:
        if self.ended:
            raise TimeoutError


def require_name(host: str, *, seconds: float) -> None:
    """Raise Unreachable unless a name resolves within a time limit. No connection is made, so any
    address is accepted: a server may know itself by a private one."""
    _looked_up(host, 443, time.monotonic() + seconds)


def fetch(address: str, *, seconds: float, most_bytes: int) -> bytes:
    """GET a URL and return the body; raise Unreachable if that fails."""
    answer = ask(address, seconds=seconds, most_bytes=most_bytes)
    if answer.status != OK:
        raise Unreachable(f"The address answered {answer.status}.")
    return answer.body


def ask(
    address: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    seconds: float,
    most_bytes: int,
) -> Answer:
    """Send a request and return the response, whatever its status. Raise Unreachable if requests to
    the URL are forbidden, and Unanswered if the server may have accepted the request but sent no
    complete response."""
    until = time.monotonic() + seconds
    host, port, encrypted, path = _parts(address)
    number = _number_of(host, port, until)
    connection = _Pinned(host, port, number=number, encrypted=encrypted, until=until)
    sent = {"Accept": "application/json", **(headers or {})}
    with closing(connection), _ended_at(until, connection):
        try:
            connection.connect()
        except OSError as error:
            raise Unreachable("The address did not answer.") from error
        try:
            connection.request(method, path, body, sent)
            return _answer(connection, until, most_bytes)
        except (OSError, HTTPException) as error:
            raise Unanswered("The address did not answer.") from error


@contextmanager
def _ended_at(until: float, connection: _Pinned) -> Iterator[None]:
    """Abort a connection when its time is over. A socket's own timeout restarts with each byte, so
    a server that sends a byte now and then would never time out."""
    timer = Timer(max(until - time.monotonic(), 0), connection.break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _parts(address: str) -> tuple[str, int, bool, str]:
    """Return the host, the port, whether it is encrypted, and the path with its query."""
    try:
        parts = urlsplit(address)
        host, encrypted = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if encrypted else 80)
    except ValueError as error:
        raise Unreachable("This is no address.") from error
    if not host or not (encrypted or (parts.scheme == "http" and settings.PRIVATE_ADDRESSES)):
        raise Unreachable("Only addresses that begin with https:// are allowed.")
    return host, port, encrypted, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _answer(connection: HTTPConnection, until: float, most_bytes: int) -> Answer:
    answer = connection.getresponse()
    body = b""
    while True:
        piece = answer.read1(PIECE)
        # An aborted connection looks like one that ended.
        if time.monotonic() >= until:
            raise Unanswered("The answer took too long.")
        if not piece:
            return Answer(answer.status, body, answer.headers.get("Retry-After", ""))
        body += piece
        if len(body) > most_bytes:
            raise Unanswered("The answer is longer than any should be.")


def _number_of(host: str, port: int, until: float) -> str:
    """Return the IP address of a name, all of whose addresses must be public."""
    numbers = [str(one[4][0]) for one in _looked_up(host, port, until)]
    if not numbers or not (settings.PRIVATE_ADDRESSES or all(map(is_public, numbers))):
        raise Unreachable("This address is in a private network.")
    return numbers[0]


def _looked_up(host: str, port: int, until: float) -> Addresses:
    """Resolve a name in a thread, as `getaddrinfo` has no time limit. A lookup that takes too long
    continues there; at most this many run, then others wait."""
    if not LOOKUPS.acquire(timeout=max(until - time.monotonic(), 0)):
        raise Unreachable(NO_NAME_SERVER)
    answer: SimpleQueue[Addresses | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            answer.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:  # noqa: BLE001 - it is raised in the other thread
            answer.put(error)
        finally:
            LOOKUPS.release()

    Thread(target=look_up, daemon=True).start()
    try:
        found = answer.get(timeout=max(until - time.monotonic(), 0))
    except Empty:
        raise Unreachable(NO_NAME_SERVER) from None
    if isinstance(found, (OSError, UnicodeError)):
        raise Unreachable("There is no such address.") from found
    if isinstance(found, Exception):
        raise found
    return found
