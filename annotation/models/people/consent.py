from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique


class ConsentText(models.Model):
    """A version of a campaign's consent text, as displayed. The database refuses to change it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="consent_texts")
    version = models.PositiveIntegerField()
    text = models.TextField()
    published_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ("campaign_id", "version")
        constraints = (
            unique("one_consent_text_per_version_of_a_campaign", "campaign", "version"),
            rule("a_consent_text_says_something", Q(version__gte=1) & ~Q(text="")),
        )


class ConsentAnswer(models.Model):
    """A worker's answer to one version. The database refuses to change it; a changed answer is a
    new row."""

    enrolment = models.ForeignKey(Enrolment, models.CASCADE, related_name="consent_answers")
    text = models.ForeignKey(ConsentText, models.CASCADE, related_name="answers")
    agreed = models.BooleanField()
    answered_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            unique("a_version_is_agreed_to_once", "enrolment", "text", condition=Q(agreed=True)),
        )
