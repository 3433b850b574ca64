"""Samples of a dataset's texts or sentences, and random texts, made in Celery jobs."""

from typing import TYPE_CHECKING, TypeAlias

from django.db import models
from django.db.models import Q

from annotation.models import Dataset, Job
from annotation.models.job import JobQuerySet
from annotation.models.options_field import OptionsField
from midpath.sampling.options import MAX_SIZE, SAMPLERS, SampleOptions

if TYPE_CHECKING:
    from midpath.json_types import JsonObject

    SampledText: TypeAlias = tuple[str, list[str], JsonObject]


class Sample(Job):
    """A sample from a dataset, then saved as a dataset or discarded. Its steps are the items that
    are read.

    `texts` are [text, words, columns]. `lengths_of` is the dataset whose lengths are requested; it
    may be deleted afterwards."""

    name = models.CharField(max_length=120)
    options: "models.JSONField[SampleOptions, SampleOptions]" = OptionsField(SampleOptions)
    lengths_of = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="+")
    texts: "models.JSONField[list[SampledText], list[SampledText]]" = models.JSONField(default=list)
    made = models.ForeignKey(Dataset, models.SET_NULL, null=True, related_name="sampled_by")

    objects = JobQuerySet["Sample"].as_manager()

    class Meta(Job.Meta):
        db_table = "annotation_sample"
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(options__sampler__in=list(SAMPLERS)),
                name="a_sample_has_a_known_sampler",
            ),
            models.CheckConstraint(
                condition=Q(options__size__gte=1, options__size__lte=MAX_SIZE),
                name="a_sample_has_1_to_5000_texts",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.status}"
