"""Comparisons of two sides on the same items: a crowd with gold, each a campaign or a set."""

from typing import Self, cast

from django.db import models
from django.db.models import F, Prefetch, Q
from django.db.models.functions import Now

from annotation.models import AnnotationSet, Campaign, Dataset, Item, Project, User
from midpath.json_types import JsonObject

# The trees are nested segmentations of the texts whose flat segmentations are compared.
ROLES = ("crowd", "gold", "crowd_trees", "gold_trees")
# Increase this when more is computed, so that earlier results are recomputed.
REVISION = 3


class Side(models.Model):
    """A side of comparisons: a campaign or a set, with one row per campaign or set ever
    compared."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, null=True, related_name="side")
    set = models.OneToOneField(AnnotationSet, models.CASCADE, null=True, related_name="side")

    class Meta:
        db_table = "annotation_side"
        constraints = (
            models.CheckConstraint(
                condition=Q(campaign__isnull=False, set=None) | Q(campaign=None, set__isnull=False),
                name="a_side_is_a_campaign_or_a_set",
            ),
        )

    def __str__(self) -> str:
        return str(self.source)

    @property
    def source(self) -> Campaign | AnnotationSet:
        return self.campaign or cast(AnnotationSet, self.set)

    @property
    def scheme(self) -> str:
        return self.source.scheme

    @property
    def settings(self) -> JsonObject:
        settings: dict[str, object] = self.source.settings
        return settings

    @property
    def dataset(self) -> Dataset:
        return self.source.dataset

    @property
    def version(self) -> int | None:
        """Return the campaign's version; None for a set, which never changes."""
        return self.campaign.agreement.version if self.campaign else None

    @property
    def answer_count(self) -> int:
        if self.campaign:
            return self.campaign.agreement.judgments
        return self.set.annotation_count if self.set else 0


class ComparisonQuerySet(models.QuerySet["Comparison"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(project__deleted_at=None, project__memberships__user=user)

    def not_deleted(self) -> Self:
        return self.filter(deleted_at=None)

    def answered(self) -> Self:
        """Keep comparisons whose sides both have answers."""
        found = self
        for role in ("crowd", "gold"):
            judged = Q(**{f"{role}__campaign__agreement__version__gt": 0})
            found = found.filter(judged | Q(**{f"{role}__set__isnull": False}))
        return found

    def with_sides(self) -> Self:
        """Load the sides, with all that pages show about them, in a query per role: PostgreSQL
        plans one join of all their tables for longer than it runs the four."""
        sides = Side.objects.select_related(
            "campaign__agreement", "campaign__dataset", "set__dataset"
        )
        return self.select_related("project").prefetch_related(
            *(Prefetch(role, sides) for role in ROLES)
        )


class Comparison(models.Model):
    """A comparison of a crowd with gold, by one scheme.

    `basis` contains the versions of the sides, in the order of ROLES, that the results were
    computed from, and the revision of the computation. A comparison whose basis has changed is due,
    but not before `rests_until` unless someone requested it at `asked_at`. A deleted comparison can
    be restored until its row is removed."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="comparisons")
    name = models.CharField(max_length=120)
    crowd = models.ForeignKey(Side, models.CASCADE, related_name="+")
    gold = models.ForeignKey(Side, models.CASCADE, related_name="+")
    crowd_trees = models.ForeignKey(Side, models.CASCADE, null=True, blank=True, related_name="+")
    gold_trees = models.ForeignKey(Side, models.CASCADE, null=True, blank=True, related_name="+")
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
        db_table = "annotation_comparison"
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("project", "name"),
                condition=Q(deleted_at=None),
                name="one_comparison_of_a_name_per_project",
            ),
            models.CheckConstraint(
                condition=~Q(crowd=F("gold")), name="nothing_is_compared_with_itself"
            ),
            models.CheckConstraint(
                condition=Q(crowd_trees=None)
                | Q(gold_trees=None)
                | ~Q(crowd_trees=F("gold_trees")),
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
    def home(self) -> Project:
        return self.project

    @property
    def under_way(self) -> bool:
        """Comparisons are recomputed again and again: their pages show the last results."""
        return False

    @property
    def is_discarded(self) -> bool:
        return self.deleted_at is not None

    @property
    def scheme(self) -> str:
        return self.crowd.scheme

    @property
    def sides(self) -> list[tuple[str, Side | None]]:
        return [(role, getattr(self, role)) for role in ROLES]

    @property
    def versions(self) -> list[int | None]:
        """Return the current versions of the sides, and the revision of the computation."""
        return [*(one.version if one else None for _, one in self.sides), REVISION]

    @property
    def made_from(self) -> list[int | None]:
        """Return the versions of the sides from which the results were computed."""
        versions: list[int | None] = (self.basis or [None] * len(ROLES))[: len(ROLES)]
        return versions

    @property
    def has_moved(self) -> bool:
        """Return whether the figures of a side have changed since the results were computed."""
        return self.made_at is not None and self.basis != self.versions

    @property
    def waits_for(self) -> list[Campaign]:
        """Return the campaigns of both sides that have no figures yet."""
        campaigns = (self.crowd.campaign, self.gold.campaign)
        return [one for one in campaigns if one and not one.agreement.version]


class ComparedItem(models.Model):
    """An item answered on both sides of a comparison, stored with its results.

    `gold_item` is a different item if the sides have different datasets. `position` is the place in
    the crowd's order; `rank` counts from the item with the largest difference between the sides.
    `alike` is the mean similarity between answers of the two sides. `same` says whether both sides
    reach the same consensus; null if one side reaches none. The answers themselves are not
    copied."""

    comparison = models.ForeignKey(Comparison, models.CASCADE, related_name="items")
    item = models.ForeignKey(Item, models.CASCADE, related_name="compared")
    gold_item = models.ForeignKey(Item, models.CASCADE, related_name="compared_as_gold")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    alike = models.FloatField()
    same = models.BooleanField(null=True)

    class Meta:
        db_table = "annotation_compareditem"
        constraints = (
            models.UniqueConstraint(
                fields=("comparison", "position"), name="one_compared_item_per_position"
            ),
            models.UniqueConstraint(
                fields=("comparison", "rank"), name="one_compared_item_per_rank"
            ),
            models.CheckConstraint(
                condition=Q(alike__gte=0, alike__lte=1), name="likeness_is_from_0_to_1"
            ),
        )

    def __str__(self) -> str:
        return f"{self.item_id} of {self.comparison_id}"
