"""Attack 38 of the promises: password guesses from rotating addresses and with a new name each
time; and a stranger whose guesses are meant to lock the owner out."""

import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from annotation.models import LoginAttempt, User
from annotation.services.accounts import login_throttle
from annotation.services.accounts.login import account_digest, begin_login
from annotation.services.accounts.login_throttle import (
    MAX_FROM_AN_ADDRESS_AT_A_TARGET,
    MAX_PER_ADDRESS,
    MAX_PER_DEVICE,
    MAX_PER_TARGET,
)
from tests.helpers.factories import at_once, make_user
from tests.helpers.tiers import by_tier

LOGIN = "/account/login/"
PASSWORD = "pass-word-1"
HOME, OFFICE, STRANGER = "192.0.2.10", "192.0.2.20", "203.0.113.66"


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


def guess(username: str, *, client: Client | None = None, **sent: Any) -> int:
    return _sign_in(client or Client(), username, "guess", **sent)


def sign_in(username: str, *, client: Client | None = None, **sent: Any) -> int:
    """Sign in with the correct password."""
    return _sign_in(client or Client(), username, PASSWORD, **sent)


def _sign_in(client: Client, username: str, password: str, **sent: Any) -> int:
    form = {"username": username, "password": password}
    return int(client.post(LOGIN, form, **sent).status_code)


@pytest.mark.attack(38)
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_rotating_addresses_and_names_gets_429(
    ada: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, proxies: int
) -> None:
    """The proxies append to the right of what the client writes into the header."""
    most = by_tier(quick=8, long=MAX_PER_ADDRESS)
    monkeypatch.setattr(login_throttle, "MAX_PER_ADDRESS", most)
    settings.PROXIES = proxies
    added = ["", f", {STRANGER}", f", {STRANGER}, 10.0.0.1"][proxies]
    remote = STRANGER if proxies == 0 else "10.0.0.2"
    statuses = [
        guess(
            f"name{number}",
            REMOTE_ADDR=remote,
            HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 198.51.101.{number}{added}",
        )
        for number in range(most + 5)
    ]
    assert Counter(statuses) == {400: most, 429: 5}
    others: dict[int, dict[str, Any]]
    others = {0: {"REMOTE_ADDR": HOME}, 1: {"HTTP_X_FORWARDED_FOR": HOME}}
    others[2] = {"HTTP_X_FORWARDED_FOR": f"{HOME}, 10.0.0.1"}
    assert sign_in("ada", **others[proxies]) == 302


@pytest.mark.attack(38)
def test_rotating_addresses_at_one_name_end_in_429(
    ada: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = by_tier(quick=20, long=MAX_PER_TARGET)
    monkeypatch.setattr(login_throttle, "MAX_PER_TARGET", most)
    settings.PROXIES = 0
    addresses = (f"198.51.{100 + number}.1" for number in range(most))
    statuses = [guess("ada", REMOTE_ADDR=address) for address in addresses]
    assert Counter(statuses) == {400: most}
    assert guess("ada", REMOTE_ADDR=STRANGER) == 429


def test_addresses_of_one_ipv6_network_are_one(ada: User) -> None:
    statuses = [
        guess("ada", REMOTE_ADDR=f"2001:db8:1:2::{number:x}")
        for number in range(1, MAX_FROM_AN_ADDRESS_AT_A_TARGET + 3)
    ]
    assert statuses[-2:] == [429, 429]


def test_ten_guesses_of_a_stranger_do_not_keep_the_owner_out(ada: User) -> None:
    """The owner can sign in from a new browser at another address, and from one used before."""
    statuses = [guess("ada", REMOTE_ADDR=STRANGER) for _ in range(12)]
    assert statuses.count(429) == 12 - MAX_FROM_AN_ADDRESS_AT_A_TARGET
    assert sign_in("ada", REMOTE_ADDR=STRANGER) == 429
    assert sign_in("ada", REMOTE_ADDR=HOME) == 302


def signed_in_before(username: str) -> Client:
    client = Client(REMOTE_ADDR=HOME)
    assert sign_in(username, client=client) == 302
    client.post("/account/logout/")
    return client


def test_a_browser_that_signed_in_before_passes_while_strangers_are_stopped(ada: User) -> None:
    """The owner can sign in from the strangers' own address, and if strangers use many."""
    hers = signed_in_before("ada")
    LoginAttempt.objects.bulk_create(
        LoginAttempt(account=account_digest("ada"), address=HOME) for _ in range(MAX_PER_TARGET)
    )
    assert sign_in("ada", REMOTE_ADDR=OFFICE) == 429
    assert sign_in("ada", REMOTE_ADDR=HOME) == 429
    assert sign_in("ada", client=hers) == 302


@pytest.mark.long
def test_their_browser_is_no_way_to_guess_on(ada: User) -> None:
    hers = signed_in_before("ada")
    statuses = [guess("ada", client=hers) for _ in range(MAX_PER_DEVICE + 2)]
    assert statuses == [400] * MAX_PER_DEVICE + [429, 429]


def test_their_browser_is_a_stranger_to_other_accounts(ada: User) -> None:
    make_user("grace")
    hers = signed_in_before("ada")
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        guess("grace", REMOTE_ADDR=HOME)
    assert sign_in("grace", client=hers) == 429


@pytest.mark.long
def test_the_cookie_is_signed_and_out_of_reach_of_scripts(ada: User) -> None:
    hers = signed_in_before("ada")
    cookie = hers.cookies["midpath_signed_in"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", LOGIN)
    forged = Client(REMOTE_ADDR=STRANGER)
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        guess("ada", client=forged)
    forged.cookies["midpath_signed_in"] = re.sub(r"^.", "0", cookie.value) + "0"
    assert sign_in("ada", client=forged) == 429


@pytest.mark.few(2)
@pytest.mark.parametrize("alike", ["ADA", " ada ", "ａｄａ", "Ａda"])
def test_what_signs_in_as_the_same_name_is_counted_as_one(ada: User, alike: str) -> None:
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        guess(alike, REMOTE_ADDR=STRANGER)
    assert sign_in("ada", REMOTE_ADDR=STRANGER) == 429


@pytest.mark.long
def test_a_right_password_elsewhere_gives_guessers_no_new_guesses(ada: User) -> None:
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        guess("ada", REMOTE_ADDR=STRANGER)
    assert sign_in("ada", REMOTE_ADDR=HOME) == 302
    assert guess("ada", REMOTE_ADDR=STRANGER) == 429


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_many_guesses_at_once_no_more_than_the_limit_go_on() -> None:
    waits = at_once([lambda: begin_login(username="ada", address=STRANGER)] * 40, threads=8)
    assert all(isinstance(wait, int) for wait in waits)
    assert sum(wait == 0 for wait in waits) <= MAX_FROM_AN_ADDRESS_AT_A_TARGET
    assert LoginAttempt.objects.count() == sum(wait == 0 for wait in waits)
