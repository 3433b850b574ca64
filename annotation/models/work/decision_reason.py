"""Reasons for disagreement: a campaign's codebook, and the codes of decisions."""

from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.rules import rule, unique
from annotation.models.work.decision import Decision

MAX_REASON_LENGTH, MAX_DESCRIPTION_LENGTH = 60, 500


class DecisionReason(models.Model):
    """A code in a campaign's codebook: a reason for disagreement. Its decisions keep it when its
    name changes."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="decision_reasons", db_index=False
    )
    name = models.CharField(max_length=MAX_REASON_LENGTH)
    description = models.CharField(max_length=MAX_DESCRIPTION_LENGTH, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            unique("one_reason_of_a_name_per_campaign", "campaign", "name"),
            rule("a_reason_has_a_name", ~Q(name="")),
        )

    def __str__(self) -> str:
        return self.name


class CodedDecision(models.Model):
    """A reason of a decision. A trigger refuses reasons of another campaign."""

    decision = models.ForeignKey(Decision, models.CASCADE, related_name="codes", db_index=False)
    reason = models.ForeignKey(DecisionReason, models.RESTRICT, related_name="codes")

    class Meta:
        ordering = ("reason_id",)
        constraints = (unique("a_decision_has_a_reason_once", "decision", "reason"),)
