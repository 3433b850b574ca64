"""Filters of a campaign's items, saved under names."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.rules import rule, unique


class SavedFilterQuerySet(models.QuerySet["SavedFilter"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(
            campaign__deleted_at=None,
            campaign__dataset__deleted_at=None,
            campaign__dataset__project__deleted_at=None,
            campaign__dataset__project__memberships__user=user,
        )


class SavedFilter(models.Model):
    """A named filter; `query` is the filter as in a URL."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="filters")
    name = models.CharField(max_length=120)
    query = models.TextField()
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = SavedFilterQuerySet.as_manager()

    class Meta:
        verbose_name = "filter"
        ordering = ("name", "pk")
        constraints = (
            unique("one_saved_filter_of_a_name_per_campaign", "campaign", "name"),
            rule("a_saved_filter_asks_for_something", ~Q(query="")),
        )

    def __str__(self) -> str:
        return self.name
