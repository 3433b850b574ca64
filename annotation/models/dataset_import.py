"""Uploaded files that a Celery job makes into datasets."""

from typing import Any, Self

from django.db import models
from django.db.models import Q

from annotation.models.dataset import Dataset, DatasetUpload
from annotation.models.job import Job, JobQuerySet
from annotation.models.people.user import User
from annotation.models.project import Project


class DatasetImportQuerySet(JobQuerySet["DatasetImport"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(project__deleted_at=None, project__memberships__user=user)


class DatasetImport(Job):
    """The import of a file that is too large for a request. Its steps are the rows.

    `dataset` is the dataset that was made. `upload` is the file, which is deleted once it is a
    dataset; without it an import cannot begin again. `given` is the API's field that held the file,
    which is then read without leniency; empty for an upload of the pages. `leave_out` is how many
    rows with faults the researcher has seen and leaves out. `keep` describes the annotation set to
    make of the file's annotations. `results` are the counts of the dataset, or of a refused file
    its faults."""

    dataset = models.ForeignKey(  # type: ignore[assignment]
        Dataset, models.CASCADE, null=True, related_name="imported_by"
    )
    project = models.ForeignKey(Project, models.CASCADE, related_name="dataset_imports")
    upload = models.ForeignKey(DatasetUpload, models.SET_NULL, null=True, related_name="imports")
    name = models.CharField(max_length=120)
    filename = models.CharField(max_length=255)
    given = models.CharField(max_length=4, blank=True)
    leave_out = models.PositiveIntegerField(default=0)
    keep: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    objects = DatasetImportQuerySet.as_manager()

    class Meta(Job.Meta):
        constraints = (
            *Job.Meta.constraints,
            models.UniqueConstraint(
                fields=("upload",),
                condition=Q(status__in=("waiting", "running")),
                name="one_import_of_an_upload_at_a_time",
            ),
        )

    @property
    def home(self) -> Project:
        return self.project

    def __str__(self) -> str:
        return f"{self.filename} as {self.name}, {self.status}"
