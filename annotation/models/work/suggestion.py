"""Pre-annotation: a model's answers as the drafts that workers start from."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.work.hit import HIT

TENTHS = 10


class PreAnnotation(models.Model):
    """The set whose answers workers of a campaign start from, chosen before it is launched.

    A worker has them on `tenths` of each ten HITs in the order of the campaign, and none on the
    others, so that what they do can be measured. Of several annotators of the set it is
    `annotator`."""

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
            models.CheckConstraint(
                condition=Q(tenths__gte=1, tenths__lte=TENTHS - 1),
                name="some_hits_come_with_a_suggestion_and_some_without",
            ),
        )

    def __str__(self) -> str:
        return f"suggestions in {self.campaign}"


class Suggestion(models.Model):
    """The answer that a worker of a HIT may start from, as the desk begins with it, and its
    canonical vector under the campaign's settings. Made at the launch, never changed."""

    hit = models.OneToOneField(HIT, models.CASCADE, primary_key=True, related_name="suggestion")
    payload = models.JSONField()
    vector = ArrayField(models.IntegerField())

    def __str__(self) -> str:
        return f"suggestion for {self.hit}"
