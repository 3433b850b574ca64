"""Pictures that workers are shown, as the server wrote them itself."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.project import Project


class Picture(models.Model):
    """`sha256` is that of the body, which is never changed: it stands in the address. What a
    picture shows is said where it is shown, in the content of its item."""

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
        constraints = (
            models.UniqueConstraint(
                fields=("project", "sha256"), name="one_picture_of_a_content_per_project"
            ),
        )

    def __str__(self) -> str:
        return self.sha256[:12]
