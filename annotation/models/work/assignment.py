"""A worker's lease on a HIT."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique
from annotation.models.work.hit import HIT

CLOCK = {"read_at": Now()}


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def timed(self) -> Self:
        """Annotate the database's time, from which the time left is computed."""
        return self.annotate(**CLOCK)


class Assignment(models.Model):
    """A lease of a HIT to a worker. A `repeat` gives them a HIT that they have judged before,
    outside the order and its slots, to check whether they answer it the same way. `suggested` says
    whether they start from a model's answer; null if there was none. It never changes."""

    read_at: datetime

    class Status(models.TextChoices):
        OPEN = "open", "open"
        SUBMITTED = "submitted", "submitted"
        RETURNED = "returned", "returned"
        EXPIRED = "expired", "expired"
        RELEASED = "released", "released"

    hit = models.ForeignKey(HIT, models.CASCADE, related_name="assignments")
    enrolment = models.ForeignKey(
        Enrolment, models.CASCADE, related_name="assignments", db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    claimed_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    later = models.BooleanField(
        default=False, db_default=False, help_text="Returned, to come again after the others."
    )
    repeat = models.BooleanField(default=False, db_default=False)
    suggested = models.BooleanField(null=True, editable=False)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = (
            unique(
                "one_assignment_per_worker_and_hit_and_one_repeat", "enrolment", "hit", "repeat"
            ),
            unique(
                "one_open_assignment_per_worker_and_campaign",
                "enrolment",
                condition=Q(status="open"),
            ),
            rule(
                "an_assignment_is_open_or_has_ended",
                Q(status="open", ended_at__isnull=True)
                | (~Q(status="open") & Q(ended_at__isnull=False)),
            ),
            rule("what_comes_again_later_was_returned", Q(later=False) | Q(status="returned")),
            rule("no_repeat_comes_again_later", Q(later=False) | Q(repeat=False)),
            rule("no_repeat_has_a_suggestion", Q(suggested=None) | Q(repeat=False)),
        )
        indexes = (
            models.Index(fields=("enrolment", "id"), name="assignment_by_enrolment"),
            models.Index(
                fields=("enrolment", "ended_at"),
                condition=Q(later=True),
                name="assignment_put_off",
            ),
            models.Index(
                fields=("expires_at",), condition=Q(status="open"), name="assignment_open_by_expiry"
            ),
        )

    @property
    def seconds_left(self) -> float:
        left = (self.expires_at - self.read_at).total_seconds()
        return round(max(left, 0), 1) if self.status == self.Status.OPEN else 0
