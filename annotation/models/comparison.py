"""Comparisons of a crowd's campaigns with gold ones of the same texts."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.project import Project

ROLES = ("crowd_flat", "gold_flat", "crowd_nested", "gold_nested")


class ComparisonQuerySet(models.QuerySet["Comparison"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(project__deleted_at=None, project__memberships__user=user)

    def standing(self) -> Self:
        return self.filter(deleted_at=None)

    def with_campaigns(self) -> Self:
        """Load the campaigns with all that a comparison's pages show of them, in the same query."""
        return self.select_related(
            "project", *(f"{role}__{part}" for role in ROLES for part in ("agreement", "dataset"))
        )


class Comparison(models.Model):
    """A comparison of a crowd's campaigns with gold ones.

    `basis` holds the versions of the campaigns, in the order of ROLES, that the results were
    computed from. A comparison whose campaigns have other versions by now is due, but not before
    `rests_until` unless somebody asked for it at `asked_at`. A deleted comparison can be restored
    until its row is removed."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="comparisons")
    name = models.CharField(max_length=120)
    crowd_flat = models.ForeignKey(Campaign, models.CASCADE, related_name="+")
    gold_flat = models.ForeignKey(Campaign, models.CASCADE, related_name="+")
    crowd_nested = models.ForeignKey(
        Campaign, models.CASCADE, null=True, blank=True, related_name="+"
    )
    gold_nested = models.ForeignKey(
        Campaign, models.CASCADE, null=True, blank=True, related_name="+"
    )
    basis = models.JSONField(null=True)
    results = models.JSONField(default=dict)
    made_at = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(db_default=Now())
    asked_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    deleted_at = models.DateTimeField(null=True)

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("project", "name"),
                condition=Q(deleted_at=None),
                name="one_comparison_of_a_name_per_project",
            ),
            models.CheckConstraint(
                condition=~Q(crowd_flat=F("gold_flat")),
                name="the_flats_of_crowd_and_gold_differ",
            ),
            models.CheckConstraint(
                condition=Q(crowd_nested=None)
                | Q(gold_nested=None)
                | ~Q(crowd_nested=F("gold_nested")),
                name="the_trees_of_crowd_and_gold_differ",
            ),
            models.CheckConstraint(
                condition=Q(made_at__isnull=True, basis__isnull=True)
                | Q(made_at__isnull=False, basis__isnull=False),
                name="a_comparison_that_was_made_says_of_what",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def campaigns(self) -> list[tuple[str, Campaign | None]]:
        return [(role, getattr(self, role)) for role in ROLES]

    @property
    def versions(self) -> list[int | None]:
        """Return the current versions of the campaigns."""
        return [one.agreement.version if one else None for _, one in self.campaigns]

    @property
    def has_moved(self) -> bool:
        """Return whether its campaigns have other figures by now than those that it was computed
        from."""
        return self.made_at is not None and self.basis != self.versions

    @property
    def waits_for(self) -> list[Campaign]:
        """Return the flat campaigns that have no figures yet."""
        return [one for one in (self.crowd_flat, self.gold_flat) if not one.agreement.version]
