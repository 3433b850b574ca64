"""The addresses of a worker: accepted input, refused input, and the cost of each."""

import json
import math
from typing import Any
from uuid import uuid4

import pytest
from django.db.models.functions import Now
from django.test import Client

from annotation.models import Assignment, Campaign, Judgment
from annotation.services.work.release import expire_overdue
from tests.helpers.factories import make_campaign
from tests.helpers.invariants import check_serving
from tests.helpers.pages import assert_hides, text_of
from tests.helpers.queries import assert_max_queries, assert_queries
from tests.worker.browser import Browser

WHOLE = [0, 0, 0, 0]
WRITING = ["next", "leave", "submit", "return"]


def parts_of(name: str) -> tuple[int, ...]:
    return (1,) if name in {"submit", "return"} else ()


@pytest.mark.attack(32)
@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch"])
def test_only_a_post_writes(ada: Browser, name: str, method: str) -> None:
    before = list(Assignment.objects.values())
    answer = getattr(ada.client, method)(ada.url(name, *parts_of(name)))
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert list(Assignment.objects.values()) == before


@pytest.mark.parametrize("name", ["hit", "done"])
def test_pages_take_no_post(ada: Browser, name: str) -> None:
    assert ada.post(name).status_code == 405


@pytest.mark.attack(32)
@pytest.mark.parametrize("name", [*WRITING, "join"])
def test_every_post_needs_its_csrf_token(ada: Browser, name: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ada.client.cookies
    assert strict.post(ada.url(name, *parts_of(name))).status_code == 403


@pytest.mark.attack(32)
def test_a_get_claims_nothing(campaign: Campaign, ada: Browser) -> None:
    ada.submit(Assignment.objects.get(), WHOLE)
    ada.post("return", None, Assignment.objects.get(status="open").pk)
    before = Assignment.objects.count()
    assert ada.get("hit")["Location"] == ada.url("done")
    assert "Ready for the next task?" in text_of(ada.get("done"))
    assert Assignment.objects.count() == before
    check_serving(campaign)


def test_a_submit_answers_with_the_next_hit(campaign: Campaign, ada: Browser) -> None:
    first = Assignment.objects.get()
    answer = ada.submit(first, [1, 0, 0, 1])
    assert answer.status_code == 201
    second = Assignment.objects.get(status="open")
    content = answer.json()
    assert content["receipt"]["assignment"] == first.pk
    assert content["receipt"] | {"counts": True, "late": False} == content["receipt"]
    assert content["hit"]["assignment"] == second.pk
    assert content["hit"]["item"] == {"words": second.hit.item.words, "spaced": True}
    assert 590 < content["hit"]["seconds"] <= 600
    assert content["progress"] == {
        "what": "Task",
        "words": "Task 2 of 3",
        "done": 1,
        "so_far": "1 of 3",
        "total": 3,
        "earned": "$0.06",
    }
    check_serving(campaign)


def test_a_loop_from_first_to_last(campaign: Campaign, ada: Browser) -> None:
    assert ada.submit(Assignment.objects.get(), WHOLE).json()["hit"]
    assert ada.submit(Assignment.objects.get(status="open"), WHOLE).json()["hit"]
    last = ada.submit(Assignment.objects.get(status="open"), WHOLE).json()
    assert last["hit"] is None
    assert last["over"]["code"] == "nothing_left"
    page = text_of(ada.get("done"))
    assert "You have finished" in page
    assert "Check again" not in page
    assert "$0.18" in page
    check_serving(campaign)


def test_the_same_again_answers_the_same_receipt(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": WHOLE}}
    first, again = ada.send(assignment, body), ada.send(assignment, body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["receipt"] == again.json()["receipt"]
    assert first.json()["progress"] == again.json()["progress"]
    assert first.json()["hit"]["assignment"] == again.json()["hit"]["assignment"]
    assert Judgment.objects.count() == 1


def test_the_time_is_sent_with_the_answer(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": WHOLE}}
    assert ada.send(assignment, body | {"active_ms": 1, "first_action_ms": 0}).status_code == 201
    judgment = Judgment.objects.get()
    assert (judgment.active_ms, judgment.first_action_ms) == (1, 0)
    assert judgment.payload == {"boundaries": WHOLE}


@pytest.mark.parametrize("bad", [-7, "long", [], 1.5, True])
def test_no_answer_is_lost_by_a_bad_time(ada: Browser, bad: object) -> None:
    assignment = Assignment.objects.get()
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": WHOLE}, "active_ms": bad}
    assert ada.send(assignment, body).status_code == 201
    assert Judgment.objects.get().active_ms is None


def test_another_answer_is_answered_that_the_first_stands(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    ada.submit(assignment, WHOLE)
    answer = ada.submit(assignment, [1, 1, 1, 1])
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "already_submitted"
    assert answer.json()["hit"]["assignment"] == Assignment.objects.get(status="open").pk


def test_a_submission_id_of_another_hit_is_a_conflict(ada: Browser) -> None:
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": WHOLE}}
    ada.send(Assignment.objects.get(), body)
    answer = ada.send(Assignment.objects.get(status="open"), body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")


def expire(assignment: Assignment) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=Now())
    expire_overdue()


def test_an_expired_hit_is_still_shown_until_they_go_on(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    expire(assignment)
    page = ada.get("hit")
    assert page.context["desk"]["hit"]["assignment"] == assignment.pk
    assert page.context["desk"]["hit"]["seconds"] == 0
    late = ada.submit(assignment, WHOLE).json()
    assert late["receipt"]["late"]
    assert late["receipt"]["counts"]
    assert late["progress"]["earned"] == "$0.06"


def test_a_returned_hit_leads_to_the_page_between(campaign: Campaign, ada: Browser) -> None:
    assignment = Assignment.objects.get()
    for _ in range(2):
        assert ada.post("return", None, assignment.pk)["Location"] == ada.url("done")
    assert "Ready for the next task?" in text_of(ada.get("done"))
    check_serving(campaign)


def test_a_submitted_hit_cannot_be_returned(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    ada.submit(assignment, WHOLE)
    answer = ada.post("return", None, assignment.pk)
    assert answer.status_code == 409
    assert "already submitted this task" in text_of(answer)


SENT: dict[str, Any] = {
    "submission_id": "6f1cbb52-9d0e-4d0c-8a6e-0d9f9f6f6f6f",
    "payload": {"boundaries": WHOLE},
}


def sent(**parts: Any) -> bytes:
    return json.dumps(SENT | parts).encode()


def boundaries(*values: Any) -> bytes:
    return sent(payload={"boundaries": values})


BAD_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"boundaries=1",
    "truncated": json.dumps(SENT).encode()[:-3],
    "a list": b"[]",
    "no id": json.dumps({"payload": SENT["payload"]}).encode(),
    "an id that is no UUID": sent(submission_id="7"),
    "an id that is a number": sent(submission_id=7),
    "no payload": json.dumps({"submission_id": SENT["submission_id"]}).encode(),
    "a payload that is a text": sent(payload="0000"),
    "an empty payload": sent(payload={}),
    "too short": boundaries(0),
    "a height in a flat text": boundaries(2, 0, 0, 0),
    "truth values": boundaries(True, True, True, True),
    "NaN": boundaries(math.nan, 0, 0, 0),
    "2^63": boundaries(2**63, 0, 0, 0),
    "a NUL": sent(payload={"answer": "a\x00b"}),
    "a lone surrogate": sent(payload={"answer": "\ud800"}),
    "not UTF-8": b'{"submission_id": "\xff"}',
    "deep": b"[" * 1_000,
    "a name twice": b'{"payload": {}, "payload": {}}',
    "wrong words": sent(payload={"answer": "other | words"}),
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_bad_submission_is_refused_in_words(ada: Browser, name: str) -> None:
    assignment = Assignment.objects.get()
    answer = ada.send(assignment, BAD_BODIES[name])
    assert answer.status_code == 400
    message = answer.json()["error"]["message"]
    assert message[0].isupper()
    assert message.endswith(".")
    assert not Judgment.objects.exists()
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.OPEN


def test_a_body_larger_than_any_answer_is_refused_unread(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    answer = ada.send(assignment, b"[" * 10_000)
    assert answer.status_code == 413
    assert "This answer is too large" in answer.json()["error"]["message"]
    assert ada.send(assignment, b"x" * 3_000_000).status_code == 413


def test_a_form_of_three_megabytes_is_refused(ada: Browser) -> None:
    assert ada.post("join", {"name": "x" * 3_000_000}).status_code in {400, 413}


MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>"


@pytest.mark.attack(9)
def test_markup_is_inert_wherever_it_stands() -> None:
    item = "</script><script>alert(1)</script> <img/src=x>"
    campaign = make_campaign(texts=[item], name=MARKUP, instructions=f"Read this. {MARKUP}")
    browser = Browser(Client(), campaign.code)
    browser.post("join", {"name": MARKUP[:60]})
    browser.post("next")
    for name in ("join", "instructions", "hit", "done"):
        page = text_of(browser.get(name, worker=MARKUP) if name == "join" else browser.get(name))
        assert_hides(page, "<script>alert", "<img")


# The submit is the hot path: one query identifies the worker, the rest belongs to the two services.
# Instructions, and an opening desk, also read the worked examples. The join page reads the purses,
# so that it promises no money that is gone. The final page reads whether there is a compensation.
QUERIES = {"join": 3, "instructions": 3, "hit": 3, "done": 4}


@pytest.mark.parametrize("name", QUERIES)
def test_pages_cost_a_fixed_number_of_queries(ada: Browser, name: str) -> None:
    with assert_queries(QUERIES[name]):
        ada.get(name)


def test_a_submit_with_the_next_hit_costs_few_queries(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    with assert_max_queries(10):
        assert ada.submit(assignment, WHOLE).json()["hit"]


def test_a_submit_costs_one_query_in_addition_to_its_services(ada: Browser) -> None:
    assignment = Assignment.objects.get()
    with assert_queries(1):
        assert ada.send(assignment, b"").status_code == 400


def test_a_body_past_what_the_item_needs_is_refused_unread(
    ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment = Assignment.objects.get()
    monkeypatch.setattr("annotation.worker.work.read_json", never)
    with assert_queries(1):
        answer = ada.send(assignment, b"[" * 4_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def never(_: bytes) -> None:
    raise AssertionError("This was read.")
