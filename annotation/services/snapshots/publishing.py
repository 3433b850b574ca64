"""Publish snapshots: anyone with the link can read them without signing in."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.crypto import get_random_string

from annotation.capabilities import Capability
from annotation.models import Campaign, Publication, Snapshot, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.short_texts import require_short
from annotation.services.snapshots.files import files_of
from midpath.snapshots.manifest import SIGNATURE

NOT_CLOSED = (
    "The campaign is not closed, so workers could read the gold answers and each other’s "
    "answers in the snapshot. Close the campaign first."
)
MAX_AUTHORS_LENGTH, MAX_LICENCE_LENGTH = 300, 100
# Letters and digits that are not easily confused, 60 bits of them.
LETTERS, CODE_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 12


def publish_snapshot(
    *, snapshot: Snapshot, user: User, authors: str, licence: str = ""
) -> Publication:
    """Publish a snapshot of a closed campaign. Publishing again restores the previous address."""
    _require_right(snapshot, user)
    authors, licence = " ".join(authors.split()), " ".join(licence.split())
    for field, text, longest in (
        ("authors", authors, MAX_AUTHORS_LENGTH),
        ("licence", licence, MAX_LICENCE_LENGTH),
    ):
        require_short(text, field, longest, f"Enter at most {longest} characters.")
    if not authors:
        raise Invalid("Enter the authors to cite.", field="authors")
    with transaction.atomic():
        # The campaign is locked first, since deleting or resuming it locks it and checks for this.
        _require_closed(snapshot)
        locked = Snapshot.objects.select_for_update(of=("self",), no_key=True).get(pk=snapshot.pk)
        _require_whole(locked)
        made, _ = Publication.objects.update_or_create(
            snapshot=locked,
            defaults={"authors": authors, "licence": licence, "user": user, "withdrawn_at": None},
            create_defaults={
                "code": get_random_string(CODE_LENGTH, LETTERS),
                "authors": authors,
                "licence": licence,
                "user": user,
            },
        )
        _record("published", locked, user, made)
    made.refresh_from_db()
    return made


def unpublish_snapshot(*, snapshot: Snapshot, user: User) -> None:
    """Withdraw it from public view; its address then answers that it was withdrawn."""
    _require_right(snapshot, user)
    with transaction.atomic():
        published = Publication.objects.filter(snapshot=snapshot, withdrawn_at=None)
        if published.update(withdrawn_at=Now()):
            _record("unpublished", snapshot, user, snapshot.publication)


def _require_right(snapshot: Snapshot, user: User) -> None:
    project = snapshot.campaign.dataset.project
    require(project, user, Capability.PUBLISH, "publish or unpublish a snapshot")


def _require_closed(snapshot: Snapshot) -> None:
    rows = Campaign.objects.select_for_update(of=("self",), no_key=True)
    campaign = rows.filter(pk=snapshot.campaign_id).first()
    if campaign is None or campaign.status != Campaign.Status.CLOSED:
        raise Conflict(NOT_CLOSED)


def _require_whole(snapshot: Snapshot) -> None:
    if snapshot.status != Snapshot.Status.READY:
        raise Conflict("Only a finished snapshot can be published.")
    if snapshot.problem:
        raise Conflict(f"{snapshot.problem} Create another snapshot and publish that.")
    if SIGNATURE not in {file.name for file in files_of(snapshot)}:
        raise Conflict(
            "This snapshot predates signatures. Create another snapshot and publish that."
        )


def _record(what: str, snapshot: Snapshot, user: User, made: Publication) -> None:
    record_campaign_event(
        f"snapshot.{what}",
        snapshot.campaign,
        user,
        object_id=snapshot.pk,
        code=made.code,
        authors=made.authors,
        licence=made.licence,
    )
