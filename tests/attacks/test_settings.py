"""Attacks 35 and 48 of the promises: settings that would let strangers in. No process starts with
them; the demo and commands without a server start without any."""

import os
import secrets
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.safety import DEVELOPMENT_KEY, NEED_NO_KEY, checked_key
from embedded.hosts import names_for
from tests.helpers.tiers import LONG, long_only

ROOT = Path(__file__).resolve().parents[2]
SOUND = "6f1c0f6f5d3e4a0d9b7c8a2e1f3d5b7a9c0e2d4f6a8b1c3e"
PROCESSES = {
    "web": ("gunicorn", "config.wsgi", "--check-config"),
    "worker": ("celery", "-A", "config", "worker"),
    "beat": ("celery", "-A", "config", "beat"),
    "manage.py migrate": ("manage.py", "migrate"),
    "manage.py check": ("manage.py", "check"),
    "manage.py create_researcher": ("manage.py", "create_researcher", "ada"),
}
# The others read the settings as these do.
SERVING = ("web", "worker", "manage.py migrate")
UNSAFE = {
    "no key": ({}, "MIDPATH_SECRET_KEY is not set"),
    "a short key": ({"MIDPATH_SECRET_KEY": SOUND[:31]}, "has 31 characters; the minimum is 32"),
    "the public key": ({"MIDPATH_SECRET_KEY": DEVELOPMENT_KEY}, "is a publicly known key"),
    "any host": (
        {"MIDPATH_SECRET_KEY": SOUND, "MIDPATH_HOSTS": "midpath.example, *"},
        "MIDPATH_HOSTS is *",
    ),
    "clients that are not told apart": (
        {"MIDPATH_SECRET_KEY": SOUND, "MIDPATH_HTTPS": "1"},
        "set MIDPATH_PROXIES to the number",
    ),
    "a debugger for strangers": (
        {"MIDPATH_SECRET_KEY": SOUND, "MIDPATH_DEBUG": "1", "MIDPATH_HOSTS": "midpath.example"},
        "Unset MIDPATH_DEBUG",
    ),
    "a debugger for everybody": (
        {"MIDPATH_SECRET_KEY": SOUND, "MIDPATH_DEBUG": "1", "MIDPATH_HOSTS": "*"},
        "Unset MIDPATH_DEBUG",
    ),
}


