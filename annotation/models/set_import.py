"""Annotation files that a Celery job imports as sets."""

from typing import Any

from django.db import models
from django.db.models import Q

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.job import Job, JobQuerySet


class SetImport(Job):
    """The import of an annotation file. Its steps are the annotations.

    `name`, `scheme` and `origin` are those of the set. `like` is the campaign whose kind of answers
    the file contains; `take` says which part of the file is imported; `leave_out` is the number of
    unmatched annotations that the researcher has seen and agreed to leave out. `body` is the file,
    emptied once it is a set or discarded. `results` contains the counts of the set, or the faults
    of a refused file."""

    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    filename = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    body = models.BinaryField()
    like = models.ForeignKey(Campaign, models.SET_NULL, null=True, related_name="+")
    take = models.CharField(max_length=10, blank=True)
    origin: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    leave_out = models.PositiveIntegerField(default=0)
    made = models.ForeignKey(AnnotationSet, models.SET_NULL, null=True, related_name="imported_by")

    objects = JobQuerySet["SetImport"].as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(digest__regex=r"^[0-9a-f]{64}$"), name="an_import_knows_its_file"
            ),
        )

    def __str__(self) -> str:
        return f"{self.filename} as {self.name}, {self.status}"
