"""A researcher's key to the API of one project, until it expires."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.project import Project
from annotation.scopes import Scope


class APIToken(models.Model):
    """A key to the API. Only the SHA-256 of the key is kept.

    Of what its account may do in the project, it may what its `scopes` say."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    project = models.ForeignKey(Project, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(scopes__len__gt=0)
                & Q(scopes__contained_by=[scope.value for scope in Scope]),
                name="a_token_has_scopes_that_there_are",
            ),
        )

    def __str__(self) -> str:
        return self.name
