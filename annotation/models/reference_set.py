"""Reference sets: annotation sets compared with the crowd of a campaign, as if a machine were one
more worker."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.rules import rule, unique


class ReferenceSetQuerySet(models.QuerySet["HeldSet"]):
    def not_deleted(self) -> Self:
        """Keep those whose set and campaign are not deleted."""
        return self.filter(set__deleted_at=None, campaign__deleted_at=None)


class HeldSet(models.Model):
    """An annotation set compared with the crowd of a campaign that has the same items and scheme.

    The campaign's figures do not include `results`. `basis` contains all versions that the results
    were computed from, `version` the campaign's own. One whose basis has changed is due, but not
    before `rests_until`."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="held_sets")
    set = models.ForeignKey(AnnotationSet, models.CASCADE, related_name="held_by")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    version = models.BigIntegerField(null=True)
    judgments = models.PositiveIntegerField(default=0)
    basis = models.JSONField(null=True)
    results = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(db_default=Now())

    objects = ReferenceSetQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            unique("a_set_is_held_once_beside_a_campaign", "campaign", "set"),
            rule(
                "what_is_told_of_a_held_set_says_of_what",
                Q(made_at=None, basis=None, version=None)
                | Q(made_at__isnull=False, basis__isnull=False, version__isnull=False),
            ),
        )
