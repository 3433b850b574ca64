"""A researcher's API key for one project or for all their projects, until it expires."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.project import Project
from annotation.models.rules import rule
from annotation.scopes import Scope


class APIToken(models.Model):
    """An API key. Only its SHA-256 is stored.

    A token may do what both its `scopes` and its account's role in the project allow. An account
    token works in each project of the account, and can create projects."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    project = models.ForeignKey(Project, models.CASCADE, null=True, related_name="tokens")
    of_account = models.BooleanField(default=False, db_default=False)
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            rule(
                "a_token_has_scopes_that_there_are",
                Q(scopes__len__gt=0) & Q(scopes__contained_by=[scope.value for scope in Scope]),
            ),
            # Losing its project must not widen a token to all projects.
            rule(
                "a_token_is_of_a_project_or_of_an_account",
                Q(of_account=True, project__isnull=True)
                | Q(of_account=False, project__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.name
