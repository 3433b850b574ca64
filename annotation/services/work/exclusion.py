"""Take a worker out of a campaign whatever its terms, and back in.

All their judgments leave the figures and they are handed out nothing more. The HIT that they hold
is offered to others, and each HIT that falls short of its judgments is asked again. Nothing is
deleted: if they are included again, all is as before, beside what others did meanwhile. They stay
paid."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q
from django.db.models.functions import Now

from annotation.characters import trouble_with_characters
from annotation.models import HIT, Enrolment, User
from annotation.services.audit import record_event
from annotation.services.errors import Invalid
from annotation.services.work.counting import Recount, judgments_of, recount

LONGEST_REASON = 500


@dataclass(frozen=True)
class Foreseen:
    """The effect that an exclusion would have now: the number of judgments that leave the figures
    and of HITs that are asked again, once each. `at_most` is set where it depends on whether the
    other workers agree."""

    judgments: int
    hits: int
    at_most: bool


def exclude_worker(*, enrolment: Enrolment, user: User, reason: str) -> Recount:
    """Take a worker out of a campaign. If they are out already, nothing changes, the reason
    included."""
    reason = _clean(reason)
    with transaction.atomic():
        enrolment = _locked(enrolment)
        if enrolment.excluded_at is not None:
            return Recount()
        Enrolment.objects.filter(pk=enrolment.pk).update(excluded_at=Now(), exclusion_reason=reason)
        return _recounted("worker.excluded", enrolment, user, reason=reason)


def include_worker(*, enrolment: Enrolment, user: User) -> Recount:
    """Take a worker back in. A worker who was stopped before is still stopped."""
    with transaction.atomic():
        enrolment = _locked(enrolment)
        if enrolment.excluded_at is None:
            return Recount()
        Enrolment.objects.filter(pk=enrolment.pk).update(excluded_at=None, exclusion_reason="")
        return _recounted("worker.included", enrolment, user)


def foresee_exclusion(enrolment: Enrolment) -> Foreseen:
    """Return the effect that excluding this worker would have now."""
    campaign = enrolment.campaign
    counting = judgments_of(enrolment).filter(counts=True)
    hits = HIT.objects.filter(pk__in=counting.values("hit"))
    if not campaign.is_adaptive:
        lost = Count("judgments", Q(judgments__took_slot=True, judgments__counts=False))
        hits = hits.annotate(lost=lost).filter(quota__lte=F("lost") + campaign.redundancy)
    return Foreseen(counting.count(), hits.count(), at_most=campaign.is_adaptive)


def _recounted(verb: str, enrolment: Enrolment, user: User, **details: Any) -> Recount:
    enrolment.refresh_from_db(fields=["excluded_at", "exclusion_reason"])
    changed = recount(enrolment.campaign, enrolment, user)
    record_event(
        verb,
        campaign=enrolment.campaign,
        user=user,
        worker=enrolment.worker_id,
        object_id=enrolment.pk,
        judgments=changed.judgments,
        asked_again=changed.asked_again,
        **details,
    )
    return changed


def _clean(reason: str) -> str:
    if trouble := trouble_with_characters(reason):
        raise Invalid(f"In the reason: {trouble}", field="reason")
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= LONGEST_REASON:
        raise Invalid(
            f"Say why, for the record, in 1 to {LONGEST_REASON} characters.", field="reason"
        )
    return reason


def _locked(enrolment: Enrolment) -> Enrolment:
    return (
        Enrolment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("campaign")
        .get(pk=enrolment.pk)
    )
