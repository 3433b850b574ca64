"""Pairs on their way out of documents: asked for, drawn by a Celery job, then kept or not."""

from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.dataset import Dataset
from annotation.models.user import User


class PairDrawQuerySet(models.QuerySet["PairDraw"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(dataset__project__memberships__user=user)

    def unfinished(self) -> Self:
        return self.filter(status__in=(PairDraw.Status.WAITING, PairDraw.Status.RUNNING))


class PairDraw(models.Model):
    """`done` of `total` candidates are compared. `run` numbers the attempts: only the last may
    write, and `beat_at` says when it last did. `results` is what a page shows, `pairs` are
    [item position, place, item position, place, similarity, stratum]."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        READY = "ready", "ready"
        KEPT = "kept", "kept"
        DISCARDED = "discarded", "discarded"
        FAILED = "failed", "failed"

    class Level(models.TextChoices):
        SECTIONS = "sections", "sections"
        PARAGRAPHS = "paragraphs", "paragraphs"

    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="draws")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=120)
    level = models.CharField(max_length=10, choices=Level)
    per_stratum = models.PositiveIntegerField(
        validators=(MinValueValidator(1), MaxValueValidator(5000))
    )
    seed = models.BigIntegerField(validators=(MinValueValidator(0),))
    document_pairs = models.PositiveIntegerField(null=True, validators=(MinValueValidator(1),))
    smooth = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    run = models.PositiveIntegerField(default=0)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    results = models.JSONField(default=dict)
    pairs = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="drawn_by")
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    beat_at = models.DateTimeField(db_default=Now())

    objects = PairDrawQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(done__lte=F("total")), name="a_draw_compares_no_more_than_there_is"
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("ready", "kept")) | ~Q(results={}),
                name="a_draw_that_is_ready_has_results",
            ),
        )
        indexes = (
            models.Index(
                fields=("beat_at",),
                condition=Q(status__in=("waiting", "running")),
                name="draw_unfinished",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
