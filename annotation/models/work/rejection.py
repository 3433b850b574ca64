"""Rejections of judgments: which judgment, why, and whether its worker objected."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.pay import LedgerEntry
from annotation.models.people.message import Message
from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique
from annotation.models.work.judgment import Judgment


class RejectionQuerySet(models.QuerySet["Rejection"]):
    def in_force(self) -> Self:
        return self.filter(ended_at=None)


class Rejection(models.Model):
    """The rejection of a person's judgment, as its worker reads it.

    It is in force until another review ends it at `ended_at`. The worker can object once, by a
    message to the researchers that names one or several rejections. `entry` is the decision in the
    ledger; rejections from before this table existed may have none."""

    judgment = models.ForeignKey(Judgment, models.CASCADE, related_name="rejections")
    enrolment = models.ForeignKey(Enrolment, models.CASCADE, related_name="rejections")
    entry = models.ForeignKey(LedgerEntry, models.PROTECT, null=True, related_name="rejections")
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True)
    objected_at = models.DateTimeField(null=True)
    objection = models.ForeignKey(
        Message, models.SET_NULL, null=True, related_name="rejections", editable=False
    )

    objects = RejectionQuerySet.as_manager()

    class Meta:
        constraints = (
            unique("one_standing_rejection_per_judgment", "judgment", condition=Q(ended_at=None)),
            rule(
                "an_objection_was_made_at_a_time",
                Q(objection__isnull=True) | Q(objected_at__isnull=False),
            ),
        )
