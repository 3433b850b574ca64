"""Files of annotations that a Celery job makes into sets."""

from typing import Any

from django.db import models
from django.db.models import Q

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.job import Job, JobQuerySet


class SetImport(Job):
    """The import of a file of annotations. Its steps are the annotations.

    `name`, `scheme` and `origin` are those of the set. `like` is the campaign whose answers the
    file's are; `take` says what is taken of the file, `leave_out` how many annotations that fit
    nothing the researcher has seen and leaves out. `body` is the file, which is emptied once it
    is a set or discarded. `results` hold the counts of the set, or of a refused file its faults."""

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
