"""Check whether the site works. Only a stored row proves that the database accepts writes. More
checks, with reasons, are in annotation.services.monitoring."""

from datetime import timedelta

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models.functions import Now

from annotation.models import Heartbeat

SWEEPS_MISSED = 6
WRITES = "writes"
# Spills 700 kB to a temporary file: on a full disk, a row can still be changed in place, but
# none can be added.
SPILL = "SELECT count(*) FROM generate_series(1, 50000)"
# A row counts as proof for this long, so that frequent requests cause no more writes.
PROOF = timedelta(seconds=5)
# The times at which reconciliation last found a difference, and a letter was last given up.
RECONCILE_DIFFERED, MAIL_GIVEN_UP = "reconcile differed", "mail given up"


def beat_heart(name: str) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": Now()})


def database_answers() -> bool:
    """Return whether the database can be read."""
    try:
        Heartbeat.objects.exists()
    except Error:
        return False
    return True


def prove_writes() -> bool:
    """Return whether the database accepts writes and has room for more. A row stored by any server
    within the last seconds is proof enough."""
    try:
        with transaction.atomic():
            fresh = Heartbeat.objects.filter(name=WRITES, beat_at__gt=Now() - PROOF)
            if not fresh.exists():
                _require_room()
                Heartbeat.objects.update_or_create(name=WRITES, defaults={"beat_at": Now()})
    except Error:
        return False
    return True


def _require_room() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(SPILL)


def sweep_is_alive() -> bool:
    """Return whether the sweep ran recently, by the database's clock."""
    allowed = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS)
    return Heartbeat.objects.filter(name="sweep", beat_at__gt=Now() - allowed).exists()
