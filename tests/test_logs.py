"""Logs: the id of a request, also in what Celery does for it; JSON; and no secrets in either."""

import json
import logging
import runpy
from collections.abc import Iterator
from datetime import timedelta
from logging.config import dictConfig
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from annotation.services.jobs.messages import send
from annotation.services.request_id import HEADER, current_request_id, message_headers, request_id
from annotation.web.log_redaction import without_secrets
from annotation.web.request_ids import identified
from config.celery import app
from config.logs import logging_for
from tasks.measured import MeasuredTask
from tests.faults.processes import wait_for

ROOT = Path(django_settings.BASE_DIR)
SECRETS = {
    "GET /w/abc/?PROLIFIC_PID=s3cret&STUDY_ID=s3cret refused": "GET /w/abc/?*** refused",
    "https://x.example/return?cc=s3cret": "https://x.example/return?***",
    "PROLIFIC_PID=s3cret workerId=s3cret": "PROLIFIC_PID=*** workerId=***",
    "Authorization: Bearer midpath_s3crets3crets3crets3cret": "Authorization: Bearer ***",
    "the token midpath_abcdefghijklmnopqrst_-0 ends": "the token midpath_*** ends",
    "/account/invitations/s3cret/": "/account/invitations/***",
    "Not Found: /research/campaigns/3/": "Not Found: /research/campaigns/3/",
    "Is it so? Yes.": "Is it so? Yes.",
}


def served(environment: dict[str, str]) -> tuple[str, str]:
    """Return the id within a request, and the one in its response."""
    found: list[str] = []

    def inner(environ: Any, start: Any) -> list[bytes]:
        found.append(current_request_id())
        start("200 OK", [("Content-Type", "text/plain")])
        return []

    identified(inner)(
        environment, lambda status, headers: found.append(dict(headers)["X-Request-ID"])
    )
    assert current_request_id() == ""
    inside, outside = found
    return inside, outside


def test_each_request_has_an_id_of_its_own(settings: Settings) -> None:
    settings.PROXIES = 0
    ids = [served({"HTTP_X_REQUEST_ID": "sent-by-client"}) for _ in range(3)]
    assert all(inside == outside for inside, outside in ids)
    assert len({inside for inside, _ in ids} - {"sent-by-client"}) == 3


@pytest.mark.parametrize(
    ("sent", "is_used"), [("0123456789abcdef", True), ("short", False), ("a\nb" * 8, False)]
)
def test_a_sound_id_of_the_proxy_is_used(settings: Settings, sent: str, *, is_used: bool) -> None:
    settings.PROXIES = 1
    inside, outside = served({"HTTP_X_REQUEST_ID": sent})
    assert inside == outside
    assert (inside == sent) is is_used


def test_the_proxy_sends_its_own_id() -> None:
    assert "proxy_set_header X-Request-ID $request_id;" in (ROOT / "proxy/nginx.conf").read_text()


def test_a_message_to_celery_carries_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(app, "send_task", lambda name, **options: sent.append(options))
    send("tasks.fold", 1)
    with request_id("0123456789abcdef"):
        send("tasks.fold", 1)
    assert [one["headers"] for one in sent] == [{}, {HEADER: "0123456789abcdef"}]


@pytest.fixture
def seen() -> Iterator[list[str]]:
    """Register a task that notes the id with which it runs."""
    noted: list[str] = []

    def note(again: int) -> None:
        noted.append(current_request_id())
        if again:
            app.send_task("tests.note", args=(0,), headers=message_headers())

    app.task(name="tests.note", base=MeasuredTask)(note)
    yield noted
    app.tasks.pop("tests.note")


def test_a_task_and_the_tasks_it_starts_have_the_id(seen: list[str]) -> None:
    with start_worker(app, perform_ping_check=False, pool="solo", shutdown_timeout=30):
        with request_id("0123456789abcdef"):
            send("tests.note", 1)
        wait_for(lambda: len(seen) == 2, seconds=30, what="the second task")
    assert seen == ["0123456789abcdef"] * 2


@pytest.mark.parametrize(("text", "expected"), SECRETS.items())
def test_secrets_and_queries_are_redacted(text: str, expected: str) -> None:
    assert without_secrets(text) == expected


def logged(form: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Log each secret, and a traceback that contains them, and return what is written."""
    dictConfig(logging_for(form, level="INFO"))
    logger = logging.getLogger("midpath.tests")
    try:
        with request_id("0123456789abcdef"):
            for text in SECRETS:
                logger.warning("%s", text)
            try:
                raise ValueError(" ".join(SECRETS))
            except ValueError:
                logger.exception("It failed")
    finally:
        dictConfig(django_settings.LOGGING)
    return capsys.readouterr().err


def test_lines_have_the_id_and_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    text = logged("plain", capsys)
    assert "s3cret" not in text
    assert " WARNING midpath.tests [0123456789abcdef]: GET /w/abc/?*** refused" in text
    assert "ValueError: GET /w/abc/?***" in text


def test_json_has_the_id_and_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    text = logged("json", capsys)
    assert "s3cret" not in text
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == len(SECRETS) + 1
    assert {one["request_id"] for one in lines} == {"0123456789abcdef"}
    assert {one["level"] for one in lines} == {"WARNING", "ERROR"}
    assert "ValueError" in lines[-1]["traceback"]


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="MIDPATH_LOG_FORMAT is 'xml'"):
        logging_for("xml", level="INFO")


def test_the_access_log_is_json_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDPATH_LOG_FORMAT", "json")
    found = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    logger: Any = object.__new__(found["logger_class"])
    lines: list[str] = []
    logger.cfg = SimpleNamespace(accesslog="-")
    logger.access_log = SimpleNamespace(info=lines.append)
    response = SimpleNamespace(status="200 OK", headers=[("X-Request-ID", "0123456789")], sent=1)
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": "/w/a/?PROLIFIC_PID=s3cret",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "PATH_INFO": "/account/invitations/s3cret/",
        "QUERY_STRING": "PROLIFIC_PID=s3cret",
        "HTTP_USER_AGENT": 'a "quoted" \\ name',
    }
    logger.access(response, SimpleNamespace(headers=[]), environ, timedelta(milliseconds=3))
    (line,) = map(json.loads, lines)
    assert "s3cret" not in lines[0]
    assert (line["path"], line["status"], line["request_id"], line["microseconds"]) == (
        *("/account/invitations/***", "200", "0123456789", 3000),
    )
    assert line["agent"] == 'a "quoted" \\ name'
