"""Webhooks reach public addresses only, and whatever those answer, every attempt ends soon.

Sockets are real; only name resolution is faked, as an attacker's server would.
"""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from addons.webhooks.services import delivery
from addons.webhooks.tests.factories import sent_to
from annotation.web import http_client
from annotation.web.http_client import Unreachable, fetch
from tests.helpers.receiver import receiving
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
# Seconds, of the sixty for which the receiver hangs.
SOON = 30


@pytest.fixture(scope="module")
def process() -> Iterator[StandIn]:
    with receiving() as found:
        yield found


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time limit where the answer never comes, as a busy machine may take longer."""
    monkeypatch.setattr(delivery, "SECONDS", 0.3)


PRIVATE = (
    "127.0.0.1",
    "localhost",
    "0.0.0.0",  # noqa: S104 - an address to refuse
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fd00::1]",
    "[fec0::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]",
    "[::127.0.0.1]",
    "[2002:7f00:1::]",
    "192.0.0.192",
    "168.63.129.16",
    "[3fff::1]",
    "[2a00:1450:4001::5efe:a00:1]",
    "2130706433",
    "0x7f.1",
)


@pytest.mark.attack(13)
@pytest.mark.quick
def test_private_numbers_in_any_spelling_are_not_asked(site: StandIn, settings: Settings) -> None:
    settings.PRIVATE_ADDRESSES = False
    port = site.address.rpartition(":")[2]
    answers = {host: sent_to(f"https://{host}:{port}/in") for host in PRIVATE}
    for host, one in answers.items():
        assert (one.status, one.code) == ("waiting", None), host
        assert "private network" in one.answer or "no such address" in one.answer, host
    assert site.state()["taken"] == []


@pytest.mark.attack(14)
@pytest.mark.quick
def test_a_name_that_answers_otherwise_the_second_time_leads_nowhere_else(
    site: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES = False
    looked_up: list[str] = []
    reached: list[Any] = []
    genuine = socket.create_connection

    def resolve(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        looked_up.append(host)
        number = "93.184.216.34" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port))]

    def connect(place: tuple[str, int], *args: Any, **kwargs: Any) -> socket.socket:
        reached.append(place[0])
        if place[0] == "93.184.216.34":
            raise OSError("this machine has no network")
        return genuine(place, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    sent_to("https://rebinding.example.org/in")
    assert looked_up == ["rebinding.example.org"]
    assert reached == ["93.184.216.34"]


@pytest.mark.attack(14)
def test_a_name_with_one_private_number_among_public_ones_is_not_asked(
    site: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ADDRESSES = False

    def resolve(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        numbers = ("93.184.216.34", "169.254.169.254")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert "private network" in sent_to("https://two.example.org/in").answer


@pytest.mark.attack(14)
def test_a_redirect_is_not_followed(site: StandIn) -> None:
    site.set_state(faults=["302"])
    one = sent_to(f"{site.address}/in")
    assert (one.status, one.code) == ("waiting", 302)
    assert site.state()["stolen"] == 0


@pytest.mark.attack(15)
@pytest.mark.quick
@pytest.mark.few(2)
@pytest.mark.parametrize("fault", ["slow", "headers", "silent", "huge"])
def test_an_answer_without_an_end_is_left(site: StandIn, impatient: None, fault: str) -> None:
    site.set_state(faults=[fault])
    begun = time.monotonic()
    one = sent_to(f"{site.address}/in")
    assert time.monotonic() - begun < SOON
    assert (one.status, one.code, one.attempts) == ("waiting", None, 1)
    assert len(one.answer) <= 200


@pytest.mark.attack(15)
def test_a_handshake_without_an_end_is_left(settings: Settings, impatient: None) -> None:
    """A server that accepts connections and says nothing where TLS expects a handshake."""
    settings.PRIVATE_ADDRESSES = True
    with socket.create_server(("127.0.0.1", 0)) as server:
        begun = time.monotonic()
        one = sent_to(f"https://127.0.0.1:{server.getsockname()[1]}/in")
    assert time.monotonic() - begun < SOON
    assert (one.status, one.code) == ("waiting", None)


@pytest.mark.quick
@pytest.mark.few(2)
@pytest.mark.parametrize("fault", ["slow", "headers"])
@pytest.mark.parametrize("late", ["getaddrinfo", "create_connection"])
def test_what_is_late_before_it_is_connected_is_left(
    site: StandIn, impatient: None, monkeypatch: pytest.MonkeyPatch, late: str, fault: str
) -> None:
    """The deadline passes before there is a connection to close, and bytes arrive one by one."""
    genuine = getattr(socket, late)

    def delayed(*args: Any, **kwargs: Any) -> Any:
        time.sleep(0.5)
        return genuine(*args, **kwargs)

    site.set_state(faults=[fault])
    begun = time.monotonic()
    with monkeypatch.context() as patch:
        patch.setattr(socket, late, delayed)
        one = sent_to(f"{site.address}/in")
    assert time.monotonic() - begun < SOON
    assert (one.status, one.code) == ("waiting", None)
    assert site.state()["taken"] == []


@pytest.mark.attack(15)
@pytest.mark.quick
def test_a_name_that_is_looked_up_for_ever_is_left(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Queued lookups are abandoned, too, and no resolver thread is lost for later requests."""
    settings.PRIVATE_ADDRESSES = True
    ended = threading.Event()

    def resolve(*_: Any, **__: Any) -> Any:
        ended.wait(SOON)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(http_client, "LOOKUPS", threading.BoundedSemaphore(1))
    begun = time.monotonic()
    for _ in range(2):
        with pytest.raises(Unreachable, match="could not be looked up in time"):
            fetch("http://slow.example.org/", seconds=0.1, most_bytes=10)
    assert time.monotonic() - begun < SOON / 2
    ended.set()
    with pytest.raises(Unreachable, match="no such address"):
        fetch("http://slow.example.org/", seconds=SOON, most_bytes=10)


def test_a_connection_gets_the_time_that_is_left(
    site: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve, connect = socket.getaddrinfo, socket.create_connection
    given: list[float] = []

    def delayed(*args: Any, **kwargs: Any) -> Any:
        time.sleep(0.3)
        return resolve(*args, **kwargs)

    def connected(place: tuple[str, int], seconds: float) -> socket.socket:
        given.append(seconds)
        return connect(place, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", delayed)
        patch.setattr(socket, "create_connection", connected)
        sent_to(f"{site.address}/in")
    assert [0 < seconds <= delivery.SECONDS - 0.3 for seconds in given] == [True]


def test_an_answer_that_nobody_breaks_off_is_left(
    site: StandIn, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_client._Pinned, "break_off", lambda _: None)
    site.set_state(faults=["slow"])
    begun = time.monotonic()
    assert sent_to(f"{site.address}/in").status == "waiting"
    assert time.monotonic() - begun < SOON


@pytest.mark.attack(13)
def test_plain_http_is_not_spoken_to_the_world(settings: Settings) -> None:
    settings.PRIVATE_ADDRESSES = False
    assert "https://" in sent_to("http://93.184.216.34/in").answer
