"""Projects, each a study, and their members."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.capabilities import (
    BLINDABLE,
    CAPABILITIES,
    Capability,
    capabilities_of,
    members_with,
)
from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.rules import rule, unique


class ProjectQuerySet(PutAwayQuerySet["Project"]):
    def visible_to(self, user: User, capability: Capability | None = None) -> Self:
        """Return the projects of which the user is a member; with a capability, only those where
        their role has it."""
        if capability is None:
            return self.not_deleted().filter(memberships__user=user)
        able = members_with(capability, "memberships__")
        return self.not_deleted().filter(memberships__user=user, **able)


_Projects = models.Manager.from_queryset(ProjectQuerySet)


class ActiveProjects(_Projects["Project"]):
    def get_queryset(self) -> ProjectQuerySet:
        return ProjectQuerySet(self.model, using=self._db).not_deleted()


class Project(PutAway):
    """A study, visible to its members only."""

    name = models.CharField(max_length=120)
    description = models.TextField(blank=True, max_length=2000)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    workers_numbered = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="The highest number that any of its workers was ever given.",
    )
    budget = models.DecimalField(
        max_digits=14,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="The most that its campaigns together may owe and pay, fees included.",
    )
    least_hourly = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="Campaigns that pay less for an hour are warned of.",
    )
    currency = models.CharField(
        max_length=3, blank=True, default="", db_default="", help_text="Of these two."
    )
    members = models.ManyToManyField(User, through="Membership", related_name="projects")

    objects = ActiveProjects()
    everything = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            rule(
                "a_budget_of_a_project_has_a_currency",
                Q(budget__isnull=True) | (Q(budget__gte=0) & ~Q(currency="")),
            ),
            rule(
                "a_least_wage_has_a_currency",
                Q(least_hourly__isnull=True) | (Q(least_hourly__gt=0) & ~Q(currency="")),
            ),
        )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        MANAGER = "manager", "manager"
        ADJUDICATOR = "adjudicator", "adjudicator"
        VIEWER = "viewer", "viewer"
        AUDITOR = "auditor", "auditor"

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.VIEWER)
    blind = models.BooleanField(
        default=False, db_default=False, help_text="Does not see which worker answered what."
    )

    class Meta:
        constraints = (
            unique("one_membership_per_user_and_project", "project", "user"),
            rule("a_member_has_a_role_of_the_table", Q(role__in=tuple(CAPABILITIES))),
            rule("only_adjudicators_and_viewers_are_blind", Q(blind=False) | Q(role__in=BLINDABLE)),
        )

    @property
    def can(self) -> frozenset[Capability]:
        return capabilities_of(self.role, blind=self.blind)
