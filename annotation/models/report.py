"""Reports that take too long for a fold, computed separately from one version of a campaign."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.rules import unique


class CampaignReport(models.Model):
    """A report of one kind on a campaign at `version`.

    `basis` contains all versions that it was computed from. A report whose basis has changed is
    due, but not before `rests_until`. A report of kind TRIED records an attempt that is running or
    did not finish. A row with empty `results` is a report that has not been made yet."""

    class Kind(models.TextChoices):
        BIAS = "bias", "biases"
        INTERVALS = "intervals", "intervals"
        PLANNING = "planning", "planning"
        CROWD = "crowd", "crowd"
        EVIDENCE = "evidence", "evidence"
        COLLECTION = "collection", "collection"
        SIGNALS = "signals", "signals"
        DECISIONS = "decisions", "decisions"
        ARMS = "arms", "arms"
        BREAKDOWNS = "breakdowns", "breakdowns"
        PILOT = "pilot", "pilot"
        COUNTS = "counts", "counts"
        TRIED = "tried", "tried"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=10, choices=Kind)
    version = models.BigIntegerField()
    judgments = models.PositiveIntegerField(
        default=0, help_text="How many were in the figures of that version; 0 where not counted."
    )
    basis = models.JSONField()
    results = models.JSONField()
    made_at = models.DateTimeField(db_default=Now())
    rests_until = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (unique("one_report_per_campaign_and_kind", "campaign", "kind"),)
