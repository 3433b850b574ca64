"""Pre-annotation: a model's answers as drafts that workers start from."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.rules import rule
from annotation.models.work.hit import HIT

TENTHS = 10


class PreAnnotation(models.Model):
    """The set whose answers a campaign's workers start from, chosen before the launch.

    Workers see them on `tenths` of each ten HITs in the order of the campaign, and none on the
    others, so that the effect can be measured. If the set has several annotators, `annotator` is
    the one used."""

    campaign = models.OneToOneField(
        Campaign, models.CASCADE, primary_key=True, related_name="pre_annotation"
    )
    set = models.ForeignKey(AnnotationSet, models.SET_NULL, null=True, related_name="suggested_in")
    annotator = models.PositiveIntegerField()
    tenths = models.PositiveSmallIntegerField(default=TENTHS // 2, db_default=TENTHS // 2)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    chosen_at = models.DateTimeField(db_default=Now(), editable=False)
    unfit = models.PositiveIntegerField(
        default=0, help_text="How many answers of the set are none in the campaign; from launch on."
    )

    class Meta:
        constraints = (
            rule(
                "some_hits_come_with_a_suggestion_and_some_without",
                Q(tenths__gte=1, tenths__lte=TENTHS - 1),
            ),
        )


class Suggestion(models.Model):
    """The answer that a HIT's workers may start from, as the task interface loads it, and its
    canonical vector under the campaign's settings. Made at launch, never changed."""

    hit = models.OneToOneField(HIT, models.CASCADE, primary_key=True, related_name="suggestion")
    payload = models.JSONField()
    vector = ArrayField(models.IntegerField())
