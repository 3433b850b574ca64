"""Sentry and OpenTelemetry are imported only if their settings are set, and get no secrets."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from annotation.services import telemetry
from annotation.services.telemetry import redacted, span, start_sentry

PROGRAM = """
import sys
import config.wsgi, tasks.measured
print(sorted({one.partition(".")[0] for one in sys.modules} & {"sentry_sdk", "opentelemetry"}))
"""


def start(**variables: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "MIDPATH_DEBUG": "1", **variables}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        env=surroundings,
        check=False,
    )


def test_nothing_is_imported_without_a_setting() -> None:
    done = start()
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def trace() -> None:
    telemetry._tracer.cache_clear()
    with span("request"):
        pass


@pytest.mark.parametrize(
    ("setting", "missing", "begin"),
    [("SENTRY_DSN", "sentry_sdk", start_sentry), ("OTLP_ENDPOINT", "opentelemetry", trace)],
)
def test_a_missing_package_is_named(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    missing: str,
    begin: Callable[[], None],
) -> None:
    for name in (missing, "opentelemetry.sdk.trace"):
        monkeypatch.setitem(sys.modules, name, None)
    setattr(settings, setting, "http://127.0.0.1:1/")
    with pytest.raises(ImproperlyConfigured, match=f"MIDPATH_{setting} is set, but {missing}"):
        begin()


def test_without_an_endpoint_spans_do_nothing(settings: Settings) -> None:
    settings.OTLP_ENDPOINT = ""
    with span("request", request_id="x") as noted:
        noted(route="home", status=200)


def test_events_have_no_queries_headers_or_tokens() -> None:
    event = {
        "request": {
            "url": "https://x.example/account/invitations/s3cret/",
            "query_string": "PROLIFIC_PID=s3cret",
            "headers": {"Authorization": "Bearer s3cret"},
            "cookies": "s3cret",
            "data": {"payload": "s3cret"},
            "method": "GET",
        },
        "exception": {"values": [{"value": "GET /w/a/?PROLIFIC_PID=s3cret failed"}]},
        "level": "error",
    }
    found = redacted(event)
    assert "s3cret" not in str(found)
    assert found["request"]["method"] == "GET"
    assert found["exception"]["values"][0]["value"] == "GET /w/a/?*** failed"
