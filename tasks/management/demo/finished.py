"""The demo's finished campaign: it is closed, and everyone can read and verify its snapshot."""

import time

from annotation.models import Campaign, Publication, Snapshot, User
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.jobs.kinds import SNAPSHOT
from annotation.services.snapshots.publishing import publish_snapshot
from annotation.services.snapshots.snapshots import ask_for_snapshot
from tasks.run_job import make_job, make_snapshot

AUTHORS = "A simulated crowd of the Midpath demo"
LICENCE = "CC0 1.0"
NOTE = "All judgments of the simulated crowd"
# A Celery process may be making the snapshot already.
TRIES, PAUSE_SECONDS = 40, 0.5
UNFINISHED = (Snapshot.Status.WAITING, Snapshot.Status.RUNNING)


def publish_finished(campaign: Campaign, user: User) -> None:
    """Close a campaign, make its snapshot and publish it. What someone has decided about it since
    is not changed."""
    snapshot = Snapshot.objects.filter(campaign=campaign).order_by("pk").first()
    if snapshot is None:
        close_campaign(campaign=campaign, user=user)
        snapshot = ask_for_snapshot(campaign=campaign, user=user, files=["gold"], note=NOTE)
    if Publication.objects.filter(snapshot__campaign=campaign).exists():
        return
    for _ in range(TRIES):
        make_job(SNAPSHOT, snapshot.pk, make_snapshot)
        snapshot.refresh_from_db()
        if snapshot.status not in UNFINISHED:
            break
        time.sleep(PAUSE_SECONDS)
    closed = Campaign.objects.filter(pk=campaign.pk, status=Campaign.Status.CLOSED).exists()
    if closed and snapshot.status == Snapshot.Status.READY:
        publish_snapshot(snapshot=snapshot, user=user, authors=AUTHORS, licence=LICENCE)
