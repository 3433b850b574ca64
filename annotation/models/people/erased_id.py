from django.db import models
from django.db.models.functions import Now

from annotation.models.project import Project
from annotation.models.rules import unique


class ErasedId(models.Model):
    """A keyed digest of an erased worker's platform id. It recognizes a worker who returns with the
    id, but the id cannot be read from it."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (unique("an_id_is_erased_once_in_a_project", "project", "digest"),)
