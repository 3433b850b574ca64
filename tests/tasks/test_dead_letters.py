"""Failed tasks leave a trace until they succeed, at no cost for those that never fail."""

import json
import logging
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError as Unreachable

from annotation.models import DeadLetter, Lease
from annotation.services.jobs import messages
from annotation.services.monitoring import dead_letters
from annotation.services.monitoring.core_checks import CHECKS
from annotation.services.monitoring.dead_letters import (
    KEPT_FOR,
    REPLAYED,
    find_dead_letters,
    forget_letters,
)
from annotation.services.request_id import HEADER
from config.celery import app
from tasks import measured
from tasks.dead_letters import Failures
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset
from tests.helpers.queries import assert_queries
from tests.test_logs import SECRETS

pytestmark = pytest.mark.django_db
READY = "/health/ready/"


class Work:
    """A task of this test alone: it fails while there is an `error`."""

    error: Exception | None = None
    outcome: bool | None = None

    def do(self, number: int) -> bool | None:
        if self.error is not None:
            raise self.error
        return self.outcome


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    monkeypatch.setattr(measured, "FAILURES", Failures())
    found = Work()
    app.task(name="tests.work")(found.do)
    yield found
    app.tasks.pop("tests.work")


def another_process(monkeypatch: pytest.MonkeyPatch) -> Failures:
    """Forget what this process knows."""
    known = Failures()
    monkeypatch.setattr(measured, "FAILURES", known)
    return known


def deliver(number: int = 1, **headers: str) -> Any:
    """Carry out a message as a worker does, and return what came of it."""
    return app.tasks["tests.work"].apply(args=(number,), headers=headers)


def command(*words: str) -> str:
    out = StringIO()
    call_command("dead_letters", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...], dict[str, str]]]:
    messages: list[tuple[str, tuple[Any, ...], dict[str, str]]] = []

    def note(name: str, args: tuple[Any, ...], headers: dict[str, str], **_: object) -> None:
        messages.append((name, args, headers))

    monkeypatch.setattr(app, "send_task", note)
    return messages


def test_a_failure_is_recorded_once_and_counted(work: Work) -> None:
    work.error = ZeroDivisionError("by nothing")
    for _ in range(3):
        assert deliver(1, **{HEADER: "0123456789abcdef"}).failed()
    deliver(2)
    first, second = DeadLetter.objects.order_by("pk")
    assert (first.task, first.args, first.times) == ("tests.work", [1], 3)
    assert (first.error, first.message) == ("ZeroDivisionError", "by nothing")
    assert first.request_id == "0123456789abcdef"
    assert "raise self.error" in first.traceback
    assert first.first_at < first.last_at
    assert (second.args, second.times) == ([2], 1)


def test_texts_are_redacted_and_bounded(work: Work) -> None:
    work.error = ValueError("\0".join(SECRETS) + "x" * 10_000)
    deliver()
    message = DeadLetter.objects.get().message
    assert len(message) == dead_letters.MAX_MESSAGE_LENGTH
    assert not [text for text, expected in SECRETS.items() if text != expected and text in message]
    assert "***" in message


