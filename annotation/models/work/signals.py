"""Signals of how each worker of a campaign works: stored results, recomputed with the reports."""

from django.db import models
from django.db.models import Value

from annotation.models.campaign import Campaign
from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, rule_if_set


class WorkerSignals(models.Model):
    """The signals of one worker at one version of the campaign's figures.

    Shares are between 0 and 1; null is undefined. `faster` is the share of others' judgments of the
    same items that took longer, `same` the share of the worker's most frequent answer, `majority`
    how often their answer is the others' most frequent one, `consistency` how similar their two
    answers to the `repeated` HITs are. `accuracy` is how often they are right, in thousandths, in
    campaigns that settle HITs by posterior. Stakes are natural logarithms. `ranks` has an entry for
    each ranked answer, in the order in which they were made: its judgment, the texts that it fits
    better, alike, all compared, p, and both stakes after it. A worker whose certificate ended lost
    it at the ranked answer `lost_at`, because their answers changed from their judgment number
    `lost_since` on; their stake restarted at 1 then.

    `twins` counts the workers who give identical answers more often than chance explains, and
    `cluster` numbers the group that twins form, from 1. `twin_pairs` contains the most certain
    ones, each with the twin's enrolment, the texts in common, the identical answers, how many of
    these chance would give, the texts that this worker answered after the twin, the identical
    answers among those, the corrected p, and -1, 0 or 1: this worker follows the twin, neither, the
    twin follows. A worker who `follows` repeats earlier answers of others; `followed` has the
    texts, the identical earlier answers, how many of these chance would give, the corrected p, and
    the followed workers: each enrolment with how many of its answers came earlier and how many of
    those are identical."""

    class State(models.TextChoices):
        CERTIFIED = "certified", "certified reader"
        LOST = "lost", "no longer certified"
        OPEN = "open", "not certified yet"
        OTHER = "other", "answers fit other texts better than their own"

    enrolment = models.OneToOneField(
        Enrolment, models.CASCADE, primary_key=True, related_name="signals"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="signals")
    version = models.BigIntegerField()
    judgments = models.PositiveIntegerField()
    milliseconds = models.FloatField(null=True)
    faster = models.FloatField(null=True)
    same = models.FloatField(null=True)
    alpha = models.FloatField(null=True)
    s = models.FloatField(null=True)
    majority = models.FloatField(null=True)
    consistency = models.FloatField(null=True)
    repeated = models.PositiveIntegerField(default=0, db_default=0)
    accuracy = models.PositiveSmallIntegerField(null=True)
    ranked = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State)
    certified_at = models.PositiveIntegerField(null=True)
    lost_at = models.PositiveIntegerField(null=True)
    lost_since = models.PositiveIntegerField(null=True)
    stake = models.FloatField()
    highest = models.FloatField()
    against = models.FloatField()
    highest_against = models.FloatField()
    p = models.FloatField()
    ranks = models.JSONField(default=list)
    twins = models.PositiveIntegerField(default=0, db_default=0)
    cluster = models.PositiveIntegerField(null=True)
    twin_pairs = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    follows = models.BooleanField(default=False, db_default=False)
    followed = models.JSONField(null=True)

    class Meta:
        constraints = (
            rule_if_set("nobody_is_always_right", "accuracy", gte=1, lte=999),
            rule(
                "who_is_certified_was_so_at_some_judgment",
                ~models.Q(state="certified") | models.Q(certified_at__isnull=False),
            ),
            rule(
                "lost_certificates_have_a_beginning_and_an_end",
                models.Q(
                    state="lost",
                    certified_at__isnull=False,
                    lost_at__isnull=False,
                    lost_since__isnull=False,
                )
                | models.Q(lost_at=None, lost_since=None) & ~models.Q(state="lost"),
            ),
            rule(
                "workers_with_twins_are_in_a_cluster",
                models.Q(twins=0, cluster=None) | models.Q(twins__gt=0, cluster__isnull=False),
            ),
            rule(
                "followers_follow_somebody",
                models.Q(follows=True, followed__isnull=False)
                | models.Q(follows=False, followed__isnull=True),
            ),
        )
