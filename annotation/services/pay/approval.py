"""Accept unreviewed judgments automatically after the campaign's number of days."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from annotation.models import Campaign, Judgment, ReviewAct
from annotation.services.clock import database_now
from annotation.services.errors import Conflict
from annotation.services.work.choosing import Chosen
from annotation.services.work.reviews import SECONDS_AT_ONCE, begin_review, go_on_with

# Minimum interval: one act for an hour's judgments, not for each of them.
EVERY = timedelta(hours=1)


def approve_overdue() -> None:
    """Accept judgments that have waited long enough by the database's clock, each once. A failing
    campaign does not stop the others."""
    failures: list[Exception] = []
    for campaign in _due():
        try:
            _approve(campaign)
        except Exception as error:  # noqa: BLE001 - raised again when the others are done
            failures.append(error)
    if failures:
        raise failures[0]


def _approve(campaign: Campaign) -> None:
    """Claim the time since the last approval by moving `approved_until`, which only one process can
    do, and store the review in the same transaction: the sweep carries out what is stored. A review
    cleared afterwards waits for manual review."""
    with transaction.atomic():
        until = database_now() - timedelta(days=campaign.approve_after_days or 0)
        moved = Campaign.objects.filter(
            pk=campaign.pk, approved_until=campaign.approved_until
        ).update(approved_until=until)
        act = _begin(campaign, until) if moved else None
    if act is not None:
        go_on_with(act.pk, SECONDS_AT_ONCE)


def _begin(campaign: Campaign, until: datetime) -> ReviewAct | None:
    """Store the review; return None if there is nothing to accept."""
    chosen = Chosen(since=campaign.approved_until, until=until)
    try:
        return begin_review(
            campaign=campaign, user=None, review=Judgment.Review.ACCEPTED, chosen=chosen
        )
    except Conflict:
        return None


def _due() -> QuerySet[Campaign]:
    waited = F("approve_after_days") * timedelta(days=1)
    launched = Campaign.objects.launched().in_use().filter(approve_after_days__isnull=False)
    overdue = Q(approved_until__isnull=True) | Q(approved_until__lt=Now() - waited - EVERY)
    return launched.filter(overdue).select_related("dataset").order_by("pk")
