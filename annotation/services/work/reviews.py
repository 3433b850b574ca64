"""Review many judgments in one act, and undo it exactly.

Each chunk is a separate transaction, so locks are short. It records which judgments it changed and
their previous reviews."""

import time

from django.db import transaction
from django.db.models import F, Max
from django.db.models.functions import Now

from annotation.models import Campaign, Judgment, ReviewAct, ReviewChunk, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.guard import require_open
from annotation.services.work.choosing import Chosen
from annotation.services.work.rejections import check_rejection
from annotation.services.work.review import check_review, clean_reason, set_reviews

CHUNK = 500
# The request for a review works on it for this long; the sweep does the rest.
SECONDS_AT_ONCE = 10.0
SECONDS_IN_SWEEP = 5.0
UNDONE = "A review was taken back."
Status = ReviewAct.Status


def review_judgments(
    *, campaign: Campaign, user: User | None, review: str, chosen: Chosen, reason: str = ""
) -> ReviewAct:
    """Give all these judgments a review. Those that already have it stay unchanged."""
    act = begin_review(campaign=campaign, user=user, review=review, chosen=chosen, reason=reason)
    return go_on_with(act.pk, SECONDS_AT_ONCE)


def begin_review(
    *, campaign: Campaign, user: User | None, review: str, chosen: Chosen, reason: str = ""
) -> ReviewAct:
    """Store a review of all these judgments, for `go_on_with` or the sweep to carry out."""
    if user is not None:
        require_open(campaign)
    check_review(review)
    reason = clean_reason(reason)
    if review in Judgment.OUT and not reason:
        raise Invalid("Say why: workers read the reason.", field="reason")
    to_review = chosen.to_review(campaign, review)
    if review == Judgment.Review.REJECTED:
        check_rejection(to_review, reason)
    last = to_review.aggregate(last=Max("pk"))["last"]
    if last is None:
        raise Conflict("No judgment is like this any more, so nothing was changed.")
    return ReviewAct.objects.create(
        campaign=campaign,
        user=user,
        review=review,
        reason=reason,
        filters=chosen.written(),
        last_id=last,
    )


def undo_review(*, act: ReviewAct, user: User) -> ReviewAct:
    """Restore the previous review of every judgment of an act. Judgments reviewed again since stay
    unchanged."""
    with transaction.atomic():
        act = ReviewAct.objects.select_for_update(no_key=True).get(pk=act.pk)
        require_open(act.campaign)
        if act.status in (Status.UNDOING, Status.UNDONE):
            return act
        if act.status == Status.RUNNING:
            raise Conflict("This review is still under way. It can be undone once it is done.")
        act.status, act.undone_by = Status.UNDOING, user
        act.save(update_fields=["status", "undone_by"])
    return go_on_with(act.pk, SECONDS_AT_ONCE)


def go_on_with(act_id: int, seconds: float) -> ReviewAct:
    """Continue an act for some time, chunk by chunk, and return its new state."""
    until = time.monotonic() + seconds
    while _do_chunk(act_id) and time.monotonic() < until:
        pass
    return ReviewAct.objects.select_related("campaign__dataset", "user", "undone_by").get(pk=act_id)


def go_on_with_reviews(seconds: float = SECONDS_IN_SWEEP) -> None:
    """Continue acts that a process left unfinished for so long, the oldest first."""
    until = time.monotonic() + seconds
    waiting = ReviewAct.objects.filter(status__in=(Status.RUNNING, Status.UNDOING))
    for act_id in list(waiting.order_by("pk").values_list("pk", flat=True)):
        if time.monotonic() >= until:
            break
        go_on_with(act_id, until - time.monotonic())


def _do_chunk(act_id: int) -> bool:
    """Do the next chunk of an act; return False if there is none, or another process is working on
    it."""
    with transaction.atomic():
        act = (
            ReviewAct.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
            .select_related("campaign__dataset", "user", "undone_by")
            .filter(pk=act_id, status__in=(Status.RUNNING, Status.UNDOING))
            .first()
        )
        if act is None:
            return False
        return _review_next(act) if act.status == Status.RUNNING else _undo_last(act)


def _review_next(act: ReviewAct) -> bool:
    rows = Chosen.read(act.filters).to_review(act.campaign, act.review)
    rows = rows.filter(pk__gt=act.reached, pk__lte=act.last_id).order_by("pk")
    judgments = list(rows.values_list("pk", flat=True)[:CHUNK])
    done = set_reviews(
        campaign=act.campaign,
        wanted=dict.fromkeys(judgments, act.review),
        reason=act.reason,
        act=act,
        user=act.user,
    )
    if done.before:
        ReviewChunk.objects.create(
            act=act, judgments=list(done.before), before=list(done.before.values())
        )
    over = len(judgments) < CHUNK
    act.reached = act.last_id if over else judgments[-1]
    act.judgments += len(done.before)
    act.asked_again += done.asked_again
    act.status = Status.DONE if over else Status.RUNNING
    act.save(update_fields=["reached", "judgments", "asked_again", "status"])
    if over:
        _record("judgments.reviewed", act, act.user, reason=act.reason, filters=act.filters)
    return not over


def _undo_last(act: ReviewAct) -> bool:
    chunk = act.chunks.filter(undone=False).order_by("-pk").first()
    if chunk is None:
        act.status, act.undone_at = Status.UNDONE, Now()
        act.save(update_fields=["status", "undone_at"])
        _record("judgments.review_undone", act, act.undone_by, kept=act.kept)
        return False
    before = dict(zip(chunk.judgments, chunk.before, strict=True))
    still = Judgment.objects.filter(pk__in=chunk.judgments, review=act.review)
    wanted = {judgment: before[judgment] for judgment in still.values_list("pk", flat=True)}
    done = set_reviews(
        campaign=act.campaign, wanted=wanted, reason=UNDONE, act=act, user=act.undone_by
    )
    ReviewChunk.objects.filter(pk=chunk.pk).update(undone=True)
    ReviewAct.objects.filter(pk=act.pk).update(kept=F("kept") + len(before) - len(done.before))
    return True


def _record(verb: str, act: ReviewAct, user: User | None, **details: object) -> None:
    record_event(
        verb,
        project=None,
        campaign=act.campaign,
        user=user,
        worker=None,
        object_id=act.pk,
        review=act.review or "restored",
        judgments=act.judgments,
        asked_again=act.asked_again,
        **details,
    )
