"""The simulated workers that the demo's process lets work while someone watches.

A campaign has them as long as a row says so: the process that runs them creates the row, renews its
time every few seconds, and stops when the row is gone. Nothing else creates such a row, so a normal
installation has none, and an old one of a process that was killed counts as none."""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from annotation.capabilities import Capability
from annotation.models import Campaign, Heartbeat, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict

# They are gone if the process has not renewed its row for so long.
FRESH = timedelta(seconds=15)
STOPPED = "The simulated workers have already stopped."


def name_of(campaign_id: int) -> str:
    """Return the name of a campaign's row among the heartbeats."""
    return f"simulation-{campaign_id}"


def begin_simulation(*, campaign: Campaign) -> None:
    """Show that simulated workers are at work in this campaign."""
    Heartbeat.objects.update_or_create(name=name_of(campaign.pk), defaults={"beat_at": Now()})


def renew_simulation(*, campaign: Campaign) -> bool:
    """Show that they are still at work. Return False if they were stopped."""
    rows = Heartbeat.objects.filter(name=name_of(campaign.pk))
    return bool(rows.update(beat_at=Now()))


def end_simulation(*, campaign: Campaign) -> None:
    Heartbeat.objects.filter(name=name_of(campaign.pk)).delete()


def stop_simulation(*, campaign: Campaign, user: User) -> None:
    """Let the simulated workers stop within seconds. Raise Conflict if there are none."""
    project = campaign.dataset.project
    require(project, user, Capability.MANAGE_MEMBERS, "stop its simulated workers")
    with transaction.atomic():
        rows = Heartbeat.objects.filter(name=name_of(campaign.pk), beat_at__gt=Now() - FRESH)
        if not rows.delete()[0]:
            raise Conflict(STOPPED)
        record_campaign_event("simulation.stopped", campaign, user)
