"""A researcher rejects a judgment or restores it; the figures follow by the next fold. Where a HIT
is judged until its workers agree, what is rejected is asked for again, and no more once it is
restored."""

from django.db import transaction

from annotation.models import Enrolment, Judgment, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.majority import lock_decision, settle_hits
from annotation.services.nudge import nudge_after_commit


def review_judgment(*, judgment: Judgment, user: User, review: str, reason: str = "") -> Judgment:
    """Rejected work stays stored and leaves the figures; restoring it brings it back."""
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
        judgment.counts = _may_count(judgment, enrolment) and review != Judgment.Review.REJECTED
        if judgment.hit.cap is not None:
            lock_decision([judgment.hit_id])
        judgment.save(update_fields=["review", "counts"])
        if judgment.hit.cap is not None:
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


def _may_count(judgment: Judgment, enrolment: Enrolment) -> bool:
    left_out = enrolment.stopped_at is not None and judgment.campaign.leave_out_failed
    return judgment.took_slot and not judgment.hit.known and not left_out
