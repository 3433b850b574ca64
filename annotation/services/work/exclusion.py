"""Exclude workers from a campaign whatever its terms, and include them again.

All their judgments leave the figures and they get no more tasks. Their open HIT is offered to
others, and HITs with missing judgments are requested again. Nothing is deleted: including them
restores everything, apart from what others did in the meantime. They stay paid."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Campaign, Enrolment, User
from annotation.services.audit import record_worker_event
from annotation.services.errors import Invalid
from annotation.services.short_texts import reason_of
from annotation.services.work.counting import Recount, judgments_of, recount_together
from annotation.services.work.missing_judgments import preview_settling

MAX_REASON_LENGTH = 500
MAX_WORKERS = 50


@dataclass(frozen=True)
class Foreseen:
    """The effect that excluding or including workers would have now: the judgments that leave or
    enter the figures, the HITs that are requested again, and the total number of judgments for
    them."""

    judgments: tuple[int, ...]
    hits: int
    asked_again: int


@dataclass(frozen=True)
class Done:
    """The effect of excluding or including workers, and the enrolments that it changed."""

    changed: Recount
    enrolments: tuple[int, ...]


def exclude_worker(*, enrolment: Enrolment, user: User, reason: str) -> Recount:
    """Exclude a worker from a campaign. If they are excluded already, nothing changes, not even the
    reason."""
    return exclude_workers(
        campaign=enrolment.campaign, enrolments=[enrolment.pk], user=user, reason=reason
    ).changed


def exclude_workers(
    *, campaign: Campaign, enrolments: Sequence[int], user: User, reason: str
) -> Done:
    """Exclude workers from a campaign, all of them or none, for one reason."""
    wrong_length = f"Say why, for the record, in 1 to {MAX_REASON_LENGTH} characters."
    reason = reason_of(reason, MAX_REASON_LENGTH, wrong_length)
    with transaction.atomic():
        included = [one for one in _locked(campaign, enrolments) if one.excluded_at is None]
        keys = [enrolment.pk for enrolment in included]
        Enrolment.objects.filter(pk__in=keys).update(excluded_at=Now(), exclusion_reason=reason)
        return _recounted("worker.excluded", included, user, reason=reason)


def include_worker(*, enrolment: Enrolment, user: User) -> Recount:
    """Include a worker again. A worker who was stopped before is still stopped."""
    return include_workers(
        campaign=enrolment.campaign, enrolments=[enrolment.pk], user=user
    ).changed


def include_workers(*, campaign: Campaign, enrolments: Sequence[int], user: User) -> Done:
    """Include workers again, all of them or none; those who withdrew stay out permanently."""
    with transaction.atomic():
        out = [one for one in _locked(campaign, enrolments) if may_be_included(one)]
        keys = [enrolment.pk for enrolment in out]
        Enrolment.objects.filter(pk__in=keys).update(excluded_at=None, exclusion_reason="")
        return _recounted("worker.included", out, user)


def foresee_exclusion(campaign: Campaign, enrolments: Sequence[Enrolment]) -> Foreseen:
    """Return the effect that excluding these workers of a campaign would have now."""
    return _foreseen(campaign, enrolments, counts=True)


def foresee_inclusion(campaign: Campaign, enrolments: Sequence[Enrolment]) -> Foreseen:
    """Return the effect that including these workers again would have now. Judgments of workers who
    failed stay out if the campaign leaves these out."""
    back = [one for one in enrolments if not (one.stopped_at and campaign.leave_out_failed)]
    return _foreseen(campaign, back, counts=False)


def may_be_included(enrolment: Enrolment) -> bool:
    return enrolment.excluded_at is not None and enrolment.withdrawn_at is None


def _foreseen(campaign: Campaign, enrolments: Sequence[Enrolment], *, counts: bool) -> Foreseen:
    moving = dict(
        judgments_of(*enrolments).filter(counts=counts).order_by("pk").values_list("pk", "hit")
    )
    hits = list(dict.fromkeys(moving.values()))
    more_hits, judgments = preview_settling(campaign, hits, list(moving))
    return Foreseen(tuple(moving), more_hits, judgments)


def _recounted(verb: str, enrolments: Sequence[Enrolment], user: User, **details: object) -> Done:
    """Recount for the workers and audit each, with the number of judgments requested again for all
    of them."""
    if not enrolments:
        return Done(Recount(), ())
    for enrolment in enrolments:
        enrolment.refresh_from_db(fields=["excluded_at", "exclusion_reason"])
    campaign = enrolments[0].campaign
    changed = recount_together(campaign, enrolments, user)
    if len(enrolments) > 1:
        details["workers"] = len(enrolments)
    for enrolment in enrolments:
        record_worker_event(
            verb,
            enrolment,
            user,
            object_id=enrolment.pk,
            judgments=changed.by_enrolment.get(enrolment.pk, 0),
            asked_again=changed.asked_again,
            **details,
        )
    return Done(changed, tuple(enrolment.pk for enrolment in enrolments))


def _locked(campaign: Campaign, enrolments: Sequence[int]) -> list[Enrolment]:
    if len(enrolments) > MAX_WORKERS:
        raise Invalid(f"Choose at most {MAX_WORKERS} workers at once.", field="worker")
    rows = Enrolment.objects.select_for_update(of=("self",), no_key=True)
    rows = rows.select_related("campaign").filter(campaign=campaign, pk__in=enrolments)
    return list(rows.order_by("pk"))
