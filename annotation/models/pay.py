"""Pay: researchers' decisions, payment batches, and what budgets still allow.

What a worker earned follows from their judgments: `Enrolment.owing` times the reward. The ledger
contains decisions only."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.platform import MAX_ID_LENGTH
from annotation.models.people.user import User
from annotation.models.people.worker import Enrolment, Worker
from annotation.models.project import Project
from annotation.models.rules import rule, unique
from annotation.models.work.review import ReviewAct

# Rewards have three decimals, fees on them up to seven.
MAX_DIGITS, DECIMALS, DECIMALS_WITH_FEE = 14, 3, 7


class PaymentBatch(models.Model):
    """A list of payments to the workers of a campaign who came from one source."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="batches")
    source = models.CharField(max_length=10, choices=Worker.Source)
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now(), editable=False)


class PaymentLine(models.Model):
    """The sum for one worker in a batch: sent, and paid once the platform or bank confirms it.

    The sum of a failed line is still to be paid, in another batch."""

    class Status(models.TextChoices):
        WAITING = "waiting", "sent"
        PAID = "paid", "paid"
        FAILED = "failed", "failed"

    batch = models.ForeignKey(PaymentBatch, models.PROTECT, related_name="lines", db_index=False)
    enrolment = models.ForeignKey(Enrolment, models.PROTECT, related_name="payments")
    amount = models.DecimalField(max_digits=MAX_DIGITS, decimal_places=DECIMALS)
    judgments = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    note = models.CharField(max_length=500, blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            unique("one_line_per_worker_of_a_batch", "batch", "enrolment"),
            rule("a_payment_is_more_than_nothing", Q(amount__gt=0)),
            rule(
                "a_payment_waits_or_is_settled",
                Q(status="waiting", settled_at__isnull=True)
                | (~Q(status="waiting") & Q(settled_at__isnull=False)),
            ),
        )

    @property
    def reference(self) -> str:
        """The reference of this payment in files for a platform or bank, and on receipts."""
        return f"midpath-{self.batch_id}-{self.pk}"


class PlacePayment(models.Model):
    """The part of one payment that covers a worker's place on a platform, so that no place is paid
    twice. `submission` is the platform's id of the session, empty if the link contained none.

    The platform pays `amount` of its `reward` for the place. `by_bonus` means that a researcher
    chose to pay the place in a list instead."""

    submission = models.CharField(max_length=MAX_ID_LENGTH, db_index=True)
    line = models.ForeignKey(PaymentLine, models.PROTECT, related_name="places")
    amount = models.DecimalField(max_digits=MAX_DIGITS, decimal_places=DECIMALS)
    reward = models.DecimalField(
        max_digits=MAX_DIGITS,
        decimal_places=DECIMALS,
        null=True,
        help_text="What the platform pays for the whole place, as it was known then.",
    )
    by_bonus = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = "annotation_prolificplace"
        ordering = ("pk",)
        constraints = (
            unique("a_place_once_in_a_payment", "submission", "line"),
            rule("what_a_place_pays_is_more_than_nothing", Q(amount__gt=0)),
        )


class LedgerEntry(models.Model):
    """A decision about one worker's pay. A trigger refuses to change or delete it.

    `approved` and `rejected` count `judgments` and their rewards; what is undone is entered with a
    minus. A bonus and an adjustment come in addition, and so does a `compensation`: a fixed sum for
    a worker's time, of which each has one in a campaign. Taken back, with a minus, it can be given
    again: its `turn` says how many were taken back before. `paid` follows what the platform or bank
    says, once for each line of a batch."""

    class Kind(models.TextChoices):
        APPROVED = "approved", "approved"
        REJECTED = "rejected", "rejected"
        BONUS = "bonus", "bonus"
        ADJUSTED = "adjusted", "adjusted"
        COMPENSATION = "compensation", "compensation"
        PAID = "paid", "paid"

    enrolment = models.ForeignKey(Enrolment, models.PROTECT, related_name="ledger")
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="ledger", db_index=False)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.APPROVED)
    amount = models.DecimalField(max_digits=MAX_DIGITS, decimal_places=DECIMALS)
    judgments = models.IntegerField(default=0)
    reason = models.CharField(max_length=500, blank=True)
    turn = models.SmallIntegerField(default=0, db_default=0)
    line = models.OneToOneField(PaymentLine, models.PROTECT, null=True, related_name="entry")
    act = models.ForeignKey(ReviewAct, models.PROTECT, null=True, related_name="+", db_index=False)
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (
            rule(
                "what_is_paid_is_a_line_of_a_batch",
                Q(kind="paid", line__isnull=False, amount__gt=0)
                | (~Q(kind="paid") & Q(line__isnull=True)),
            ),
            rule(
                "a_bonus_or_adjustment_has_a_reason",
                ~Q(kind__in=("bonus", "adjusted")) | ~Q(reason=""),
            ),
            rule("a_bonus_is_more_than_nothing", ~Q(kind="bonus") | Q(amount__gt=0)),
            rule(
                "a_compensation_is_a_sum_with_a_reason",
                ~Q(kind="compensation") | (~Q(amount=0) & ~Q(reason="")),
            ),
            unique(
                "one_compensation_per_worker_of_a_campaign",
                "enrolment",
                "turn",
                condition=Q(kind="compensation", amount__gt=0),
            ),
            unique(
                "a_compensation_is_taken_back_once",
                "enrolment",
                "turn",
                condition=Q(kind="compensation", amount__lt=0),
            ),
            rule(
                "only_reviews_count_judgments",
                Q(kind__in=("approved", "rejected")) | Q(judgments=0),
            ),
        )
        indexes = (models.Index(fields=("campaign", "kind"), name="ledger_by_campaign"),)


class Purse(models.Model):
    """A part of a remaining budget, fees included.

    A budget is split into several parts, so that concurrent claims do not wait for each other. The
    sum of all parts is the limit minus what is owed, paid, or reserved for leased HITs. No parts
    mean no limit."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, null=True, related_name="purses", db_index=False
    )
    project = models.ForeignKey(
        Project, models.CASCADE, null=True, related_name="purses", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    remaining = models.DecimalField(max_digits=20, decimal_places=DECIMALS_WITH_FEE)

    class Meta:
        constraints = (
            rule("no_more_is_drawn_than_a_budget_allows", Q(remaining__gte=0)),
            rule(
                "a_purse_is_of_a_campaign_or_of_a_project",
                Q(campaign__isnull=True, project__isnull=False)
                | Q(campaign__isnull=False, project__isnull=True),
            ),
            unique("one_purse_of_a_number_per_campaign", "campaign", "number"),
            unique("one_purse_of_a_number_per_project", "project", "number"),
        )
