"""Failed tasks on a page: operators replay and discard them; no other account finds them."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from annotation.models import AuditEvent, DeadLetter, User
from annotation.services.monitoring import dead_letters
from annotation.services.monitoring.dead_letters import REPLAYED, record_failure
from tests.helpers.factories import make_user
from tests.helpers.pages import read, signed_in
from tests.helpers.queries import assert_queries

pytestmark = pytest.mark.django_db
PAGE = "/account/failed-tasks/"


def fail(number: int) -> None:
    try:
        raise ValueError("<b>broken</b>")
    except ValueError as error:
        record_failure("tests.work", [number], error, "")


def of_operator() -> Client:
    user = make_user("oda")
    call_command("operator", "oda", stdout=StringIO())
    return signed_in(user)


def test_an_operator_replays_and_discards_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    def note(task: str, *args: int, headers: dict[str, str], always: bool) -> bool:
        assert always
        sent.append((task, args, headers))
        return True

    monkeypatch.setattr(dead_letters, "send", note)
    oda = of_operator()
    fail(1)
    fail(2)
    first, second = DeadLetter.objects.order_by("pk")
    page = read(oda, PAGE)
    assert "ValueError: &lt;b&gt;broken&lt;/b&gt;" in page
    assert "Replay all 2" in page
    assert "raise ValueError" in page
    assert "1 task sent again." in read_after(oda, replay=first.pk)
    assert sent == [("tests.work", (1,), {REPLAYED: "1"})]
    assert "1 task discarded." in read_after(oda, discard=second.pk)
    assert DeadLetter.objects.get() == first
    assert "There is no failed task" in oda.post(PAGE, {"discard": second.pk}).content.decode()
    events = AuditEvent.objects.filter(verb__startswith="task.").order_by("pk")
    assert [(one.verb, one.user_id, one.details) for one in events] == [
        ("task.replayed", User.objects.get(username="oda").pk, {"count": 1}),
        ("task.discarded", User.objects.get(username="oda").pk, {"count": 1}),
    ]


def read_after(client: Client, **posted: object) -> str:
    return client.post(PAGE, posted, follow=True).content.decode()


def test_the_page_says_that_redis_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    oda = of_operator()
    fail(1)
    monkeypatch.setattr(dead_letters, "send", lambda *args, **options: False)
    assert "Redis cannot be reached" in read_after(oda, replay="all")
    assert DeadLetter.objects.exists()


def test_only_operators_find_the_page() -> None:
    oda = of_operator()
    assert "Failed tasks" in read(oda, "/research/")
    assert "No task failed without succeeding later." in read(oda, PAGE)
    for word in ("x", "", "9" * 30, "²"):
        assert oda.post(PAGE, {"replay": word}).status_code == 404
    assert "no longer an operator" in printed("operator", "oda", "--undo")
    assert oda.get(PAGE).status_code == oda.post(PAGE, {"replay": "all"}).status_code == 404
    assert "Failed tasks" not in read(oda, "/research/")


def printed(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_the_page_costs_the_same_queries_for_any_number() -> None:
    oda = of_operator()
    for number in range(3):
        fail(number)
    with assert_queries(4):  # the session, the account, the letters and their number
        read(oda, PAGE)
