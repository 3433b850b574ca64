"""Approve new workers by hand, or turn them away, in campaigns that screen."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import Campaign, Enrolment, User
from annotation.services.audit import record_campaign_event
from annotation.services.people.entry import clear_if_done, locked

MAX_CONCURRENT = 500


def waiting_in(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the workers of a campaign who wait for approval."""
    return campaign.enrolments.filter(cleared_at=None, approved_at=None, turned_away_at=None)


def approve_workers(*, campaign: Campaign, user: User, enrolments: Collection[int]) -> int:
    """Admit these workers, including those turned away before; return how many are newly
    admitted."""
    return sum(_decide(campaign, user, key, approve=True) for key in _bounded(enrolments))


def decline_workers(*, campaign: Campaign, user: User, enrolments: Collection[int]) -> int:
    """Turn these workers away, unless they have begun; return how many are newly turned away."""
    return sum(_decide(campaign, user, key, approve=False) for key in _bounded(enrolments))


def _bounded(enrolments: Collection[int]) -> list[int]:
    return sorted(set(enrolments))[:MAX_CONCURRENT]


def _decide(campaign: Campaign, user: User, enrolment_id: int, *, approve: bool) -> bool:
    with transaction.atomic():
        if not campaign.enrolments.filter(pk=enrolment_id).exists():
            return False
        enrolment = locked(Enrolment(pk=enrolment_id))
        decided = enrolment.approved_at if approve else enrolment.turned_away_at
        if decided is not None or enrolment.cleared_at is not None:
            return False
        Enrolment.objects.filter(pk=enrolment_id).update(
            approved_at=Now() if approve else None, turned_away_at=None if approve else Now()
        )
        record_campaign_event(
            "worker.approved" if approve else "worker.turned_away",
            campaign,
            user,
            worker=enrolment.worker_id,
            object_id=enrolment_id,
        )
        if approve:
            clear_if_done(enrolment)
        return True
