"""Judgments: the answers that workers submitted, never altered and never deleted."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.rules import rule
from annotation.models.work.assignment import Assignment
from annotation.models.work.hit import HIT


class JudgmentQuerySet(models.QuerySet["Judgment"]):
    def counting(self) -> Self:
        return self.filter(counts=True)

    def unfolded(self) -> Self:
        return self.exclude(counts=F("folded"))


class Judgment(models.Model):
    """A worker's submitted answer to an assignment.

    `payload` is the answer as the browser sent it, `vector` its canonical form. `counts` says
    whether the figures should include it, `folded` whether they do. A rejected judgment is not
    paid; one that is set aside is. The figures include neither, and no `repeat`: an answer to a HIT
    that the worker had judged before. `suggested` says whether they started from a model's answer,
    and `as_suggested` whether their answer equals it, seen or not; both are null if there was none.
    `active_ms` and `first_action_ms` are times measured by the worker's browser; null if it sent
    none."""

    class Review(models.TextChoices):
        NONE = "", "not reviewed"
        ACCEPTED = "accepted", "accepted"
        REJECTED = "rejected", "rejected"
        SET_ASIDE = "set_aside", "set aside"

    assignment = models.OneToOneField(
        Assignment, models.CASCADE, related_name="judgment", db_constraint=True
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="judgments", db_index=False)
    hit = models.ForeignKey(HIT, models.CASCADE, related_name="judgments")
    submission_id = models.UUIDField(unique=True)
    payload = models.JSONField()
    vector = ArrayField(models.IntegerField())
    late = models.BooleanField(default=False)
    took_slot = models.BooleanField(default=True)
    review = models.CharField(max_length=10, choices=Review, default=Review.NONE, blank=True)
    counts = models.BooleanField(default=True)
    folded = models.BooleanField(default=False)
    repeat = models.BooleanField(default=False, db_default=False, editable=False)
    submitted_at = models.DateTimeField(db_default=Now(), editable=False)
    payment = models.ForeignKey(
        "annotation.PaymentLine",
        models.PROTECT,
        null=True,
        editable=False,
        related_name="paid",
        db_index=False,
        help_text="The line of a batch that pays it, unless that failed.",
    )
    active_ms = models.PositiveIntegerField(null=True, editable=False)
    first_action_ms = models.PositiveIntegerField(null=True, editable=False)
    suggested = models.BooleanField(null=True, editable=False)
    as_suggested = models.BooleanField(null=True, editable=False)

    # Reviews whose judgments are in no figure, and reviews whose judgments are paid.
    OUT = (Review.REJECTED, Review.SET_ASIDE)
    APPROVED = (Review.ACCEPTED, Review.SET_ASIDE)

    objects = JudgmentQuerySet.as_manager()

    class Meta:
        constraints = (
            rule(
                "what_is_rejected_or_set_aside_is_in_no_figure",
                Q(counts=False) | Q(review__in=("", "accepted")),
            ),
            rule("no_repeat_is_in_a_figure", Q(counts=False) | Q(repeat=False)),
            rule(
                "only_what_is_approved_is_paid",
                Q(payment__isnull=True) | Q(review__in=("accepted", "set_aside"), took_slot=True),
            ),
            rule(
                "an_answer_is_held_against_what_was_suggested",
                Q(suggested=None, as_suggested=None)
                | Q(suggested__isnull=False, as_suggested__isnull=False, repeat=False),
            ),
        )
        indexes = (
            models.Index(fields=("campaign", "id"), name="judgment_in_order"),
            models.Index(
                fields=("campaign", "id"),
                condition=~models.Q(counts=F("folded")),
                name="judgment_to_fold",
            ),
            models.Index(fields=("campaign", "submitted_at"), name="judgment_by_time"),
            models.Index(fields=("campaign",), condition=Q(repeat=True), name="judgment_repeated"),
            models.Index(
                fields=("campaign",),
                condition=Q(review__in=("accepted", "set_aside"), payment__isnull=True),
                name="judgment_to_pay",
            ),
            models.Index(
                fields=("payment",), condition=Q(payment__isnull=False), name="judgment_by_payment"
            ),
        )
