"""The settings that each session of the database must have: limits on waiting, and no JIT compiler.

Direct connections request them. A pool passes no requests on, so the role has them."""

from django.conf import settings
from django.db import connection


def find_wrong_settings() -> dict[str, str]:
    """Return the settings that this session lacks, with the values that it has."""
    names = list(settings.SESSION_SETTINGS)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, current_setting(name) FROM unnest(%s) WITH ORDINALITY AS names (name)",
            (names,),
        )
        found = dict(cursor.fetchall())
    return {name: found[name] for name in names if found[name] != settings.SESSION_SETTINGS[name]}


def set_role_settings() -> None:
    """Store the settings with the current role, for new sessions in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        name = connection.ops.quote_name(cursor.fetchone()[0])
        for setting, value in settings.SESSION_SETTINGS.items():
            cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {name} SET {setting} = '{value}'")
