"""Bonuses through Prolific, each with its intent recorded before the call and its outcome after."""

from django.db import models
from django.db.models import Q

from annotation.models import PaymentBatch, PaymentLine, User


class ProlificBonus(models.Model):
    """A bulk bonus payment: at most 200 lines of a payment list, paid by one call.

    Prolific documents that a repeated call pays again, and reports no outcome. So the row says
    `sending` before the call, a row is never sent again from that state, and the bonuses shown by
    the submissions afterwards say which lines are paid.

    Sums are in the currency of the study; `total` is Prolific's charge, fees and tax included."""

    class State(models.TextChoices):
        WANTED = "wanted", "to be set up"
        PRICED = "priced", "set up, not confirmed"
        CONFIRMED = "confirmed", "confirmed, to be sent"
        SENDING = "sending", "sent, not answered"
        SENT = "sent", "taken by Prolific"
        DONE = "done", "done"
        DROPPED = "dropped", "dropped"

    OPEN = (State.WANTED, State.PRICED, State.CONFIRMED, State.SENDING, State.SENT)
    IN_FLIGHT = (State.SENDING, State.SENT)

    batch = models.ForeignKey(PaymentBatch, models.PROTECT, related_name="prolific_bonuses")
    study = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.WANTED)
    bulk = models.CharField(max_length=64, blank=True, default="")
    amount = models.DecimalField(max_digits=14, decimal_places=2)
    fees = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    tax = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    total = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    problem = models.CharField(max_length=300, blank=True, default="")
    confirmed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True, help_text="When all its submissions were read last.")

    class Meta:
        db_table = "annotation_prolificbonus"
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("wanted", "dropped"))
                | (~Q(bulk="") & Q(total__isnull=False)),
                name="a_bonus_is_priced_before_it_is_paid",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("wanted", "priced", "confirmed", "dropped"))
                | Q(sent_at__isnull=False),
                name="a_bonus_that_was_sent_has_a_time",
            ),
            models.UniqueConstraint(
                fields=("bulk",), condition=~Q(bulk=""), name="each_bulk_of_prolific_once"
            ),
        )

    def __str__(self) -> str:
        return f"bonus {self.pk}, {self.state}"


class ProlificBonusLine(models.Model):
    """A payment within a bulk. `before` is how many bonuses of the same sum its submission showed
    before the call: one more means that this payment was made. Once `released`, it is free for
    another bulk."""

    bonus = models.ForeignKey(ProlificBonus, models.CASCADE, related_name="lines", db_index=False)
    line = models.ForeignKey(PaymentLine, models.PROTECT, related_name="prolific_lines")
    submission = models.CharField(max_length=64)
    before = models.PositiveIntegerField(null=True)
    seen = models.BooleanField(default=False)
    released = models.BooleanField(default=False)

    class Meta:
        db_table = "annotation_prolificbonusline"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line",),
                condition=Q(released=False),
                name="a_payment_is_in_one_bulk_at_a_time",
            ),
            models.UniqueConstraint(
                fields=("bonus", "submission"), name="a_submission_once_in_a_bulk"
            ),
        )

    def __str__(self) -> str:
        return f"line {self.pk} of {self.bonus_id}"
