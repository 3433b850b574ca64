"""The limits of sessions are in force, and health reports if they are not."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.test import Client

from annotation.services.health import beat_heart
from annotation.services.session_settings import find_wrong_settings
from annotation.services.table_locks import lock_tables
from config.pooled_postgresql.base import DatabaseWrapper
from tasks.leases import LENGTH
from tests.helpers.queries import run_sql

pytestmark = pytest.mark.django_db


def test_all_are_in_force() -> None:
    assert find_wrong_settings() == {}


def test_a_table_is_waited_for_until_an_autovacuum_gives_way() -> None:
    lock_tables("annotation_signingkey", "SHARE ROW EXCLUSIVE")
    rows = run_sql("SELECT name, setting::int FROM pg_settings WHERE name LIKE '%lock_timeout'")
    waits = dict(rows)
    assert waits["lock_timeout"] > waits["deadlock_timeout"]


def test_a_silent_end_of_the_database_is_noticed() -> None:
    """Check the limits of TCP: no test here can let a machine vanish."""
    connection.ensure_connection()
    given = connection.connection.get_dsn_parameters()
    idle, interval, count = (
        int(given[f"keepalives_{name}"]) for name in ("idle", "interval", "count")
    )
    assert idle + interval * count < LENGTH.total_seconds() / 2
    assert int(given["tcp_user_timeout"]) < LENGTH.total_seconds() / 2 * 1000


@pytest.mark.parametrize("name", settings.SESSION_SETTINGS)
def test_a_missing_one_is_found_and_reported(name: str) -> None:
    other = "on" if name == "jit" else "0"
    beat_heart("sweep")
    assert Client().get("/health/").status_code == 200
    run_sql(f"SET LOCAL {name} = {other}")
    assert find_wrong_settings() == {name: other}
    health = Client().get("/health/")
    assert (health.status_code, health.json()["settings"]) == (503, "wrong")


def test_the_role_gets_them_for_this_database_only() -> None:
    call_command("set_role_settings", stdout=None)
    [[name, stored]] = run_sql(
        "SELECT datname, setconfig FROM pg_db_role_setting "
        "JOIN pg_database ON pg_database.oid = setdatabase WHERE datname = current_database()"
    )
    assert name == connection.settings_dict["NAME"]
    assert sorted(stored) == sorted(
        f"{key}={one}" for key, one in settings.SESSION_SETTINGS.items()
    )


@pytest.fixture
def pooled(monkeypatch: pytest.MonkeyPatch) -> Iterator[DatabaseWrapper]:
    """The connection of this thread, as it would be behind a pool."""
    direct, pooled = connections["default"], DatabaseWrapper(connection.settings_dict)
    connections["default"] = pooled
    yield pooled
    pooled.close()
    connections["default"] = direct


def test_a_server_side_cursor_lives_in_a_transaction_only(pooled: DatabaseWrapper) -> None:
    """Outside of one, the pool would give its session to others."""
    cursors = "SELECT count(*) FROM pg_cursors WHERE name LIKE %s"
    rows = ContentType.objects.order_by("pk").iterator(chunk_size=2)
    next(rows)
    assert run_sql(cursors, ("\\_django%",)) == [(0,)]
    assert len(list(rows)) > 2
    with transaction.atomic():
        rows = ContentType.objects.order_by("pk").iterator(chunk_size=2)
        next(rows)
        assert run_sql(cursors, ("\\_django%",)) == [(1,)]
