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

# What a connection notices within half a minute: that the database's machine is gone, without a
# word. Otherwise a query that it has received would be waited for as long as the kernel does, two
# hours, and the leases of its process would be renewed meanwhile, through new connections.
SIGNS_OF_LIFE = {
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
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
            **SIGNS_OF_LIFE,
        },
        "CONN_MAX_AGE": env.number("MIDPATH_CONNECTION_SECONDS", 600),
        "CONN_HEALTH_CHECKS": True,
    }
