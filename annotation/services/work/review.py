"""Reject and restore judgments.

The figures follow at the next fold. A rejected judgment is asked of somebody else, unless it is
restored before. The worker stays paid."""

from django.db import transaction

from annotation.models import Enrolment, Judgment, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.work.counting import may_count
from annotation.services.work.majority import lock_decision, settle_hits
from annotation.services.work.nudge import nudge_after_commit


def review_judgment(*, judgment: Judgment, user: User, review: str, reason: str = "") -> Judgment:
    """Set the review of a judgment. A rejected one stays stored and leaves the figures; a restored
    one comes back."""
    if review not in Judgment.Review.values:
        raise Invalid("Choose accepted, rejected or nothing.", field="review")
    with transaction.atomic():
        enrolment = Enrolment.objects.select_for_update(of=("self",), no_key=True).get(
            assignments__judgment=judgment.pk
        )
        judgment = (
            Judgment.objects.select_for_update(of=("self",))
            .select_related("hit", "campaign")
            .get(pk=judgment.pk)
        )
        if review == Judgment.Review.REJECTED and not judgment.took_slot:
            raise Conflict("This judgment came too late to count, so it cannot be rejected.")
        judgment.review = review
        judgment.counts = may_count(judgment, enrolment)
        lock_decision([judgment.hit_id])
        judgment.save(update_fields=["review", "counts"])
        settle_hits(judgment.campaign, [judgment.hit_id])
        record_event(
            f"judgment.{review or 'restored'}",
            campaign=judgment.campaign,
            user=user,
            object_id=judgment.pk,
            reason=reason,
        )
        nudge_after_commit(judgment.campaign_id)
    return judgment
