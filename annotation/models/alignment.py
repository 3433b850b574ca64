"""Groups of segments of documents, made by a model in a Celery job."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation.models.draw import PairDraw
from annotation.models.job import Job, JobQuerySet

MOST_GROUPS = 50
MOST_RUNS = 20
# The most pairs of one gold campaign that are listed because models and people differ on them.
MOST_DISAGREEMENTS = 500


class AlignmentMethod(models.TextChoices):
    """The methods of corpus.alignment, with their names for people."""

    CLUSTERING = "clustering", "Clustering"
    LDA = "lda", "LDA"
    VANILLA = "vanilla", "Vanilla HMM, EM"
    ALL_FORWARD = "all_forward", "All-forward HMM, EM"
    STRICT_FORWARD = "strict_forward", "Strict-forward HMM, EM"
    VANILLA_VB = "vanilla_vb", "Vanilla HMM, VB"
    ALL_FORWARD_VB = "all_forward_vb", "All-forward HMM, VB"
    STRICT_FORWARD_VB = "strict_forward_vb", "Strict-forward HMM, VB"


class Alignment(Job):
    """An alignment of a dataset's documents. Its steps are iterations of the models.

    `grouping` holds the places of the segments and, for each run, the group of each segment.
    `results` holds the figures about them. A discarded alignment keeps both until it is deleted, so
    that it can be restored."""

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

    objects = JobQuerySet["Alignment"].as_manager()

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
