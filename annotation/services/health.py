"""Whether the site can do its work. That writes are kept is only known by one that was."""

from datetime import timedelta

from django.conf import settings
from django.db import Error, transaction
from django.db.models.functions import Now

from annotation.models import Heartbeat

SWEEPS_MISSED = 6
WRITES = "writes"
# A proof holds for so long: whoever asks without end makes the database write no more.
PROOF = timedelta(seconds=5)


def database_answers() -> bool:
    """Return whether the database can be read."""
    try:
        Heartbeat.objects.exists()
    except Error:
        return False
    return True


def prove_writes() -> bool:
    """Keep a row, unless some server did within the last seconds; False where that fails, as it
    does on a full disk."""
    try:
        with transaction.atomic():
            fresh = Heartbeat.objects.filter(name=WRITES, beat_at__gt=Now() - PROOF)
            if not fresh.exists():
                Heartbeat.objects.update_or_create(name=WRITES, defaults={"beat_at": Now()})
    except Error:
        return False
    return True


def sweep_is_alive() -> bool:
    """Return whether the background work was seen lately, by the database's clock."""
    allowed = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS)
    return Heartbeat.objects.filter(name="sweep", beat_at__gt=Now() - allowed).exists()
