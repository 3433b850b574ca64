"""The limits of sessions are in force, and health reports if they are not."""

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from annotation.services.session_settings import find_wrong_settings
from tests.helpers.queries import run_sql

pytestmark = pytest.mark.django_db


def test_all_are_in_force() -> None:
    assert find_wrong_settings() == {}


@pytest.mark.parametrize("name", settings.SESSION_SETTINGS)
def test_a_missing_one_is_found_and_reported(name: str) -> None:
    other = "on" if name == "jit" else "0"
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
