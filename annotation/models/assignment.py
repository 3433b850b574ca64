"""One worker's lease on a HIT."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.hit import HIT
from annotation.models.worker import Enrolment


class Assignment(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", "open"
        SUBMITTED = "submitted", "submitted"
        RETURNED = "returned", "returned"
        EXPIRED = "expired", "expired"

    hit = models.ForeignKey(HIT, models.CASCADE, related_name="assignments")
    enrolment = models.ForeignKey(
        Enrolment, models.CASCADE, related_name="assignments", db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    claimed_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("enrolment", "hit"), name="one_assignment_per_worker_and_hit"
            ),
            models.UniqueConstraint(
                fields=("enrolment",),
                condition=Q(status="open"),
                name="one_open_assignment_per_worker_and_campaign",
            ),
            models.CheckConstraint(
                condition=Q(status="open", ended_at__isnull=True)
                | (~Q(status="open") & Q(ended_at__isnull=False)),
                name="an_assignment_is_open_or_has_ended",
            ),
        )
        indexes = (
            models.Index(
                fields=("expires_at",), condition=Q(status="open"), name="assignment_open_by_expiry"
            ),
        )

    def __str__(self) -> str:
        return f"{self.enrolment} on {self.hit}"
