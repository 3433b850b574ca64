"""The client address of a request, with and without proxies."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from annotation.web.client_address import UNKNOWN, client_address


def address(remote: str, forwarded: str | None = None) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote))


@pytest.mark.parametrize("forwarded", [None, "", "203.0.113.9", "203.0.113.9, 198.51.100.1"])
def test_without_proxy_the_connection_counts(settings: Settings, forwarded: str | None) -> None:
    settings.PROXIES = 0
    assert address("192.0.2.1", forwarded) == "192.0.2.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.0.0.1, 203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1,2.2.2.2 ,  203.0.113.9 ", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        # Fewer than there are proxies: the client bypassed one of them.
        (2, "203.0.113.9", "192.0.2.1"),
        (1, None, "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "203.0.113.9, unknown", "192.0.2.1"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8:1:2:3::7]:4711", "2001:db8:1:2::"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        (1, "fe80::1%eth0", "fe80::"),
    ],
)
def test_behind_proxies_the_address_is_the_nth_from_the_right(
    settings: Settings, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.PROXIES = proxies
    assert address("192.0.2.1", forwarded) == expected


def test_whoever_has_a_network_of_ipv6_is_one(settings: Settings) -> None:
    settings.PROXIES = 0
    assert address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff:1:2:3") == "2001:db8:1:2::"
    assert address("2001:db8:1:3::1") != address("2001:db8:1:2::1")


def test_all_who_come_by_a_socket_without_a_name_are_one(settings: Settings) -> None:
    settings.PROXIES = 0
    assert address("") == address("nonsense") == UNKNOWN
    settings.PROXIES = 1
    assert address("", "203.0.113.9") == "203.0.113.9"
