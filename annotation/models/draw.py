"""Pairs sampled from documents by a Celery job, then saved as a dataset or discarded."""

from django.db import models
from django.db.models import Q

from annotation.models.dataset import Dataset
from annotation.models.job import Job, JobQuerySet
from annotation.models.options_field import OptionsField
from annotation.options.draw import DrawOptions


class PairDraw(Job):
    """A sample of pairs from a dataset's documents. Its steps are the candidates that are compared.

    `pairs` are [item position, place, item position, place, similarity, stratum]. The `alignment`
    that the sample is based on may be deleted afterwards."""

    name = models.CharField(max_length=120)
    options: "models.JSONField[DrawOptions, DrawOptions]" = OptionsField(DrawOptions)
    alignment = models.ForeignKey(
        "annotation.Alignment", models.SET_NULL, null=True, related_name="draws"
    )
    pairs = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="drawn_by")

    objects = JobQuerySet["PairDraw"].as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(alignment=None) | Q(options__edge__gte=0, options__edge__isnull=False),
                name="a_draw_beside_an_alignment_has_an_edge",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
