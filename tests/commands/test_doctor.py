"""`manage.py doctor` names each problem with what to do, and its exit status says whether one was
found."""

import io
import json
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from annotation.services.health import beat_heart
from annotation.services.monitoring import setup_checks
from annotation.services.monitoring.checks import run_checks
from annotation.services.monitoring.setup_checks import SETUP_CHECKS

pytestmark = pytest.mark.django_db


def doctor(*options: str) -> tuple[str, str]:
    """Return what the command prints, and its error."""
    out = io.StringIO()
    try:
        call_command("doctor", *options, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def problem(name: str) -> str:
    check = next(check for check in SETUP_CHECKS if check.name == name)
    found = run_checks([check])[-1]
    return found.finding.problem if found.finding else found.status


def sound(settings: Settings) -> None:
    """Set what a server in production has; the tests' own database role may be a superuser, and
    their PostgreSQL need not survive a crash."""
    settings.DEBUG = False
    settings.ALLOWED_HOSTS = ["midpath.example.org"]
    settings.BEHIND_HTTPS, settings.PROXIES = True, 2
    settings.CSRF_TRUSTED_ORIGINS = ["https://midpath.example.org"]


@pytest.fixture
def server_in_production(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sound(settings)
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "staticfiles.json").write_text("{}")
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    of_tests = {"role", "durability"}
    left = tuple(check for check in SETUP_CHECKS if check.name not in of_tests)
    monkeypatch.setattr("tasks.management.commands.doctor.SETUP_CHECKS", left)


@pytest.mark.usefixtures("server_in_production")
def test_a_sound_server_is_sound() -> None:
    beat_heart("sweep")
    printed, error = doctor()
    assert (error, printed.count("ok ")) == ("", len(printed.splitlines()))
    assert json.loads(doctor("--json")[0])["problems"] == 0


@pytest.mark.usefixtures("server_in_production")
def test_a_problem_is_named_with_what_to_do(settings: Settings) -> None:
    settings.PROXIES = 0
    printed, error = doctor()
    assert error == "2 checks found problems."
    assert "problem  sweep\n         The sweep is late" in printed
    assert "\n         → Check that Celery beat" in printed
    assert "MIDPATH_PROXIES is 0" in printed
    report = json.loads(doctor("--json")[0])
    assert (report["ready"], report["problems"]) == (True, 2)
    assert {one["name"] for one in report["checks"] if one["status"] == "problem"} == {
        *("sweep", "proxies")
    }


def test_settings_of_a_public_server_are_checked(settings: Settings, tmp_path: Path) -> None:
    sound(settings)
    settings.STATIC_ROOT = tmp_path
    assert {name: problem(name) for name in ("debug", "https", "proxies")} == dict.fromkeys(
        ("debug", "https", "proxies"), "ok"
    )
    settings.DEBUG = True
    assert problem("debug").startswith("MIDPATH_DEBUG is 1")
    settings.DEBUG = False
    assert problem("static files").startswith("The static files are not collected")
    settings.CSRF_TRUSTED_ORIGINS = []
    assert problem("https").startswith("MIDPATH_ORIGINS is empty")
    settings.BEHIND_HTTPS = False
    assert problem("https").startswith("People reach this server without HTTPS")
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert problem("mail server").startswith("Mails are printed")
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.PROXIES = 0
    assert (problem("https"), problem("proxies"), problem("mail server")) == ("ok", "ok", "ok")


class Greeting(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 mail.example.org\r\n")
        for line in self.rfile:
            self.wfile.write(b"221 bye\r\n" if line.startswith(b"QUIT") else b"250 ok\r\n")


@pytest.fixture
def mail_server() -> Iterator[int]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_the_mail_server_is_tried(settings: Settings, mail_server: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mail_server
    assert problem("mail server") == "ok"
    settings.EMAIL_PORT = 1
    assert "does not accept a connection: ConnectionRefusedError" in problem("mail server")


def test_the_role_must_be_no_superuser() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE midpath_plain")
        cursor.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO midpath_plain")
        cursor.execute("SET LOCAL ROLE midpath_plain")
        assert problem("role") == "ok"
        cursor.execute("RESET ROLE")
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        expected = "Midpath connects to PostgreSQL as a superuser" if cursor.fetchone()[0] else "ok"
    assert problem("role").startswith(expected)


def test_limits_that_a_pooler_dropped_are_found() -> None:
    assert problem("limits") == "ok"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")
    assert problem("limits").startswith("Sessions do not have their settings: lock_timeout is 0")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    assert "idle_in_transaction_session_timeout is 0" in problem("limits")


def test_volatile_settings_are_found() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert "synchronous_commit = off" in problem("durability")


def test_connections_and_version_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (problem("connections"), problem("version"), problem("archive")) == ("ok", "ok", "ok")
    monkeypatch.setattr(setup_checks, "MAX_CONNECTIONS_PERCENT", 0)
    assert "connections to PostgreSQL are in use" in problem("connections")
    monkeypatch.setattr(setup_checks, "OLDEST_POSTGRES", 99)
    assert "Midpath needs 99" in problem("version")
