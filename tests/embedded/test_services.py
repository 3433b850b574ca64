"""Servers start, answer, keep their data and leave nothing behind."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2
import pytest
import redis

from embedded import Trouble, account, services
from embedded.services import own_services
from tests.embedded.machine import another_owner, is_running, run_query, state_of

pytestmark = pytest.mark.long


def test_temporary_services_answer_and_leave_nothing_behind() -> None:
    with services() as addresses:
        assert run_query(addresses["DATABASE_URL"], "SELECT current_user") == [("midpath",)]
        broker = redis.Redis.from_url(addresses["REDIS_URL"])
        assert broker.ping()
        socket_folder = Path(addresses["DATABASE_URL"].partition("host=")[2].partition("&")[0])
    assert not socket_folder.parent.exists()
    with pytest.raises(redis.ConnectionError):
        broker.ping()


def test_the_broker_refuses_who_has_no_password() -> None:
    with services() as addresses:
        stranger = redis.Redis(port=urlsplit(addresses["REDIS_URL"]).port or 0)
        with pytest.raises(redis.AuthenticationError):
            stranger.ping()


def test_data_is_stored_between_runs(directory: Path) -> None:
    with services(directory) as addresses:
        run_query(addresses["DATABASE_URL"], "CREATE TABLE kept AS SELECT 7 AS number")
        assert run_query(addresses["DATABASE_URL"], "SHOW fsync") == [("on",)]
    with services(directory) as addresses:
        assert run_query(addresses["DATABASE_URL"], "SELECT number FROM kept") == [(7,)]


@pytest.mark.quick
def test_configured_addresses_are_used(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/midpath")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere/0")
    with own_services(directory) as started:
        assert started.addresses["DATABASE_URL"] == "postgres://elsewhere/midpath"
        assert started.servers == []


def test_whoever_comes_second_joins_what_runs(directory: Path) -> None:
    with another_owner(directory) as (process, _), services(directory) as joined:
        assert joined["DATABASE_URL"] == state_of(directory)["DATABASE_URL"]
        assert run_query(joined["DATABASE_URL"], "SELECT 1") == [(1,)]
        with pytest.raises(Trouble, match=rf"already runs .*\(process {process.pid}\)"):
            own_services(directory).__enter__()


def test_servers_die_with_a_killed_owner_and_start_again_with_their_data(directory: Path) -> None:
    with another_owner(directory) as (process, servers):
        run_query(state_of(directory)["DATABASE_URL"], "CREATE TABLE kept AS SELECT 7 AS number")
        process.kill()
        process.wait()
        with services(directory) as addresses:
            assert not any(is_running(pid) for pid in servers)
            assert run_query(addresses["DATABASE_URL"], "SELECT number FROM kept") == [(7,)]


def test_a_lock_whose_number_another_process_has_now_is_stale(directory: Path) -> None:
    with services(directory):
        pass
    lock = directory / "postgres" / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{directory / 'postgres'}\n")
    with services(directory) as addresses:
        assert run_query(addresses["DATABASE_URL"], "SELECT 1") == [(1,)]


def test_a_deep_folder_does_not_break_the_socket(directory: Path) -> None:
    with services(directory / ("deep" * 20) / ("deeper" * 20)) as addresses:
        assert run_query(addresses["DATABASE_URL"], "SELECT 1") == [(1,)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can enter what others cannot")
def test_root_keeps_data_elsewhere_when_the_server_cannot_enter_the_folder(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = directory.parent / "elsewhere"
    monkeypatch.setattr(account, "SYSTEM_HOME", elsewhere)
    secret = directory.parent / "secret"
    secret.mkdir(mode=0o700)
    with services(secret / "project" / ".midpath") as addresses:
        assert run_query(addresses["DATABASE_URL"], "SELECT 1") == [(1,)]
        assert list(elsewhere.glob("project-*/postgres/PG_VERSION"))


def test_a_killed_database_is_the_same_one_when_started_again(directory: Path) -> None:
    with own_services(directory) as started:
        address = started.addresses["DATABASE_URL"]
        run_query(address, "CREATE TABLE kept AS SELECT 7 AS number")
        server = started.servers[0]
        assert server.child
        assert server.child.process
        server.child.process.kill()
        server.child.process.wait()
        with pytest.raises(psycopg2.OperationalError):
            run_query(address, "SELECT 1")
        server.start()
        assert run_query(address, "SELECT number FROM kept") == [(7,)]
