"""The health addresses: one for monitoring, one for load balancers."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client
from pytest_django import Settings

from annotation.models import Heartbeat
from annotation.services.health import SWEEPS_MISSED, WRITES, beat_heart
from tests.helpers.queries import assert_queries

pytestmark = pytest.mark.django_db

WELL = dict.fromkeys(("database", "writes", "sweep", "settings"), "ok")
FULL_DISK = """
CREATE FUNCTION pg_temp.no_space() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON annotation_heartbeat
FOR EACH ROW EXECUTE FUNCTION pg_temp.no_space();
"""


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def full_disk() -> None:
    """Set up a site whose background work was healthy until now."""
    beat_heart("sweep")
    with connection.cursor() as cursor:
        cursor.execute(FULL_DISK)


def health_of(client: Client, path: str = "/health/") -> tuple[int, dict[str, str]]:
    answer = client.get(path)
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    return answer.status_code, answer.json()


def test_all_is_well(client: Client) -> None:
    beat_heart("sweep")
    assert health_of(client) == (200, WELL)
    assert health_of(client, "/health/web/") == (200, {"database": "ok"})


@pytest.mark.fault(16)
def test_late_background_work_is_503_for_who_watches_and_200_for_load_balancers(
    client: Client, settings: Settings
) -> None:
    beat_heart("sweep")
    late = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS + 1)
    Heartbeat.objects.update(beat_at=F("beat_at") - late)
    assert health_of(client) == (503, WELL | {"sweep": "late"})
    assert health_of(client, "/health/web/") == (200, {"database": "ok"})


@pytest.mark.fault(21)
@pytest.mark.usefixtures("full_disk")
def test_a_disk_that_keeps_no_write_is_503(client: Client) -> None:
    assert health_of(client) == (503, WELL | {"writes": "failing"})
    assert health_of(client, "/health/web/")[0] == 200


@pytest.mark.fault(21)
def test_a_disk_without_room_is_503_though_old_rows_can_be_changed(client: Client) -> None:
    """A full disk lets PostgreSQL change rows in place; the limit on temporary files stands in for
    it, and test_disk_full.py fills a real one."""
    beat_heart("sweep")
    assert health_of(client)[0] == 200
    Heartbeat.objects.filter(name=WRITES).update(beat_at=Now() - timedelta(seconds=6))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = '500kB'")
    assert health_of(client) == (503, WELL | {"writes": "failing"})


def test_a_database_that_only_reads_is_503(client: Client) -> None:
    beat_heart("sweep")
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert health_of(client) == (503, WELL | {"writes": "failing"})


def test_a_lost_database_is_503_for_both(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Heartbeat.objects, "exists", gone)
    assert health_of(client) == (503, dict.fromkeys(WELL, "unknown") | {"database": "unreachable"})
    assert health_of(client, "/health/web/") == (503, {"database": "unreachable"})


def test_who_asks_without_end_makes_one_write_in_five_seconds(client: Client) -> None:
    health_of(client)
    first = Heartbeat.objects.get(name=WRITES).beat_at
    with assert_queries(6) as queries:  # two of them the savepoint's
        health_of(client)
    assert not [
        one for one in queries.captured_queries if one["sql"].startswith(("UPDATE", "INSERT"))
    ]
    Heartbeat.objects.update(beat_at=Now() - timedelta(seconds=6))
    health_of(client)
    assert Heartbeat.objects.get(name=WRITES).beat_at >= first
