"""Signals of how each worker of a campaign works: stored results, made anew with the reports."""

from django.db import models

from annotation.models.campaign import Campaign
from annotation.models.people.worker import Enrolment


class WorkerSignals(models.Model):
    """The signals of one worker at one version of the campaign's figures.

    Shares lie from 0 to 1; null is undefined. `faster` is the share of others' judgments of the
    same items that took longer, `same` that of the worker's most frequent answer, `majority` how
    often theirs is the others' most frequent one, `consistency` how alike they answered the
    `repeated` HITs that they were given twice. Stakes are natural logarithms. `ranks` holds of
    each ranked answer, in the order in which they were made, its judgment, the texts that it fits
    better, alike, all compared, p, and both stakes after it."""

    class State(models.TextChoices):
        CERTIFIED = "certified", "certified reader"
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
    ranked = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State)
    certified_at = models.PositiveIntegerField(null=True)
    stake = models.FloatField()
    highest = models.FloatField()
    against = models.FloatField()
    highest_against = models.FloatField()
    p = models.FloatField()
    ranks = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(state="certified") | models.Q(certified_at__isnull=False),
                name="who_is_certified_was_so_at_some_judgment",
            ),
        )

    def __str__(self) -> str:
        return f"signals of {self.enrolment_id}, version {self.version}"
