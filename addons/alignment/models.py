"""Alignments, which group document segments, and samples of pairs, made in Celery jobs."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from annotation.models import Dataset, Job
from annotation.models.job import JobQuerySet
from annotation.models.options_field import OptionsField
from midpath.alignment.options.alignment import MAX_GROUPS, MAX_RUNS, AlignmentOptions
from midpath.alignment.options.draw import DrawOptions

if TYPE_CHECKING:
    from midpath.alignment.result_shapes import Grouping


class Alignment(Job):
    """An alignment of a dataset's documents. Its steps are iterations of the models.

    `grouping` contains the places of the segments and the group of each segment in each run.
    `results` contains their figures. A discarded alignment keeps both until it is deleted, so that
    it can be restored."""

    name = models.CharField(max_length=120)
    options: "models.JSONField[AlignmentOptions, AlignmentOptions]" = OptionsField(AlignmentOptions)
    grouping: "models.JSONField[Grouping, Grouping]" = models.JSONField(default=dict)

    objects = JobQuerySet["Alignment"].as_manager()

    class Meta(Job.Meta):
        db_table = "annotation_alignment"
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(
                    options__groups__gte=1,
                    options__groups__lte=MAX_GROUPS,
                    options__curves__lte=MAX_GROUPS,
                ),
                name="an_alignment_has_1_to_50_groups",
            ),
            models.CheckConstraint(
                condition=Q(options__runs__gte=1, options__runs__lte=MAX_RUNS),
                name="an_alignment_has_1_to_20_runs",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"


class PairDraw(Job):
    """A sample of pairs from a dataset's documents, then saved as a dataset or discarded. Its steps
    are the candidates that are compared.

    `pairs` are [item position, place, item position, place, similarity, stratum]. The `alignment`
    that the sample is based on may be deleted afterwards."""

    name = models.CharField(max_length=120)
    options: "models.JSONField[DrawOptions, DrawOptions]" = OptionsField(DrawOptions)
    alignment = models.ForeignKey(Alignment, models.SET_NULL, null=True, related_name="draws")
    pairs = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="drawn_by")

    objects = JobQuerySet["PairDraw"].as_manager()

    class Meta(Job.Meta):
        db_table = "annotation_pairdraw"
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(alignment=None) | Q(options__edge__gte=0, options__edge__isnull=False),
                name="a_draw_beside_an_alignment_has_an_edge",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
