"""Compare a set with the crowd of a campaign, and release it. The campaign does not change."""

from django.db import transaction
from django.db.models import QuerySet

from annotation.models import AnnotationSet, Campaign, Dataset, HeldSet, User
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.messages import send
from annotation.services.lifecycle.guard import require_open

MAX_REFERENCE_SETS = 20


def comparable_sets(campaign: Campaign) -> QuerySet[AnnotationSet]:
    """Return the sets that can be compared with a campaign: same items, same scheme."""
    return AnnotationSet.objects.filter(dataset=campaign.dataset_id, scheme=campaign.scheme)


def hold_set(*, campaign: Campaign, own: AnnotationSet, user: User | None) -> HeldSet:
    """Compare a set with a campaign; its figures are computed soon. Idempotent."""
    require_open(campaign.dataset, campaign, own)
    if campaign.status == Campaign.Status.DRAFT:
        raise Invalid(
            "This campaign is a draft and has no crowd yet. Launch it first.", field="set"
        )
    if own.dataset_id != campaign.dataset_id or own.scheme != campaign.scheme:
        raise Invalid(
            f"“{own}” is not about this campaign’s items, or has another scheme, so they cannot "
            "be compared.",
            field="set",
        )
    with transaction.atomic():
        Dataset.objects.select_for_update(no_key=True).get(pk=campaign.dataset_id)
        others = HeldSet.objects.not_deleted().filter(campaign=campaign).exclude(set=own)
        if others.count() >= MAX_REFERENCE_SETS:
            raise Conflict(
                f"At most {MAX_REFERENCE_SETS} sets can be compared with a campaign. Remove one "
                "first."
            )
        reference, made = HeldSet.objects.get_or_create(
            campaign=campaign, set=own, defaults={"user": user}
        )
        if made:
            _record("held", reference, user)
            transaction.on_commit(lambda: send("tasks.hold", reference.pk))
    return reference


def let_go(*, campaign: Campaign, own: AnnotationSet, user: User | None) -> None:
    """Release a set and delete its figures; it can be compared again at any time."""
    require_open(campaign.dataset, campaign)
    with transaction.atomic():
        reference = HeldSet.objects.select_for_update().filter(campaign=campaign, set=own).first()
        if reference is not None:
            _record("let_go", reference, user)
            reference.delete()


def _record(what: str, reference: HeldSet, user: User | None) -> None:
    record_campaign_event(
        f"set.{what}",
        reference.campaign,
        user,
        object_id=reference.set_id,
        name=reference.set.name,
    )
