"""Failed requests: which are retried, after how long, and which are never sent twice."""

import copy
from typing import Any

import pytest

from midpath import Midpath, Patience
from midpath.errors import (
    Busy,
    Conflict,
    Forbidden,
    Invalid,
    NoMidpath,
    NotFound,
    TokenRefused,
    TooMany,
    Unreachable,
)
from midpath.models import Problem
from midpath.transport import Transport
from tests.client.scripted import Act, Scripted, refused

CUT = Act(cut=0)


@pytest.mark.long
def test_a_read_whose_connection_broke_off_is_retried(
    client: Midpath, server: Scripted, slept: list[float]
) -> None:
    server.acts = [CUT, CUT, Act(body=b'{"id": 5}')]
    assert client.read_campaign(5)["id"] == 5
    assert len(server.requests) == 3
    assert 0.25 <= slept[0] <= 0.5 <= slept[1] <= 1.0


@pytest.mark.long
def test_it_is_given_up_after_so_many(client: Midpath, server: Scripted) -> None:
    server.acts = [CUT] * 9
    with pytest.raises(Unreachable, match="tried 3 times"):
        client.read_campaign(5)
    assert len(server.requests) == 3


def test_a_write_whose_connection_broke_off_is_never_sent_twice(
    client: Midpath, server: Scripted
) -> None:
    server.acts = [CUT]
    with pytest.raises(Unreachable, match="tried once"):
        client.launch_campaign(5)
    assert len(server.requests) == 1


def test_a_write_that_a_gateway_lost_is_never_sent_twice(client: Midpath, server: Scripted) -> None:
    server.acts = [Act(502, b"<h1>Bad Gateway</h1>", {"Content-Type": "text/html"})]
    with pytest.raises(NoMidpath, match=r"502.*Bad Gateway"):
        client.launch_campaign(5)
    assert len(server.requests) == 1


@pytest.mark.long
def test_a_read_that_a_gateway_lost_is_retried(client: Midpath, server: Scripted) -> None:
    server.acts = [Act(504, b"", {"Content-Type": "text/html"}), Act(body=b'{"id": 5}')]
    assert client.read_campaign(5)["id"] == 5


@pytest.mark.long
def test_a_decision_has_a_number_of_its_own_and_is_sent_again(
    client: Midpath, server: Scripted
) -> None:
    server.acts = [CUT]
    client.decide(5, submission_id="8b0c1a6e-5b0e-4a56-9d38-0f5d2d6d1a10", hit=1, judgment=2)
    assert len({request.body for request in server.requests}) == 1 < len(server.requests)


def test_a_write_with_a_key_is_sent_again_with_the_same_key(server: Scripted) -> None:
    server.acts = [CUT]
    transport = Transport(server.address, patience=Patience(sleep=lambda _: None))
    transport.ask(dict[str, Any], "POST", "projects", body={"name": "a"}, key="")
    first, second = (request.headers["Idempotency-Key"] for request in server.requests)
    assert first == second
    transport.ask(dict[str, Any], "POST", "projects", body={"name": "a"}, key="")
    assert server.requests[-1].headers["Idempotency-Key"] != first
    transport.close()


@pytest.mark.long
def test_a_key_whose_first_request_is_under_way_is_tried_again(server: Scripted) -> None:
    server.acts = [refused(409, "in_flight"), refused(409, "name_taken")]
    transport = Transport(server.address, patience=Patience(sleep=lambda _: None))
    with pytest.raises(Conflict, match="name_taken"):
        transport.ask(dict[str, Any], "POST", "projects", body={"name": "a"}, key="k")
    assert [request.headers["Idempotency-Key"] for request in server.requests] == ["k", "k"]
    transport.close()


@pytest.mark.long
@pytest.mark.parametrize("status", [429, 503])
def test_whatever_midpath_did_not_begin_is_sent_when_it_says(
    client: Midpath, server: Scripted, slept: list[float], status: int
) -> None:
    server.acts = [refused(status, "busy", Retry_After="7")]
    client.launch_campaign(5)
    assert (len(server.requests), slept) == (2, [7.0])


def test_nobody_is_made_to_wait_for_hours(
    client: Midpath, server: Scripted, slept: list[float]
) -> None:
    server.acts = [refused(429, "too_many_requests", Retry_After="7200")]
    with pytest.raises(TooMany) as refusal:
        client.launch_campaign(5)
    assert (refusal.value.retry_after, slept) == (7200, [])


@pytest.mark.long
def test_a_busy_server_is_retried_a_few_times(client: Midpath, server: Scripted) -> None:
    server.acts = [refused(503, "busy", Retry_After="2")] * 3
    with pytest.raises(Busy):
        client.launch_campaign(5)
    assert len(server.requests) == 3


def test_a_server_that_is_not_there_is_reported(slept: list[float]) -> None:
    with (
        Midpath("http://127.0.0.1:9", "", patience=Patience(sleep=slept.append)) as nowhere,
        pytest.raises(Unreachable, match="tried 5 times"),
    ):
        nowhere.launch_campaign(5)
    assert len(slept) == 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, Invalid), (401, TokenRefused), (403, Forbidden), (404, NotFound), (413, Invalid)],
)
def test_a_refusal_is_an_exception_with_the_whole_problem(
    client: Midpath, server: Scripted, status: int, kind: type[Exception]
) -> None:
    server.acts = [refused(status, "some_code")]
    with pytest.raises(kind, match=f"{status} some_code: It is so") as refusal:
        client.read_campaign(5)
    problem = getattr(refusal.value, "problem", {})
    assert (problem["code"], problem["detail"]) == ("some_code", "It is so.")
    assert len(server.requests) == 1


def test_the_token_follows_no_redirect(client: Midpath, server: Scripted) -> None:
    server.acts = [Act(301, b"", {"Location": "https://elsewhere.example.org/"})]
    with pytest.raises(NoMidpath, match="leads to https://elsewhere"):
        client.read_campaign(5)
    assert len(server.requests) == 1


@pytest.mark.long
def test_another_server_s_page_is_reported_as_such(client: Midpath, server: Scripted) -> None:
    server.acts = [Act(200, b"<h1>Hello</h1>", {"Content-Type": "text/html"})]
    with pytest.raises(NoMidpath, match="not with JSON"):
        client.read_campaign(5)


def test_a_refusal_can_be_handed_to_another_process() -> None:
    """Pickle uses the same methods that copy uses here."""
    problem: Problem = {"type": "urn:x", "title": "x", "status": 429, "code": "c", "detail": "d"}
    found = copy.copy(TooMany(problem, 7))
    assert (found.problem, found.retry_after, str(found)) == (problem, 7, "429 c: d")


@pytest.mark.parametrize("server_given", ["", "localhost:8000", "ftp://x", "http://x/?a=1"])
def test_what_is_no_address_is_refused_at_once(server_given: str) -> None:
    with pytest.raises(ValueError, match="no server"):
        Midpath(server_given, "")


@pytest.mark.long
def test_no_token_is_in_what_is_printed(client: Midpath) -> None:
    assert "midpath_x" not in f"{client!r} {client.transport!r}"


def test_waits_double_up_to_the_longest() -> None:
    retries = Patience(first=1, longest=5)
    assert [retries.before(attempt) for attempt in range(1, 6)] == [1, 2, 4, 5, 5]
    assert retries.before(5_000) == 5
