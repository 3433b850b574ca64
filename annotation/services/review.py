"""A researcher rejects a judgment or restores it; the figures follow by the next fold."""

from django.db import transaction

from annotation.models import Judgment, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.nudge import nudge_after_commit


def review_judgment(*, judgment: Judgment, user: User, review: str, reason: str = "") -> Judgment:
    """Rejected work stays stored and leaves the figures; restoring it brings it back."""
    if review not in Judgment.Review.values:
        raise Invalid("Choose accepted, rejected or nothing.", field="review")
    with transaction.atomic():
        judgment = Judgment.objects.select_for_update().get(pk=judgment.pk)
        if review == Judgment.Review.REJECTED and not judgment.took_slot:
            raise Conflict("This judgment came too late to count, so it cannot be rejected.")
        judgment.review = review
        judgment.counts = judgment.took_slot and review != Judgment.Review.REJECTED
        judgment.save(update_fields=["review", "counts"])
        record_event(
            f"judgment.{review or 'restored'}",
            campaign=judgment.campaign,
            user=user,
            object_id=judgment.pk,
            reason=reason,
        )
        nudge_after_commit(judgment.campaign_id)
    return judgment