def test_a_success_removes_it_in_whichever_process(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.error = ZeroDivisionError()
    deliver(1)
    deliver(2)
    work.error = None
    deliver(1)
    assert DeadLetter.objects.get().args == [2]
    another_process(monkeypatch)
    deliver(3)
    assert DeadLetter.objects.get().args == [2]
    deliver(2)
    assert not DeadLetter.objects.exists()


def test_what_did_nothing_is_no_success(work: Work) -> None:
    work.error = ZeroDivisionError()
    deliver()
    work.error, work.outcome = None, False
    deliver(1, **{REPLAYED: "1"})
    assert DeadLetter.objects.exists()


def test_tasks_say_that_they_did_nothing(sent: list[Any]) -> None:
    campaign = make_campaign(make_dataset(1))
    app.loader.import_default_modules()
    names = [
        *("tasks.report", "tasks.report_decisions", "tasks.hold", "tasks.compare", "tasks.ask"),
        *("tasks.invite", "tasks.deliver", "tasks.reconcile_live"),
    ]
    for name in ("report", "report_decisions", "hold", "compare", "ask"):
        Lease.objects.create(name=f"{name} {campaign.pk}", owner="0" * 32, ends_at=Now() + KEPT_FOR)
    for name in ("invite", "deliver", "reconcile"):
        Lease.objects.create(name=name, owner="0" * 32, ends_at=Now() + KEPT_FOR)
    for name in names:
        if name in app.tasks:
            args = () if name in names[5:] else (campaign.pk,)
            assert app.tasks[name](*args) is False, name
    assert app.tasks["tasks.job"]("snapshot", 0) is False


def test_what_never_failed_costs_no_query(work: Work) -> None:
    deliver()
    with assert_queries(0):
        for number in range(3):
            deliver(number)


def test_a_fold_costs_no_query_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.fold.REST_SECONDS", 0.0)
    monkeypatch.setattr(measured, "FAILURES", Failures())
    fold = app.tasks["tasks.fold"]
    enrolment = enrol(make_campaign(make_dataset(9)))
    fold.apply(args=(enrolment.campaign_id,))
    queries = []
    for is_message in (False, True):
        judge_next(enrolment)
        with CaptureQueriesContext(connection) as made:
            if is_message:
                fold.apply(args=(enrolment.campaign_id,))
            else:
                fold(enrolment.campaign_id)
        queries.append(len(made))
    assert queries[0] == queries[1] > 0


def test_who_calls_a_task_sees_the_error_alone(work: Work) -> None:
    work.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        app.tasks["tests.work"](1)
    app.tasks["tests.work"].ignore_result = False
    deliver()
    assert not DeadLetter.objects.exists()


def test_a_record_that_fails_hides_no_error(
    work: Work, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr("tasks.dead_letters.record_failure", lost)
    monkeypatch.setattr("tasks.dead_letters.failed_tasks", lost)
    work.error = ZeroDivisionError()
    assert isinstance(deliver().result, ZeroDivisionError)
    assert "The failure of tests.work was not recorded: the connection is lost" in caplog.text
    work.error = None
    assert deliver().successful()


def test_there_are_no_more_than_a_thousand(
    work: Work, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dead_letters, "MAX_LETTERS", 3)
    work.error = ZeroDivisionError()
    for number in (1, 2, 3, 1, 4):
        deliver(number)
    assert {one.args[0] for one in DeadLetter.objects.all()} == {1, 3, 4}
    assert "1 dead letters were dropped" in caplog.text
    DeadLetter.objects.filter(args=[1]).update(last_at=F("last_at") - KEPT_FOR)
    forget_letters()
    assert {one.args[0] for one in DeadLetter.objects.all()} == {3, 4}


def test_the_check_the_metric_and_the_page_name_them(work: Work) -> None:
    assert find_dead_letters() is None
    work.error = ZeroDivisionError("by <nothing>")
    deliver(5)
    found = find_dead_letters()
    assert found is not None
    assert found.problem == "1 task failed and did not succeed since (tests.work)."
    assert "manage.py dead_letters" in found.action
    assert "dead_letters" in [check.name for check in CHECKS]
    assert "midpath_dead_letters 1.0" in Client().get("/metrics").content.decode()
    page = Client().get(READY, headers={"Accept": "text/html"}).content.decode()
    assert "tests.work (5)" in page
    assert "ZeroDivisionError: by &lt;nothing&gt;" in page
    far = Client().get(READY, headers={"Accept": "text/html"}, REMOTE_ADDR="8.8.8.8")
    assert "tests.work" not in far.content.decode()


def test_a_replay_sends_the_message_and_its_success_removes_the_row(
    work: Work, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    work.error = ZeroDivisionError()
    deliver(1)
    deliver(2)
    letter = DeadLetter.objects.get(args=[1])
    assert command("--replay", str(letter.pk)).startswith("1 sent again")
    assert sent == [("tests.work", (1,), {REPLAYED: "1"})]
    assert DeadLetter.objects.count() == 2
    other = another_process(monkeypatch)
    deliver(3)
    deliver(1, **sent[0][2])
    assert DeadLetter.objects.get(args=[1]).times == 2
    other._known.clear()  # as one that looked before the failures
    other._looked_at = time.monotonic()
    work.error = None
    deliver(1, **sent[0][2])
    assert sorted(one.args[0] for one in DeadLetter.objects.all()) == [2, 3]
    assert command("--replay", "all").startswith("2 sent again")
    assert [args for _, args, _ in sent] == [(1,), (2,), (3,)]


def test_a_replay_is_sent_however_many_wait(
    work: Work, sent: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(messages, "MAX_WAITING", 0)
    work.error = ZeroDivisionError()
    deliver()
    assert command("--replay", "all").startswith("1 sent again")
    assert len(sent) == 1


def test_a_replay_says_that_redis_is_lost(
    work: Work, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    work.error = ZeroDivisionError()
    deliver()

    def lost(*_: object, **__: object) -> None:
        raise Unreachable

    monkeypatch.setattr(app, "send_task", lost)
    with pytest.raises(CommandError, match="1 not sent: Redis cannot be reached"):
        command("--replay", "all")


def test_the_command_lists_and_discards(work: Work) -> None:
    assert command() == "No task failed without succeeding later.\n"
    assert command("--json") == "[]\n"
    work.error = ZeroDivisionError("by nothing")
    for number in (1, 1, 2):
        deliver(number, **{HEADER: "0123456789abcdef"})
    letter = DeadLetter.objects.get(args=[1])
    listed = command()
    assert f"{letter.pk}  tests.work(1)  failed 2 times, " in listed
    assert "    ZeroDivisionError: by nothing\n    request 0123456789abcdef\n" in listed
    assert [one["args"] for one in json.loads(command("--json"))] == [[2], [1]]
    assert command("--discard", str(letter.pk)) == "1 discarded\n"
    for wrong in (str(letter.pk), "x", "-1", "9" * 30):
        with pytest.raises(CommandError, match="There is no failed task"):
            command("--discard", wrong)
    assert command("--discard", "all") == "1 discarded\n"
