"""Tasks that workers skipped, with when they want them again and why."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from annotation.models.campaign import Campaign
from annotation.models.work.assignment import Assignment
from annotation.models.work.hit import HIT


class Skip(models.Model):
    """A skipped task: until later, or for good. `words` is the worker's own comment."""

    class Reason(models.TextChoices):
        UNSAID = "", "not said"
        UNCLEAR = "unclear", gettext_noop("it is not clear to me")
        LANGUAGE = "language", gettext_noop("I do not read this language")
        BROKEN = "broken", gettext_noop("something in it is missing or wrong")
        UNWANTED = "unwanted", gettext_noop("I would rather not read this")
        LONG = "long", gettext_noop("it takes too long")
        OTHER = "other", gettext_noop("another reason")

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="skips")
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="skips", db_index=False)
    hit = models.ForeignKey(HIT, models.CASCADE, related_name="skips", db_index=False)
    later = models.BooleanField()
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (models.Index(fields=("campaign", "hit", "reason"), name="skips_of_a_hit"),)
