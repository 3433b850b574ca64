"""Attacks 13 to 15 of docs/promises.md, for every address that the server may be told to call.

One module opens connections, and every column that may hold an address is listed here: as one that
the server calls, with what calls it, or as one that it never calls. A new one fails until it is.
"""

import ast
import re
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import models
from pytest_django.fixtures import Settings

from annotation.services.accounts.issuer import Silent, described
from annotation.services.errors import Invalid
from annotation.services.url_checks import checked_address
from annotation.web.http_client import Unreachable, fetch
from tests.helpers.addons import Call, contracts, our_models
from tests.helpers.receiver import receiving
from tests.helpers.stand_in import StandIn

ROOT = Path(__file__).resolve().parents[2]
SERVER = ("addons", "analysis", "annotation", "config", "tasks")
CONNECTING = {
    *("socket", "ssl", "http.client", "urllib.request", "ftplib", "xmlrpc", "asyncio", "fsspec"),
    *("httpx", "requests", "urllib3", "aiohttp", "websockets", "paramiko", "boto3"),
    # The client of Midpath's own API, for other programs.
    *("midpath.client", "midpath.transport", "midpath.typology.addresses"),
}
CLIENT = "annotation/web/http_client.py"
HOLDS_AN_ADDRESS = re.compile("address|ur[il]|endpoint|issuer|server|host|hook|callback")
NEVER_CALLED = {
    "annotation.Campaign.return_address": "browsers go there, to hosts that the operator allows",
    "annotation.Invitation.server": "this server's own address, for its mails",
    "annotation.JoinTrace.address": "a digest of a client's network address",
    "annotation.ResearcherIdentity.issuer": "compared with the operator's issuer",
}


def of_issuer(address: str) -> str:
    """Call an address that the identity provider's metadata names."""
    described.forget()
    try:
        described.ask(address)
    except Silent as error:
        return str(error)
    return ""


def of_keys(address: str) -> str:
    """Call an address of published keys."""
    try:
        fetch(address, seconds=2, most_bytes=1_000)
    except Unreachable as error:
        return str(error)
    return ""


ADDONS_CALLS: Mapping[str, Call] = {
    column: call for contract in contracts() for column, call in contract.calls.items()
}
CALLS: Mapping[str, Call] = {
    "the issuer's endpoints": of_issuer,
    "published keys": of_keys,
    **ADDONS_CALLS,
}
every_call = pytest.mark.parametrize("caller", CALLS)


def test_one_module_opens_connections() -> None:
    found = {
        (str(path.relative_to(ROOT)), name)
        for package in SERVER
        for path in (ROOT / package).rglob("*.py")
        if "tests" not in path.relative_to(ROOT).parts and not path.name.startswith("bench")
        for name in imports_of(path)
        if any(f"{name}.".startswith(f"{one}.") for one in CONNECTING)
    }
    assert {path for path, _ in found} == {CLIENT}, found


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_every_column_with_an_address_is_listed() -> None:
    columns = {
        f"{model._meta.label}.{column.name}"
        for model in our_models()
        for column in model._meta.get_fields()
        if isinstance(column, models.CharField | models.TextField)
        and (isinstance(column, models.URLField) or HOLDS_AN_ADDRESS.search(column.name))
    }
    assert columns == set(ADDONS_CALLS) | set(NEVER_CALLED)


REFUSED_HOSTS = (
    *("127.0.0.1", "localhost", "0.0.0.0", "10.1.2.3", "172.16.0.1"),  # noqa: S104 - to refuse
    *("192.168.0.1", "100.64.0.1", "169.254.169.254", "168.63.129.16", "192.0.0.192"),
    *("[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[::127.0.0.1]"),
    *("2130706433", "0x7f.1", "0177.0.0.1", "127.1", "LOCALHOST"),
    *("user@127.0.0.1", "93.184.216.34@127.0.0.1", "\u2460\u2461\u2466.0.0.1"),
)
REFUSED_ADDRESSES = (
    *(f"https://{host}:8443/in" for host in REFUSED_HOSTS),
    *("file:///etc/passwd", "file://localhost/etc/passwd", "gopher://127.0.0.1/", "ftp://x/"),
    *("http://93.184.216.34/", "//127.0.0.1/", "https://"),
    *("javascript:alert(1)", "data:,x", "unix:///run/x.sock", ""),
)


@pytest.mark.attack(13)
@every_call
@pytest.mark.django_db(transaction=True)
def test_no_address_of_a_private_network_is_called(
    caller: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES = False
    connected: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *given, **_: connected.append(given))
    answers = {address: CALLS[caller](address) for address in REFUSED_ADDRESSES}
    assert connected == []
    assert [address for address, error in answers.items() if not error] == []


@pytest.mark.attack(13)
@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "http://93.184.216.34/",
        "https://",
        "https://a b/",
        "ftp://x",
        "https://[::1",
        "https://a:99999/",
    ],
)
def test_what_is_no_address_to_call_is_not_stored(address: str, settings: Settings) -> None:
    settings.PRIVATE_ADDRESSES = False
    with pytest.raises(Invalid):
        checked_address(address)


@pytest.mark.attack(14)
@every_call
@pytest.mark.django_db(transaction=True)
def test_a_name_is_looked_up_once_and_its_checked_address_is_called(
    caller: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES = False
    looked_up: list[str] = []
    connected: list[str] = []

    really = socket.getaddrinfo

    def resolve(host: str, port: int, *args: Any, **options: Any) -> list[tuple[Any, ...]]:
        if host != "rebinding.example.org":  # Redis, which may not be connected yet
            return [*really(host, port, *args, **options)]
        looked_up.append(host)
        number = "93.184.216.34" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port))]

    def connect(place: tuple[str, int], *_: object, **__: object) -> socket.socket:
        connected.append(place[0])
        raise OSError("this machine has no network")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert CALLS[caller]("https://rebinding.example.org/in")
    assert (looked_up, connected) == (["rebinding.example.org"], ["93.184.216.34"])


@pytest.fixture(scope="module")
def process() -> Iterator[StandIn]:
    with receiving() as found:
        yield found


@pytest.mark.long
@pytest.mark.attack(14, 15)
@pytest.mark.parametrize("fault", ["302", "huge", "slow", "headers", "silent"])
@pytest.mark.parametrize("caller", sorted(ADDONS_CALLS))
@pytest.mark.django_db(transaction=True)
def test_no_redirect_is_followed_and_no_answer_without_end_awaited(
    caller: str, fault: str, process: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES, settings.MODEL_SECONDS = True, 1
    process.forget()
    process.set_state(faults=[fault])
    error = CALLS[caller](f"{process.address}/in")
    state = process.state()
    assert state["stolen"] == 0
    assert error
