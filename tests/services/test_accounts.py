"""Accounts: sign-ins, failed sign-ins, and the end of an account; all in the audit log."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from annotation.models import APIToken, AuditEvent, LoginAttempt, Project, User
from annotation.services.accounts import login
from annotation.services.accounts.accounts import disable_account, enable_account
from annotation.services.accounts.members import add_member, remove_member
from annotation.services.accounts.tokens import find_token, issue_token
from config.celery import app
from tasks.sweep import forget_expired_sessions
from tests.commands.running import run
from tests.helpers.factories import make_project, make_user
from tests.helpers.pages import signed_in

LOGIN, RIGHT = "/account/login/", "pass-word-1"


@pytest.fixture
def ada() -> User:
    return make_user("ada")


@pytest.fixture
def project() -> Project:
    return make_project(make_user("olga"))


def events_of(verb: str) -> list[AuditEvent]:
    return list(AuditEvent.objects.filter(verb=verb).order_by("pk"))


def of_accounts() -> list[tuple[str, int | None, int | None]]:
    events = AuditEvent.objects.filter(verb__startswith="account.").order_by("pk")
    return list(events.values_list("verb", "user", "object_id"))


def sign_in(username: str = "ada", password: str = RIGHT) -> Any:
    return Client().post(LOGIN, {"username": username, "password": password})


def test_sign_ins_and_failures_are_stored_and_no_name_that_has_no_account(ada: User) -> None:
    assert sign_in().status_code == 302
    assert sign_in(password="wrong").status_code == 400
    assert sign_in(username="my secret password", password="x").status_code == 400
    assert of_accounts() == [
        ("account.signed_in", ada.pk, ada.pk),
        ("account.sign_in_failed", None, ada.pk),
        ("account.sign_in_failed", None, None),
    ]
    assert "secret" not in str(list(AuditEvent.objects.values()))


def test_only_the_first_of_a_flood_is_stored(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "MAX_AUDITED_FAILURES", 3)
    for number in range(8):
        Client(REMOTE_ADDR=f"10.0.0.{number}").post(LOGIN, {"username": "ada", "password": "x"})
    found = [verb for verb, _, _ in of_accounts()]
    assert found == [*["account.sign_in_failed"] * 2, "account.more_failures_not_kept"]
    LoginAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    sign_in(password="x")
    assert len(events_of("account.sign_in_failed")) == 3


@pytest.mark.long
def test_a_new_password_is_stored_in_the_audit(ada: User) -> None:
    browser = signed_in(ada)
    new = {"new_password1": "longer horse 7", "new_password2": "longer horse 7"}
    browser.post("/account/password/", {"old_password": "pass-word-1", **new})
    assert of_accounts() == [("account.password_changed", ada.pk, ada.pk)]
    assert browser.get("/research/").status_code == 200
    assert sign_in(password="longer horse 7").status_code == 302


def test_a_reset_password_ends_the_sessions(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = signed_in(ada)
    monkeypatch.setattr("sys.stdin", open_line("longer horse 7"))
    assert "ada has a new password" in run("set_password", "ada", "--password-stdin")
    assert browser.get("/research/").status_code == 302
    assert sign_in().status_code == 400
    assert sign_in(password="longer horse 7").status_code == 302
    assert events_of("account.password_changed")[0].user is None


def open_line(text: str) -> Any:
    class Line:
        def readline(self) -> str:
            return f"{text}\n"

    return Line()


@pytest.mark.parametrize("weak", ["", "1234", "password123", "ada"])
def test_weak_passwords_are_refused(ada: User, weak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", open_line(weak))
    with pytest.raises(CommandError):
        run("set_password", "ada", "--password-stdin")
    assert sign_in().status_code == 302


@pytest.mark.parametrize("command", ["set_password", "disable_account", "audit"])
def test_a_name_without_account_is_reported(command: str) -> None:
    with pytest.raises(CommandError, match="There is no account named 'nobody'"):
        run(command, "nobody", *(["--password-stdin"] if command == "set_password" else []))


def test_a_disabled_account_ends_and_its_tokens_stay_revoked(ada: User, project: Project) -> None:
    add_member(project=project, by=User.objects.get(username="olga"), username="ada")
    _, key = issue_token(project=project, user=ada, name="hers")
    browser = signed_in(ada)
    assert "can no longer sign in" in run("disable_account", "ada")
    assert browser.get("/research/").status_code == 302
    assert sign_in().status_code == 400
    assert find_token(key) is None
    assert "can sign in again" in run("disable_account", "ada", "--undo")
    assert sign_in().status_code == 302
    assert find_token(key) is None
    assert [len(events_of(f"account.{done}")) for done in ("disabled", "enabled")] == [1, 1]


def test_a_removed_members_token_is_revoked_for_good(ada: User, project: Project) -> None:
    owner = User.objects.get(username="olga")
    add_member(project=project, by=owner, username="ada")
    token, key = issue_token(project=project, user=ada, name="hers")
    _, others = issue_token(project=project, user=owner, name="olga's")
    remove_member(project=project, by=owner, user_id=ada.pk)
    assert APIToken.objects.get(pk=token.pk).revoked_at is not None
    assert [event.object_id for event in events_of("token.revoked")] == [token.pk]
    add_member(project=project, by=owner, username="ada")
    assert find_token(key) is None
    assert find_token(others) is not None


@pytest.mark.long
def test_the_audit_of_accounts_is_printed(ada: User, project: Project) -> None:
    sign_in()
    sign_in(password="wrong")
    disable_account(user=ada)
    enable_account(user=ada)
    lines = [line.split("  ") for line in run("audit").splitlines()]
    assert [line[1:] for line in lines] == [
        ["ada", "account.signed_in", "ada", "by=password"],
        ["-", "account.sign_in_failed", "ada"],
        ["-", "account.disabled", "ada"],
        ["-", "account.enabled", "ada"],
    ]
    assert "project.created" in run("audit", "olga")
    assert "project.created" not in run("audit", "ada")
    assert run("audit", "--days", "0") == ""


def test_an_account_made_on_the_server_is_in_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", open_line("longer horse 7"))
    run("create_researcher", "grace", "--project", "Hers", "--password-stdin")
    grace = User.objects.get(username="grace")
    assert of_accounts() == [("account.created", grace.pk, grace.pk)]


def test_only_expired_sessions_are_forgotten(ada: User) -> None:
    browser, other = Client(), Client()
    browser.force_login(ada)
    other.force_login(ada)
    Session.objects.filter(pk=other.session.session_key).update(
        expire_date=timezone.now() - timedelta(seconds=1)
    )
    forget_expired_sessions()
    assert [one.pk for one in Session.objects.all()] == [browser.session.session_key]


def test_beat_asks_for_nothing_that_no_worker_knows() -> None:
    app.loader.import_default_modules()
    scheduled = {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "tasks.forget_sessions" in scheduled
    assert scheduled <= set(app.tasks)
