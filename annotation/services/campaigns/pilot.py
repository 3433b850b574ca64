"""The pilot of a campaign: its first items, judged by all workers before the others."""

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import Campaign, Judgment, ReviewAct, User
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_open_campaign
from annotation.services.campaigns.people_terms import check_fields
from annotation.services.errors import Conflict
from annotation.services.work.choosing import Chosen
from annotation.services.work.release import next_reopenings
from annotation.services.work.reviews import review_judgments, undo_review

# Workers read it next to their judgments.
REASON = "This task was part of a pilot. It is paid, but not part of the results."
MAY_COUNT = (Judgment.Review.NONE.value, Judgment.Review.ACCEPTED.value)


def end_pilot(*, campaign: Campaign, user: User | None, instructions: str = "") -> Campaign:
    """End the pilot, so that the other items are handed out, and change the instructions if new
    ones are given."""
    with transaction.atomic():
        found = lock_open_campaign(campaign)
        if not found.pilot_items or found.status == Campaign.Status.DRAFT:
            raise Conflict("This campaign has no pilot that could end.")
        if found.pilot_ended_at is not None:
            raise Conflict("The pilot of this campaign has ended already.")
        before = found.instructions
        instructions = "\n".join(instructions.split("\r\n"))  # as browsers send line ends
        if instructions.strip() not in ("", before.strip()):
            found.pilot_instructions, found.instructions = before, instructions
            check_fields(found, ["instructions"])
        found.pilot_ended_at = Now()
        found.save(update_fields=["pilot_ended_at", "pilot_instructions", "instructions"])
        # Workers for whom nothing was left search again.
        next_reopenings(found.pk, 1)
        changed: dict[str, Any] = {"before": before} if found.instructions != before else {}
        record_campaign_event("campaign.pilot_ended", found, user, **changed)
    found.refresh_from_db()
    return found


def count_pilot(*, campaign: Campaign, user: User, counts: bool) -> None:
    """Include the judgments of a pilot in the figures, or set them aside. Those set aside are paid,
    and requested again from other workers; included again, each has its previous review."""
    if campaign.pilot_ended_at is None:
        raise Conflict("The pilot has not ended. Until then, its judgments are in the figures.")
    if counts:
        acts = ReviewAct.objects.filter(campaign=campaign, filters__pilot=True)
        for act in acts.exclude(status=ReviewAct.Status.UNDONE).order_by("-pk"):
            undo_review(act=act, user=user)
        return
    chosen = Chosen(reviews=MAY_COUNT, pilot=True)
    set_aside = Judgment.Review.SET_ASIDE
    if chosen.to_review(campaign, set_aside).exists():
        review_judgments(
            campaign=campaign, user=user, review=set_aside, chosen=chosen, reason=REASON
        )