def started(process: tuple[str, ...], settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Start it in an environment without Midpath settings other than its own database."""
    hidden = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL"}
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("MIDPATH_") and name not in hidden
    }
    module = () if process[0] == "manage.py" else ("-m",)
    return subprocess.run(
        [sys.executable, *module, *process],
        cwd=ROOT,
        env=inherited | settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.attack(35, 48)
@pytest.mark.parametrize(
    ("process", "case"),
    [(process, "a short key") for process in PROCESSES if LONG or process in SERVING]
    + [(process, "any host") for process in long_only(*PROCESSES)]
    + [("manage.py check", case) for case in UNSAFE],
)
def test_no_process_starts_with_unsafe_settings_and_it_says_why(process: str, case: str) -> None:
    settings, why = UNSAFE[case]
    done = started(PROCESSES[process], settings)
    assert done.returncode != 0
    assert why in done.stderr
    if process.startswith("manage.py"):
        assert "Traceback" not in done.stderr


@pytest.mark.long
def test_sound_settings_are_taken() -> None:
    settings = {"MIDPATH_SECRET_KEY": SOUND, "MIDPATH_HOSTS": "midpath.example"}
    settings |= {"MIDPATH_HTTPS": "1", "MIDPATH_PROXIES": "0"}
    for process in ("web", "manage.py check"):
        done = started(PROCESSES[process], settings)
        assert "MIDPATH_" not in done.stderr, process
        assert "ImproperlyConfigured" not in done.stderr, process


@pytest.mark.long
@pytest.mark.attack(35)
def test_the_deploy_check_finds_nothing() -> None:
    settings = {"MIDPATH_SECRET_KEY": SOUND + SOUND[::-1], "MIDPATH_HOSTS": "midpath.example"}
    settings |= {"MIDPATH_HTTPS": "1", "MIDPATH_PROXIES": "1"}
    settings |= {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = started(check, settings)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "command",
    ["help", "score", *long_only(*sorted(NEED_NO_KEY - {"collectstatic", "help", "score"}))],
)
def test_what_serves_nobody_runs_whatever_the_key_is(command: str) -> None:
    for settings in ({}, {"MIDPATH_SECRET_KEY": "x", "MIDPATH_HOSTS": "*", "MIDPATH_HTTPS": "1"}):
        done = started(("manage.py", command), settings)
        assert "MIDPATH_" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.long
def test_help_is_given_without_a_key() -> None:
    for words in ((), ("help",), ("migrate", "--help"), ("reconcile", "-h")):
        done = started(("manage.py", *words), {})
        assert (done.returncode, done.stderr) == (0, ""), words


@pytest.mark.attack(35, 48)
@pytest.mark.parametrize(
    "key",
    [
        *("", "changeme", "secret", "x" * 50, "changeme" * 8, "secret-" * 8, "abcdefg" * 7),
        "django-insecure-4k!x0w)b@z7v$9c^q2m&n5p(r8t_y1u3i6o",
        "please-change-me-before-you-go-live-91xzq",
        "CHANGE_ME_to-a-long-value-0fk39dkvxw3",
        "My-Secret-Key-for-this-server-77123",
        "0123456789abcdefghijklmnopqrstuv",
        DEVELOPMENT_KEY,
    ],
)
def test_a_key_that_can_be_guessed_is_refused_in_production_only(key: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="openssl rand"):
        checked_key(key, debug=False)
    assert checked_key(key, debug=True)


@pytest.mark.attack(35, 48)
def test_the_keys_of_the_examples_are_refused() -> None:
    """An unedited copy of .env.example starts nothing."""
    lines = [line.removeprefix("# ") for line in (ROOT / ".env.example").read_text().splitlines()]
    keys = [line.partition("=")[2] for line in lines if line.startswith("MIDPATH_SECRET_KEY=")]
    assert len(keys) == 1
    with pytest.raises(ImproperlyConfigured):
        checked_key(keys[0], debug=False)


def test_keys_made_as_the_documents_say_are_taken() -> None:
    base64 = b64encode(secrets.token_bytes(48)).decode()
    for made in (base64, secrets.token_urlsafe(48), secrets.token_hex(32)):
        assert checked_key(made, debug=False) == made


def test_the_demo_answers_to_this_machines_names_only() -> None:
    assert names_for(None) == "localhost,127.0.0.1,[::1]"
    assert names_for("192.0.2.7").endswith(",192.0.2.7")
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104
        names = names_for(everywhere).split(",")
        assert "*" not in names
        assert {"localhost", "127.0.0.1"} < set(names)


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("", {"EMAIL_BACKEND": "console"}),
        ("console:", {"EMAIL_BACKEND": "console"}),
        ("file:///var/mail", {"EMAIL_BACKEND": "filebased", "EMAIL_FILE_PATH": "/var/mail"}),
        (
            "smtp+tls://me:p%40ss@mail.example.org",
            {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True, "EMAIL_HOST_PASSWORD": "p@ss"},
        ),
        ("smtps://mail.example.org:4650", {"EMAIL_PORT": 4650, "EMAIL_USE_SSL": True}),
        ("smtp://localhost", {"EMAIL_PORT": 25, "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False}),
    ],
)
def test_the_address_of_a_mail_server_is_read(
    monkeypatch: pytest.MonkeyPatch, address: str, wanted: dict[str, object]
) -> None:
    monkeypatch.setenv("EMAIL_URL", address)
    found = env.mail("EMAIL_URL")
    found["EMAIL_BACKEND"] = found["EMAIL_BACKEND"].split(".")[-2]
    assert wanted.items() <= found.items()


@pytest.mark.parametrize("address", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_an_invalid_mail_server_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("EMAIL_URL", address)
    with pytest.raises(ImproperlyConfigured, match="smtp\\+tls://user:password@host:587"):
        env.mail("EMAIL_URL")
