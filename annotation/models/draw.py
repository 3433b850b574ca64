"""Pairs on their way out of documents: asked for, drawn by a Celery job, then kept or not."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from annotation.models.asked import AskedQuerySet, AskedWork
from annotation.models.dataset import Dataset


class PairDraw(AskedWork):
    """Its steps are candidates that are compared. `pairs` are [item position, place, item
    position, place, similarity, stratum]."""

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
    pairs = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="drawn_by")

    objects = AskedQuerySet["PairDraw"].as_manager()

    class Meta(AskedWork.Meta):
        pass

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
