"""Segments of documents put into groups by a model: asked for, made by a Celery job, read."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation.models.draw import PairDraw
from annotation.models.job import AskedQuerySet, Job

MOST_GROUPS = 50
MOST_RUNS = 20
# Of the pairs of one gold that models and people see differently.
MOST_DISAGREEMENTS = 500


class AlignmentMethod(models.TextChoices):
    """The keys of corpus.alignment, as people read them."""

    CLUSTERING = "clustering", "Clustering"
    LDA = "lda", "LDA"
    VANILLA = "vanilla", "Vanilla HMM, EM"
    ALL_FORWARD = "all_forward", "All-forward HMM, EM"
    STRICT_FORWARD = "strict_forward", "Strict-forward HMM, EM"
    VANILLA_VB = "vanilla_vb", "Vanilla HMM, VB"
    ALL_FORWARD_VB = "all_forward_vb", "All-forward HMM, VB"
    STRICT_FORWARD_VB = "strict_forward_vb", "Strict-forward HMM, VB"


class Alignment(Job):
    """Its steps are iterations of the models. `grouping` holds the places of the segments and, for
    each run, the group of each; `results` all that is told of them. What is discarded keeps both
    until it is cleared, so that it can come back."""

    name = models.CharField(max_length=120)
    level = models.CharField(max_length=10, choices=PairDraw.Level)
    method = models.CharField(max_length=20, choices=AlignmentMethod)
    groups = models.PositiveIntegerField(
        validators=(MinValueValidator(1), MaxValueValidator(MOST_GROUPS))
    )
    runs = models.PositiveIntegerField(
        validators=(MinValueValidator(1), MaxValueValidator(MOST_RUNS))
    )
    seed = models.BigIntegerField(validators=(MinValueValidator(0),))
    terms: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    compare = models.BooleanField(default=False)
    curves = models.PositiveIntegerField(default=0)
    grouping: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    objects = AskedQuerySet["Alignment"].as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(groups__gte=1, groups__lte=MOST_GROUPS, curves__lte=MOST_GROUPS),
                name="an_alignment_has_1_to_50_groups",
            ),
            models.CheckConstraint(
                condition=Q(runs__gte=1, runs__lte=MOST_RUNS), name="an_alignment_has_1_to_20_runs"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
