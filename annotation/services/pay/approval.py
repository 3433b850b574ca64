"""Accept unreviewed judgments automatically after the campaign's number of days."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from annotation.models import Campaign, Judgment
from annotation.services.clock import database_now
from annotation.services.errors import Conflict
from annotation.services.work.choosing import Chosen
from annotation.services.work.reviews import review_judgments

# Minimum interval: one act for an hour's judgments, not for each of them.
EVERY = timedelta(hours=1)


def approve_overdue() -> None:
    """Accept judgments that have waited long enough by the database's clock, each once.

    A time span is claimed by moving `approved_until`, which only one process can do. A review
    cleared afterwards waits for manual review."""
    for campaign in _due():
        with transaction.atomic():
            until = database_now() - timedelta(days=campaign.approve_after_days or 0)
            moved = Campaign.objects.filter(
                pk=campaign.pk, approved_until=campaign.approved_until
            ).update(approved_until=until)
        if moved:
            _approve(campaign, Chosen(since=campaign.approved_until, until=until))


def _approve(campaign: Campaign, chosen: Chosen) -> None:
    try:
        review_judgments(
            campaign=campaign, user=None, review=Judgment.Review.ACCEPTED, chosen=chosen
        )
    except Conflict:
        return


def _due() -> QuerySet[Campaign]:
    waited = F("approve_after_days") * timedelta(days=1)
    launched = Campaign.objects.launched().in_use().filter(approve_after_days__isnull=False)
    overdue = Q(approved_until__isnull=True) | Q(approved_until__lt=Now() - waited - EVERY)
    return launched.filter(overdue).select_related("dataset").order_by("pk")
