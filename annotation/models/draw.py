"""Pairs drawn from documents by a Celery job, then kept as a dataset or discarded."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation.models.dataset import Dataset
from annotation.models.job import Job, JobQuerySet


class PairDraw(Job):
    """A draw of pairs from a dataset's documents. Its steps are the candidates that are compared.

    `pairs` are [item position, place, item position, place, similarity, stratum]. With an `edge`,
    in millionths of the cosine, only pairs on which the alignment and the cosine disagree are
    drawn. The alignment may be deleted afterwards."""

    class Level(models.TextChoices):
        SECTIONS = "sections", "sections"
        PARAGRAPHS = "paragraphs", "paragraphs"

    name = models.CharField(max_length=120)
    level = models.CharField(max_length=10, choices=Level)
    per_stratum = models.PositiveIntegerField(
        validators=(MinValueValidator(1), MaxValueValidator(5000))
    )
    seed = models.BigIntegerField(validators=(MinValueValidator(0),))
    document_pairs = models.PositiveIntegerField(null=True, validators=(MinValueValidator(1),))
    smooth = models.BooleanField(default=False)
    alignment = models.ForeignKey(
        "annotation.Alignment", models.SET_NULL, null=True, related_name="draws"
    )
    edge = models.PositiveIntegerField(null=True)
    pairs = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="drawn_by")

    objects = JobQuerySet["PairDraw"].as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(alignment=None) | Q(edge__isnull=False),
                name="a_draw_beside_an_alignment_has_an_edge",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
