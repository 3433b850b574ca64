"""A researcher's key to the API of one project, until it expires."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.project import Project


class APIToken(models.Model):
    """A key to the API. Only the SHA-256 of the key is kept.

    `reads_ids` is a scope of its own: with it an owner's token reads under which ids platforms sent
    the workers."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    project = models.ForeignKey(Project, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    reads_ids = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.name
