"""Imports of uploaded files by Celery jobs: datasets, and annotation sets."""

from typing import Self

from django.db import models
from django.db.models import Q

from annotation.models.annotation_set import AnnotationSet
from annotation.models.campaign import Campaign
from annotation.models.dataset import Dataset, DatasetUpload
from annotation.models.job import Job, JobQuerySet
from annotation.models.people.user import User
from annotation.models.project import Project
from annotation.models.rules import rule, unique
from midpath.json_types import JsonObject


class DatasetImportQuerySet(JobQuerySet["DatasetImport"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(project__deleted_at=None, project__memberships__user=user)


class DatasetImport(Job):
    """The import of a file that is too large for a request. Its steps are the rows.

    `dataset` is the dataset that was made. `upload` is the file, which is deleted once it is a
    dataset; without it an import cannot begin again. `given` is the API's field with the file,
    which is then read strictly; empty for an upload of the pages. `leave_out` is the number of
    rows with errors that the researcher has seen and leaves out. `keep` describes the annotation
    set to make of the file's annotations. `results` are the counts of the dataset, or the faults
    of a refused file."""

    dataset = models.ForeignKey(  # type: ignore[assignment]
        Dataset, models.CASCADE, null=True, related_name="imported_by"
    )
    project = models.ForeignKey(Project, models.CASCADE, related_name="dataset_imports")
    upload = models.ForeignKey(DatasetUpload, models.SET_NULL, null=True, related_name="imports")
    name = models.CharField(max_length=120)
    filename = models.CharField(max_length=255)
    given = models.CharField(max_length=4, blank=True)
    leave_out = models.PositiveIntegerField(default=0)
    keep: "models.JSONField[JsonObject, JsonObject]" = models.JSONField(default=dict)

    objects = DatasetImportQuerySet.as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            unique(
                "one_import_of_an_upload_at_a_time",
                "upload",
                condition=Q(status__in=("waiting", "running")),
            ),
        )

    @property
    def home(self) -> Project:
        return self.project


class SetImport(Job):
    """The import of a file of annotations. Its steps are the annotations.

    `name`, `scheme` and `origin` are those of the set. `like` is the campaign whose answers the
    file's are; `take` says what is taken of the file, `control` which question of it,
    `reading` how to read a table, and
    `leave_out` how many annotations that fit nothing the researcher has seen and leaves out. `body`
    is the file, which is emptied once it is a set or discarded. `results` hold the counts of the
    set, or of a refused file its faults."""

    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    filename = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    body = models.BinaryField()
    like = models.ForeignKey(Campaign, models.SET_NULL, null=True, related_name="+")
    take = models.CharField(max_length=10, blank=True)
    control = models.CharField(max_length=200, blank=True, default="", db_default="")
    reading = models.TextField(blank=True, default="", db_default="")
    origin: "models.JSONField[JsonObject, JsonObject]" = models.JSONField(default=dict)
    leave_out = models.PositiveIntegerField(default=0)
    made = models.ForeignKey(AnnotationSet, models.SET_NULL, null=True, related_name="imported_by")

    objects = JobQuerySet["SetImport"].as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            rule("an_import_knows_its_file", Q(digest__regex=r"^[0-9a-f]{64}$")),
        )
