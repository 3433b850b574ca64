"""Checks of how an instance is set up, for `manage.py doctor` only: they change with its settings,
not while it runs."""

from pathlib import Path
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import get_connection
from django.db import connection

from annotation.services.monitoring.checks import Check, Effect, Finding
from annotation.services.session_settings import find_wrong_settings

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
OLDEST_POSTGRES = 14
MAX_CONNECTIONS_PERCENT = 80
MAIL_SECONDS = 5
# Settings of PostgreSQL without which a crash loses answers that were acknowledged.
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


def is_public() -> bool:
    return not set(settings.ALLOWED_HOSTS) <= LOOPBACK


def find_debugging() -> Finding | None:
    if not settings.DEBUG:
        return None
    return Finding("MIDPATH_DEBUG is 1, which shows internal details.", "Unset it on a server.")


def find_plain_http() -> Finding | None:
    if settings.BEHIND_HTTPS and not settings.CSRF_TRUSTED_ORIGINS:
        return Finding(
            "MIDPATH_ORIGINS is empty, so browsers' forms may be refused behind HTTPS.",
            "Set it to the addresses of this server, such as https://example.org.",
        )
    if settings.BEHIND_HTTPS or not is_public():
        return None
    return Finding(
        "People reach this server without HTTPS, so passwords can be read on the way.",
        "Put an HTTPS proxy in front of it, and set MIDPATH_HTTPS=1.",
    )


def find_uncounted_proxies() -> Finding | None:
    if settings.PROXIES or not is_public():
        return None
    return Finding(
        "MIDPATH_PROXIES is 0. If a proxy is in front of this server, all clients count as one.",
        "Set it to the number of proxies that add to X-Forwarded-For, usually 1. Never expose "
        "gunicorn itself.",
    )


def find_unsent_mail() -> Finding | None:
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        problem = "Mails are printed and not sent, because EMAIL_URL is not set."
        return Finding(problem, "Set EMAIL_URL to your mail server.") if is_public() else None
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return None
    server = get_connection(timeout=MAIL_SECONDS)
    try:
        server.open()
        server.close()
    except (SMTPException, OSError) as error:
        return Finding(
            f"The mail server {settings.EMAIL_HOST} does not accept a connection: "
            f"{type(error).__name__}.",
            "Correct EMAIL_URL: its port, the kind of encryption, or the password.",
        )
    return None


def find_missing_files() -> Finding | None:
    if settings.DEBUG or (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return None
    return Finding(
        "The static files are not collected, so pages fail.",
        "Run manage.py collectstatic --noinput.",
    )


def find_superuser() -> Finding | None:
    if not _value("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        return None
    return Finding(
        "Midpath connects to PostgreSQL as a superuser, who may read files of the machine.",
        "Create a role that owns only this database, and use it in DATABASE_URL.",
    )


def find_missing_limits() -> Finding | None:
    """Find limits that a pool dropped: PgBouncer ignores or refuses options of a connection."""
    wrong = find_wrong_settings()
    if not wrong:
        return None
    return Finding(
        f"Sessions do not have their settings: {', '.join(f'{a} is {b}' for a, b in wrong.items())}"
        ". A locked row may block requests for as long as it is locked.",
        "Run manage.py set_role_settings, and let the pool open new sessions.",
    )


def find_volatile_settings() -> Finding | None:
    off = [name for name in DURABLE if _value(f"SHOW {name}") == "off"]
    if not off:
        return None
    return Finding(
        f"PostgreSQL runs with {', '.join(f'{name} = off' for name in off)}, so a crash of its "
        "machine can lose answers.",
        "Remove this from its configuration and restart it.",
    )


def find_few_connections() -> Finding | None:
    used = int(_value("SELECT count(*) FROM pg_stat_activity WHERE backend_type LIKE 'client%%'"))
    most = int(_value("SHOW max_connections"))
    if 100 * used < MAX_CONNECTIONS_PERCENT * most:
        return None
    return Finding(
        f"{used} of {most} connections to PostgreSQL are in use.",
        "Raise max_connections, or start fewer web threads and Celery processes.",
    )


def find_failing_archive() -> Finding | None:
    if not _value(
        "SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver"
    ):
        return None
    return Finding(
        "PostgreSQL cannot archive its log (WAL), which fills its disk.",
        "Run archive_command by hand and read the log of PostgreSQL.",
    )


def find_old_postgres() -> Finding | None:
    version = int(_value("SHOW server_version_num")) // 10_000
    if version >= OLDEST_POSTGRES:
        return None
    return Finding(
        f"PostgreSQL is of version {version}; Midpath needs {OLDEST_POSTGRES}.",
        "Dump the database, and restore it into a later version.",
    )


def _value(statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone()
    return row[0] if row else ""


SETUP_CHECKS = (
    Check("debug", Effect.WARNING, find_debugging, needs_database=False),
    Check("https", Effect.WARNING, find_plain_http, needs_database=False),
    Check("proxies", Effect.WARNING, find_uncounted_proxies, needs_database=False),
    Check("mail server", Effect.WARNING, find_unsent_mail, needs_database=False),
    Check("static files", Effect.WARNING, find_missing_files, needs_database=False),
    Check("role", Effect.WARNING, find_superuser),
    Check("limits", Effect.WARNING, find_missing_limits),
    Check("durability", Effect.WARNING, find_volatile_settings),
    Check("connections", Effect.WARNING, find_few_connections),
    Check("archive", Effect.WARNING, find_failing_archive),
    Check("version", Effect.WARNING, find_old_postgres),
)
