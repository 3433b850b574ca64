"""The current agreement: integer states that folds add to, and the results that pages read."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.rules import unique
from annotation.models.work.hit import HIT

# Of larger campaigns, only those of labels and pairs have automatic reports, and only the two that
# are computed from votes as columns. `manage.py report` makes all.
MAX_JUDGMENTS = 150_000
# Resampling needs some 500 bytes per judgment, and a worker's container has 2 GB.
MAX_VOTES = 1_500_000


class AgreementState(models.Model):
    """The sum of the contributions of a campaign's items. Every change takes its row lock."""

    campaign = models.OneToOneField(
        Campaign, models.CASCADE, primary_key=True, related_name="agreement"
    )
    version = models.BigIntegerField(default=0)
    judgments = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    folded_at = models.DateTimeField(db_default=Now())
    reconciled_at = models.DateTimeField(null=True)
    reconciled_version = models.BigIntegerField(null=True)
    mended = models.PositiveIntegerField(
        default=0, help_text="How many stored results the last reconciliation had to mend."
    )

    @property
    def is_large(self) -> bool:
        """Return whether most reports on the campaign are made by a command only."""
        return self.judgments > MAX_JUDGMENTS


class FigurePoint(models.Model):
    """The figures of one version, for the chart of agreement over time. `intervals` are set only if
    they were computed from this version."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="figure_points")
    version = models.BigIntegerField()
    judgments = models.PositiveIntegerField()
    figures = models.JSONField()
    intervals = models.JSONField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("campaign_id", "version")
        constraints = (unique("one_figure_point_per_version", "campaign", "version"),)


class ItemSummary(models.Model):
    """The annotations of a HIT by frequency, their consensus and the disagreement of its workers.

    `entropy` is the entropy of its different answers, in bits. `tied`: several answers share the
    highest frequency. `undecided`: there is no consensus. `judged_at` is the time of the last
    judgment. All are null or false if answers are not weighed, or if there is only one."""

    hit = models.OneToOneField(HIT, models.CASCADE, primary_key=True, related_name="summary")
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="summaries")
    judgments = models.PositiveIntegerField()
    distinct = models.PositiveIntegerField()
    disagreement = models.FloatField(null=True)
    entropy = models.FloatField(null=True)
    tied = models.BooleanField(default=False, db_default=False)
    undecided = models.BooleanField(default=False, db_default=False)
    judged_at = models.DateTimeField(null=True)
    summary = models.JSONField()

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "-disagreement", "hit"), name="summary_by_dispute"),
            models.Index(fields=("campaign", "-entropy", "hit"), name="summary_by_entropy"),
            models.Index(fields=("campaign", "-judged_at", "hit"), name="summary_by_last_judgment"),
            models.Index(fields=("campaign", "-tied", "hit"), name="summary_by_tie"),
            models.Index(fields=("campaign", "-undecided", "hit"), name="summary_by_consensus"),
        )


class EntailmentState(models.Model):
    """Counts of how often a nested campaign entails a flat campaign on the same dataset."""

    flat = models.ForeignKey(Campaign, models.CASCADE, related_name="entailed_by")
    nested = models.ForeignKey(Campaign, models.CASCADE, related_name="entails")
    version = models.BigIntegerField(default=0)
    state = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    folded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (unique("one_entailment_per_flat_and_nested", "flat", "nested"),)


class ItemEntailment(models.Model):
    """The entailment between the flat and the nested annotations of one text (FEMN, IV)."""

    entailment = models.ForeignKey(EntailmentState, models.CASCADE, related_name="items")
    flat_hit = models.ForeignKey(HIT, models.CASCADE, related_name="entailed_by")
    nested_hit = models.ForeignKey(HIT, models.CASCADE, related_name="entails")
    summary = models.JSONField()

    class Meta:
        constraints = (unique("one_item_entailment_per_flat_hit", "entailment", "flat_hit"),)
