"""Projects, each a study, and the researchers who may see them."""

from typing import Self

from django.db import models
from django.db.models.functions import Now

from annotation.models.user import User


class ProjectQuerySet(models.QuerySet["Project"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(memberships__user=user)


class Project(models.Model):
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True, max_length=2000)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    workers_numbered = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="The highest number that any of its workers was ever given.",
    )
    members = models.ManyToManyField(User, through="Membership", related_name="projects")

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        MEMBER = "member", "member"

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("project", "user"), name="one_membership_per_user_and_project"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.project}"
