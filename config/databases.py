"""The connections to PostgreSQL: directly or through a pool, each with the same limits."""

from collections.abc import Mapping
from typing import Any

from config import env

# What each session must have in force, as SHOW prints it. A request waits for no lock longer, so
# that one that first waits for a thread behind another is still answered within two seconds; and
# the database ends transactions whose client was lost.
SESSION_SETTINGS = {
    "jit": "off",
    "lock_timeout": "750ms",
    "idle_in_transaction_session_timeout": "1min",
}


def connected(database: Mapping[str, Any], *, pooled: bool) -> dict[str, Any]:
    """Return Django's settings for a database, with those of its sessions.

    A pool passes no options on, so `manage.py set_role_settings` stores them with the role."""
    options = " ".join(f"-c {key}={value}" for key, value in SESSION_SETTINGS.items())
    return {
        **database,
        "ENGINE": "config.pooled_postgresql" if pooled else "config.prepared_postgresql",
        "OPTIONS": {
            **database["OPTIONS"],
            **({} if pooled else {"options": options}),
            "connect_timeout": 2,
        },
        "CONN_MAX_AGE": env.number("MIDPATH_CONNECTION_SECONDS", 600),
        "CONN_HEALTH_CHECKS": True,
    }
