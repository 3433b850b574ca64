"""Pictures shown to workers, re-encoded by the server."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.project import Project
from annotation.models.rules import unique


class Picture(models.Model):
    """A picture in an app of a project.

    `sha256` is the digest of the body, which never changes, so it is part of the address. The
    description is in the content of the item that shows the picture."""

    class MediaType(models.TextChoices):
        PNG = "image/png", "PNG"
        JPEG = "image/jpeg", "JPEG"

    project = models.ForeignKey(Project, models.CASCADE, related_name="pictures")
    sha256 = models.CharField(max_length=64)
    body = models.BinaryField()
    media_type = models.CharField(max_length=20, choices=MediaType)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    uploaded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (unique("one_picture_of_a_content_per_project", "project", "sha256"),)
