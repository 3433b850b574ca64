"""Liveness, readiness with reasons, and who may read them."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client
from pytest_django import Settings

from annotation.models import (
    AgreementState,
    Heartbeat,
    Invitation,
    Judgment,
    Letter,
    Project,
    Snapshot,
    User,
)
from annotation.services.health import MAIL_GIVEN_UP, beat_heart
from annotation.services.monitoring import core_checks
from annotation.services.monitoring.checks import Check, Result, run_checks
from annotation.services.monitoring.core_checks import CHECKS, all_checks
from annotation.web.probes import host_free
from config.safety import checked_listener, checked_token
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset
from tests.helpers.queries import assert_max_queries

pytestmark = pytest.mark.django_db
TOKEN = "4f2c8a91d7e35b604f2c8a91"
READY = "/health/ready/"


@pytest.fixture
def client() -> Client:
    return Client()


def ago(**by: float) -> Any:
    return Now() - timedelta(**by)


def find(name: str) -> Result:
    checks = [check for check in all_checks() if check.name == name]
    assert len(checks) == 1
    return run_checks(checks)[-1]


def problem(name: str) -> str:
    found = find(name)
    return found.finding.problem if found.finding else found.status


def test_live_needs_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/health/live/")
    assert (answer.status_code, answer.json()) == (200, {"live": True})


def test_ready_names_each_check(client: Client) -> None:
    beat_heart("sweep")
    answer = client.get(READY)
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    listed = {one["name"]: one for one in answer.json()["checks"]}
    assert list(listed) == ["database", *(check.name for check in all_checks())]
    assert {name for name, one in listed.items() if one["effect"] == "not_ready"} == {
        *("database", "migrations")
    }
    assert all(one["status"] == "ok" for one in listed.values()), listed


def test_checks_cost_few_queries() -> None:
    beat_heart("sweep")
    run_checks(all_checks())
    with assert_max_queries(42) as made:  # savepoints are about half of them
        run_checks(all_checks())
    own = [one for one in made.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(own) <= 18, own


def test_a_browser_gets_a_page(client: Client) -> None:
    page = client.get(READY, headers={"Accept": "text/html,*/*"}).content.decode()
    assert "<h1>Status of this instance</h1>" in page
    assert "Check that Celery beat and at least one Celery worker run" in page


def test_a_late_sweep_is_a_warning(client: Client) -> None:
    answer = client.get(READY)
    assert answer.status_code == 200
    (late,) = [one for one in answer.json()["checks"] if one["name"] == "sweep"]
    assert (late["status"], late["effect"]) == ("problem", "warning")
    assert late["problem"].startswith("The sweep is late")
    assert "beat" in late["action"]


def test_a_lost_database_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Heartbeat.objects, "exists", gone)
    answer = client.get(READY)
    assert answer.status_code == 503
    statuses = {one["name"]: one["status"] for one in answer.json()["checks"]}
    assert statuses["database"] == "problem"
    assert statuses["sweep"] == "unknown"
    assert statuses["disk"] == "ok"


def test_a_missing_migration_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'annotation' AND id = "
            "(SELECT max(id) FROM django_migrations WHERE app = 'annotation')"
        )
    checks = [Check("migrations", CHECKS[0].effect, core_checks.PendingMigrations())]
    finding = run_checks(checks)[-1].finding
    assert finding is not None
    assert "1 migrations are not applied" in finding.problem
    assert "migrate" in finding.action


def test_an_error_of_a_check_is_its_problem() -> None:
    def broken() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM no_such_table")

    first, result = run_checks([Check("broken", CHECKS[0].effect, broken)])
    assert first.status == "ok"
    assert result.finding is not None
    assert "ProgrammingError" in result.finding.problem
    assert Judgment.objects.count() == 0, "the connection can be used"


def test_judgments_that_are_not_folded_are_reported() -> None:
    campaign = make_campaign(make_dataset(4), redundancy=2)
    judge_all_at_random(campaign, workers=2, seed=1)
    assert problem("folds") == "ok"
    AgreementState.objects.update(folded_at=ago(seconds=100))
    assert problem("folds") == "ok", "the judgments are new"
    Judgment.objects.update(submitted_at=ago(seconds=90))
    assert problem("folds").startswith("8 judgments are not in the figures yet")
    assert "90 s" in problem("folds")
    fold_all(campaign.pk)
    assert problem("folds") == "ok"
    Judgment.objects.filter(pk=Judgment.objects.values("pk")[:1]).update(counts=False)
    assert problem("folds") == "ok", "an old judgment that a review took out a moment ago"


def test_an_old_job_is_reported() -> None:
    campaign = make_campaign(make_dataset(2))
    job = Snapshot.objects.create(campaign=campaign, dataset=campaign.dataset)
    assert problem("jobs") == "ok"
    Snapshot.objects.filter(pk=job.pk).update(beat_at=ago(minutes=45))
    assert problem("jobs") == "1 jobs wait, the oldest (snapshot) for 45 minutes."
    Snapshot.objects.filter(pk=job.pk).update(status="running")
    assert problem("jobs") == "ok"


def test_differences_that_reconciliation_found_are_reported_for_a_day() -> None:
    campaign = make_campaign(make_dataset(3), redundancy=2)
    judge_all_at_random(campaign, workers=2, seed=2)
    fold_all(campaign.pk)
    reconcile_campaign(campaign.pk)
    assert problem("reconcile") == "ok"
    AgreementState.objects.update(figures={"wrong": 1})
    reconcile_campaign(campaign.pk)
    assert "differed from the judgments and were corrected" in problem("reconcile")
    reconcile_campaign(campaign.pk)
    assert "differed" in problem("reconcile"), "a later comparison does not hide it"
    Heartbeat.objects.update(beat_at=F("beat_at") - timedelta(days=1, minutes=1))
    assert problem("reconcile") == "ok"
    AgreementState.objects.update(reconciled_at=ago(days=3))
    assert problem("reconcile").startswith("1 campaigns were not compared")


def test_mail_that_waits_or_is_refused_is_reported(project: Project, user: User) -> None:
    assert problem("mail") == "ok"
    letter = Letter.objects.create(email="a@example.org", subject="x", sealed="x")
    assert problem("mail") == "ok"
    Letter.objects.filter(pk=letter.pk).update(written_at=ago(hours=1))
    assert problem("mail") == "1 mails wait for more than 30 minutes."
    letter.delete()
    Invitation.objects.create(
        project=project,
        user=user,
        role="viewer",
        email="b@example.org",
        mail="failed",
        expires_at=ago(days=-1),
    )
    assert problem("mail").startswith("Mail was refused and given up (1 open invitations")
    Invitation.objects.all().delete()
    beat_heart(MAIL_GIVEN_UP)
    assert problem("mail").startswith("Mail was refused and given up (0 open invitations")


@pytest.fixture
def project() -> Project:
    return make_dataset(1).project


@pytest.fixture
def user() -> User:
    return User.objects.create_user("ada")


def test_a_lost_redis_is_a_warning(settings: Settings) -> None:
    assert problem("redis") == "ok"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    core_checks._redis.cache_clear()
    found = find("redis")
    core_checks._redis.cache_clear()
    assert found.effect == "warning"
    assert found.finding is not None
    assert "Redis does not answer" in found.finding.problem


def test_a_nearly_full_disk_is_reported(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    settings.WATCHED_FOLDERS = [str(tmp_path)]
    monkeypatch.setattr(core_checks, "FREE_PERCENT", 0)
    assert problem("disk") == "ok"
    monkeypatch.setattr(core_checks, "FREE_PERCENT", 101)
    assert problem("disk").startswith(f"The disk of {tmp_path} has ")


@pytest.mark.parametrize(("ahead", "words"), [(60, "60 s ahead of"), (-60, "60 s behind")])
def test_clocks_that_differ_are_reported(
    monkeypatch: pytest.MonkeyPatch, ahead: int, words: str
) -> None:
    real = time.time
    assert problem("clock") == "ok"
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    assert words in problem("clock")


def from_address(client: Client, remote: str, forwarded: str = "", token: str = "") -> int:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    answer = client.get(READY, headers=headers, REMOTE_ADDR=remote)
    assert answer.status_code == 200
    details = "checks" in answer.json()
    metrics = client.get("/metrics", headers=headers, REMOTE_ADDR=remote)
    assert metrics.status_code == (200 if details else 403)
    return details


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "allowed"),
    [
        (0, "127.0.0.1", "", True),
        (0, "10.1.2.3", "", True),
        (0, "fd00::1", "", True),
        (0, "93.184.216.34", "", False),
        # A Unix socket names no sender.
        (0, "", "", False),
        # A proxy on this machine that the settings do not count.
        (0, "127.0.0.1", "93.184.216.34", False),
        (0, "127.0.0.1", "10.1.2.3", False),
        (1, "172.18.0.5", "93.184.216.34", False),
        (1, "172.18.0.5", "10.0.0.1, 93.184.216.34", False),
        (1, "172.18.0.5", "10.0.0.1", False),
        # Prometheus in the same network, which passes no proxy.
        (1, "172.18.0.5", "", True),
        # Only one of two proxies was passed.
        (2, "172.18.0.5", "93.184.216.34", False),
    ],
)
def test_details_are_for_private_addresses(
    client: Client, settings: Settings, proxies: int, remote: str, forwarded: str, *, allowed: bool
) -> None:
    settings.PROXIES = proxies
    assert from_address(client, remote, forwarded) is allowed


def test_with_a_token_only_the_token_counts(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert not from_address(client, "127.0.0.1")
    assert not from_address(client, "127.0.0.1", token="wrong")
    assert from_address(client, "93.184.216.34", token=TOKEN)


@pytest.mark.parametrize("token", ["short", "a" * 40])
def test_a_token_that_is_easily_guessed_is_refused(token: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MIDPATH_METRICS_TOKEN is easily guessed"):
        checked_token(token)


@pytest.mark.parametrize("address", ["9100", ":9100", "localhost:", "localhost:0", "h:99999"])
def test_a_listener_without_host_or_port_is_refused(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MIDPATH_WORKER_METRICS is"):
        checked_listener(address)


@pytest.mark.parametrize(
    ("path", "host"),
    [
        *((path, "localhost") for path in (READY, "/health/live/", "/health/web/", "/metrics")),
        *((path, "10.0.0.7:8000") for path in ("/", "/health/", "/account/login/", "/metrics/x")),
    ],
)
def test_monitors_need_not_know_the_name_of_the_server(path: str, host: str) -> None:
    seen: list[str] = []

    def inner(environment: dict[str, str], start: object) -> list[bytes]:
        seen.append(environment["HTTP_HOST"])
        return []

    host_free(inner)({"PATH_INFO": path, "HTTP_HOST": "10.0.0.7:8000"}, print)
    assert seen == [host]
