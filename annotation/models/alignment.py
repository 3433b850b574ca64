"""Groups of document segments, made by a model in a Celery job."""

from collections.abc import Sequence
from typing import TypedDict

from django.db import models
from django.db.models import Q

from annotation.models.job import Job, JobQuerySet
from annotation.models.options_field import OptionsField
from annotation.options.alignment import MAX_GROUPS, MAX_RUNS, AlignmentOptions

# Maximum number of pairs per gold campaign that are listed because models and people differ on
# them.
MAX_DISAGREEMENTS = 500


class Grouping(TypedDict, total=False):
    """The places of the segments, and for each run, the group of each segment; empty until the
    alignment is done."""

    places: Sequence[Sequence[int]]
    runs: list[list[int]]


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
