"""The checks of the core, each with what is wrong and what to do."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Q, Sum
from django.db.models.functions import Now
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from annotation.models import AgreementState, Heartbeat, Invitation, Letter
from annotation.services.clock import database_now
from annotation.services.health import (
    MAIL_GIVEN_UP,
    RECONCILE_DIFFERED,
    prove_writes,
    sweep_is_alive,
)
from annotation.services.monitoring.checks import Check, Effect, Finding, checks_of_addons
from annotation.services.monitoring.dead_letters import find_dead_letters
from annotation.services.monitoring.queues import MAX_COUNTED, unfinished_jobs, unfolded
from annotation.services.replica import gauge, has_replica, is_usable

FOLD_SECONDS = 60
JOB_SECONDS = 1800
MAIL_WAITS = timedelta(minutes=30)
# A problem that Midpath has dealt with is reported for so long.
REPORTED_FOR = timedelta(days=1)
# Each campaign is compared at least once a day.
RECONCILE_EVERY = timedelta(days=2)
FREE_PERCENT = 10
MAX_SKEW_SECONDS = 5
REDIS_SECONDS = 0.5


class PendingMigrations:
    """The check of migrations. Once all are applied, a process need not look again: its own code
    does not change."""

    applied = False

    def __call__(self) -> Finding | None:
        if not self.applied:
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if plan:
                return Finding(
                    f"{len(plan)} migrations are not applied, the first is {plan[0][0]}.",
                    "Run manage.py migrate, before web servers and workers start.",
                )
            self.applied = True
        return None


def find_failing_writes() -> Finding | None:
    if prove_writes():
        return None
    return Finding(
        "The database stores nothing: its disk is full, or it is read-only.",
        "Free space on the disk of PostgreSQL, or connect to the primary server. Workers' answers "
        "stay in their browsers meanwhile.",
    )


def find_late_sweep() -> Finding | None:
    if sweep_is_alive():
        return None
    return Finding(
        "The sweep is late, so figures are out of date and expired tasks are not freed.",
        "Check that Celery beat and at least one Celery worker run, and read their logs. Nothing "
        "is lost; the work catches up by itself.",
    )


def find_unfolded() -> Finding | None:
    waiting = unfolded()
    if waiting.judgments >= MAX_COUNTED:
        problem = f"{MAX_COUNTED:,} or more judgments are not in the figures yet."
    elif waiting.seconds > FOLD_SECONDS:
        problem = (
            f"{waiting.judgments:,} judgments are not in the figures yet, and a campaign among "
            f"theirs has made no progress for {waiting.seconds:,.0f} s."
        )
    else:
        return None
    return Finding(
        problem,
        "Check the log of the Celery workers for errors of tasks.fold, and start more workers if "
        "all are busy.",
    )


def find_waiting_jobs() -> Finding | None:
    late = [one for one in unfinished_jobs() if one.seconds > JOB_SECONDS]
    if not late:
        return None
    oldest = max(late, key=lambda one: one.seconds)
    return Finding(
        f"{sum(one.waiting for one in late)} jobs wait, the oldest ({oldest.kind}) for "
        f"{oldest.seconds / 60:,.0f} minutes.",
        "A long job of the same lane may be running: see manage.py doctor and the log of the "
        "Celery workers. A job can be stopped on its page.",
    )


def find_differences() -> Finding | None:
    """Find campaigns whose stored results differed from the judgments, or are no longer
    compared."""
    long_ago = Now() - RECONCILE_EVERY
    overdue = Q(reconciled_at__lt=long_ago)
    overdue |= Q(reconciled_at=None, version__gt=0, campaign__launched_at__lt=long_ago)
    found = AgreementState.objects.filter(campaign__deleted_at=None).aggregate(
        mended=Sum("mended", default=0), late=Count("pk", filter=overdue)
    )
    at = beat_at(RECONCILE_DIFFERED)
    if at is not None and timezone.now() - at < REPORTED_FOR:
        return Finding(
            f"Stored results differed from the judgments and were corrected at "
            f"{at:%Y-%m-%d %H:%M} UTC ({found['mended']} at the last comparisons).",
            "Figures are right again. Run manage.py reconcile to check all campaigns, and report "
            "it with the log of the Celery worker: this should not happen.",
        )
    if found["late"]:
        return Finding(
            f"{found['late']} campaigns were not compared with their judgments for two days.",
            "Run manage.py reconcile, and read the log of the Celery workers for errors of "
            "tasks.reconcile_live.",
        )
    return None


def find_mail() -> Finding | None:
    """Find mail that no server accepts, and addresses that were refused. A server that accepts a
    mail and returns it later does not inform Midpath."""
    old = Letter.objects.filter(written_at__lt=Now() - MAIL_WAITS).count()
    old += (
        Invitation.objects.acceptable()
        .filter(mail=Invitation.Mail.WAITING, made_at__lt=Now() - MAIL_WAITS)
        .count()
    )
    if old:
        return Finding(
            f"{old} mails wait for more than {MAIL_WAITS.seconds // 60} minutes.",
            "Check EMAIL_URL and the mail server. The log of the Celery workers has each error.",
        )
    failed = (
        Invitation.objects.acceptable()
        .filter(mail=Invitation.Mail.FAILED, rests_until__gt=Now() - REPORTED_FOR)
        .count()
    )
    at = beat_at(MAIL_GIVEN_UP)
    if failed or (at is not None and timezone.now() - at < REPORTED_FOR):
        return Finding(
            f"Mail was refused and given up ({failed} open invitations; the last letter "
            f"{f'at {at:%Y-%m-%d %H:%M} UTC' if at else 'long ago'}).",
            "Correct the address of the invitation. If all mail is refused, check "
            "MIDPATH_MAIL_FROM and the log of the mail server.",
        )
    return None


@cache
def _redis() -> "Redis":
    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
    )


def find_lost_redis() -> Finding | None:
    try:
        _redis().ping()
    except (RedisError, OSError) as error:
        return Finding(
            f"Redis does not answer: {type(error).__name__}.",
            "Start it, or correct REDIS_URL. Nothing is lost: PostgreSQL has the queue, and the "
            "work waits for the sweep, which needs Redis, too.",
        )
    return None


def find_late_replica() -> Finding | None:
    if not has_replica() or is_usable():
        return None
    seconds = gauge.seconds_behind()
    state = "cannot be reached" if seconds is None else f"is {seconds:,.0f} s behind"
    return Finding(
        f"The replica {state}, so all pages are read from the primary.",
        "Check its log, and pg_stat_replication on the primary.",
    )


def find_full_disk() -> Finding | None:
    for folder, percent in free_space():
        if percent < FREE_PERCENT:
            return Finding(
                f"The disk of {folder} has {percent:.0f} % free space.",
                "Free some space or enlarge the disk. When the disk of PostgreSQL is full, no "
                "answer can be stored.",
            )
    return None


def free_space() -> Iterator[tuple[Path, float]]:
    """Yield the folders to watch, with the free share of their disks in percent."""
    usual = [str(settings.BASE_DIR), tempfile.gettempdir()]
    for folder in map(Path, settings.WATCHED_FOLDERS or usual):
        usage = shutil.disk_usage(folder)
        yield folder, 100 * usage.free / max(usage.total, 1)


def find_clock_skew() -> Finding | None:
    skew = clock_skew()
    if abs(skew) <= MAX_SKEW_SECONDS:
        return None
    return Finding(
        f"The clock of this machine is {abs(skew):,.0f} s {'ahead of' if skew > 0 else 'behind'} "
        "that of the database.",
        "Set both clocks with NTP. Deadlines follow the database, but sign-in codes, signed links "
        "and logs follow this machine.",
    )


def clock_skew() -> float:
    """Return by how many seconds this machine's clock is ahead of the database's, at least."""
    before = time.time()
    middle = database_now().timestamp()
    after = time.time()
    if before <= middle <= after:
        return 0.0
    return before - middle if before > middle else after - middle


def beat_at(name: str) -> datetime | None:
    return Heartbeat.objects.filter(name=name).values_list("beat_at", flat=True).first()


CHECKS = (
    Check("migrations", Effect.NOT_READY, PendingMigrations()),
    Check("writes", Effect.WARNING, find_failing_writes),
    Check("sweep", Effect.WARNING, find_late_sweep),
    Check("folds", Effect.WARNING, find_unfolded),
    Check("jobs", Effect.WARNING, find_waiting_jobs),
    Check("dead_letters", Effect.WARNING, find_dead_letters),
    Check("reconcile", Effect.WARNING, find_differences),
    Check("mail", Effect.WARNING, find_mail),
    Check("clock", Effect.WARNING, find_clock_skew),
    Check("replica", Effect.WARNING, find_late_replica),
    Check("redis", Effect.WARNING, find_lost_redis, needs_database=False),
    Check("disk", Effect.WARNING, find_full_disk, needs_database=False),
)


def all_checks() -> list[Check]:
    return [*CHECKS, *checks_of_addons()]
