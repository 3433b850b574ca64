"""Review judgments: accept, reject or set them aside, and undo that.

The figures follow at the next fold. A rejected judgment is not paid, one that is set aside is;
neither is in the figures, and another worker is asked to replace it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import F

from annotation.models import Assignment, Campaign, Enrolment, Judgment, ReviewAct, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.ledger import enter_reviews
from annotation.services.pay.purse import Budgets, draw, unit_of
from annotation.services.progress.campaign_counts import outdate_counts
from annotation.services.short_texts import reason_of
from annotation.services.work.counting import is_out
from annotation.services.work.fold_trigger import trigger_fold_after_commit
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.rejections import check_rejection, end_rejections, enter_rejections

MAX_REASON_LENGTH = 500
REJECTED = Judgment.Review.REJECTED
LATE = "This judgment came too late to count, so it cannot be reviewed."
PAID = (
    "This judgment is paid, or in a list of payments already, so that cannot be taken back. "
    "Adjust the worker's pay instead."
)


@dataclass(frozen=True)
class Reviewed:
    """The effect of a review: the changed judgments, each with its previous review, and how many
    judgments are requested again from others."""

    before: Mapping[int, str] = field(default_factory=dict)
    asked_again: int = 0


@dataclass(frozen=True)
class _Change:
    judgment: int
    hit: int
    enrolment: int
    before: str
    after: str
    counted: bool
    counts: bool

    @property
    def paid(self) -> int:
        """Return the change in the worker's number of paid judgments."""
        return (self.before == REJECTED) - (self.after == REJECTED)


def review_judgment(*, judgment: Judgment, user: User, review: str, reason: str = "") -> Judgment:
    """Set the review of one judgment. It stays stored whatever its review."""
    check_review(review)
    reason = clean_reason(reason)
    if review == REJECTED:
        check_rejection(Judgment.objects.filter(pk=judgment.pk), reason)
    with transaction.atomic():
        done = set_reviews(
            campaign=judgment.campaign, wanted={judgment.pk: review}, reason=reason, user=user
        )
        judgment.refresh_from_db()
        if judgment.review != review:
            raise Conflict(PAID if judgment.payment_id else LATE)
        if done.before:
            record_event(
                f"judgment.{review or 'restored'}",
                campaign=judgment.campaign,
                user=user,
                object_id=judgment.pk,
                reason=reason,
            )
    return judgment


def set_reviews(
    *,
    campaign: Campaign,
    wanted: Mapping[int, str],
    reason: str = "",
    act: ReviewAct | None = None,
    user: User | None = None,
) -> Reviewed:
    """Give each of these judgments its new review, within the caller's transaction.

    Judgments that took no slot stay unchanged, and so do paid ones that would become unpaid. Rows
    are locked in the order of all transactions: enrolments, judgments, decisions, purses, campaign,
    HITs, stored counts."""
    workers = _locked_enrolments(campaign, wanted)
    changes = _changes(wanted, workers)
    moved = sorted({change.hit for change in changes if change.counts != change.counted})
    if moved:
        lock_decision(moved)
    _write(changes)
    of_people = [change for change in changes if not workers[change.enrolment].of_program]
    decided = [(change.enrolment, change.before, change.after) for change in of_people]
    entries = enter_reviews(campaign, decided, reason=reason, act=act, user=user)
    end_rejections([change.judgment for change in of_people if change.before == REJECTED])
    enter_rejections(
        {one.judgment: one.enrolment for one in of_people if one.after == REJECTED},
        entries,
        reason=reason,
        restores=act is not None and act.status == ReviewAct.Status.UNDOING,
    )
    if paid := sum(change.paid for change in of_people):
        draw(Budgets.of_people(campaign), paid * unit_of(campaign))
    asked_again = settle_hits(campaign, moved) if moved else 0
    if moved:
        trigger_fold_after_commit(campaign.pk)
    if any(change.paid for change in of_people):
        outdate_counts(campaign)
    return Reviewed({change.judgment: change.before for change in changes}, asked_again)


def check_review(review: str) -> None:
    if review not in Judgment.Review.values:
        raise Invalid("Choose accepted, rejected, set aside or nothing.", field="review")


def clean_reason(reason: str) -> str:
    too_long = f"Give the reason in at most {MAX_REASON_LENGTH} characters."
    return reason_of(reason, MAX_REASON_LENGTH, too_long, least=0)


def _locked_enrolments(campaign: Campaign, wanted: Mapping[int, str]) -> Mapping[int, Enrolment]:
    theirs = Assignment.objects.filter(judgment__in=list(wanted), enrolment__campaign=campaign)
    rows = Enrolment.objects.select_for_update(no_key=True).order_by("pk")
    return {row.pk: row for row in rows.filter(pk__in=theirs.values("enrolment"))}


def _changes(wanted: Mapping[int, str], enrolments: Mapping[int, Enrolment]) -> list[_Change]:
    """Lock the judgments and return those with a new review."""
    rows = (
        Judgment.objects.select_for_update(of=("self",))
        .select_related("hit", "assignment", "campaign")
        .only(
            *(
                "review",
                "counts",
                "took_slot",
                "repeat",
                "payment",
                "hit__known",
                "assignment__enrolment",
            ),
            "campaign",
        )
        .filter(pk__in=list(wanted), assignment__enrolment__in=list(enrolments))
        .order_by("pk")
    )
    changes = []
    for row in rows:
        after, enrolment = wanted[row.pk], enrolments[row.assignment.enrolment_id]
        if row.review == after or not row.took_slot:
            continue
        if row.payment_id is not None and after not in Judgment.APPROVED:
            continue
        out = (
            row.hit.known or row.repeat or after in Judgment.OUT or is_out(row.campaign, enrolment)
        )
        changes.append(
            _Change(row.pk, row.hit_id, enrolment.pk, row.review, after, row.counts, counts=not out)
        )
    return changes


def _write(changes: list[_Change]) -> None:
    alike = defaultdict(list)
    earned: Counter[int] = Counter()
    for change in changes:
        alike[change.after, change.counts].append(change.judgment)
        earned[change.enrolment] += change.paid
    for (review, counts), judgments in alike.items():
        Judgment.objects.filter(pk__in=judgments).update(review=review, counts=counts)
    by_number = defaultdict(list)
    for enrolment, more in earned.items():
        by_number[more].append(enrolment)
    for more, enrolments in by_number.items():
        if more:
            Enrolment.objects.filter(pk__in=enrolments).update(earning=F("earning") + more)
