"""Allowlists and blocklists of worker ids in a campaign, and traits that platforms claim for an
id."""

from django.db import models

from annotation.models.campaign import Campaign
from annotation.models.project import Project
from annotation.models.rules import unique


class ListedId(models.Model):
    """An id on one of a campaign's two lists.

    Blocked ids cannot join. If there is an allowlist, only ids on it can join. Chosen names are
    compared by `folded`, that is, as people see them."""

    class Side(models.TextChoices):
        IN = "in", "let in"
        OUT = "out", "keep out"

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="listed_ids", db_index=False
    )
    side = models.CharField(max_length=3, choices=Side)
    external_id = models.CharField(max_length=120)
    folded = models.CharField(max_length=140, editable=False)

    class Meta:
        constraints = (unique("an_id_is_once_on_a_list", "campaign", "side", "external_id"),)
        indexes = (models.Index(fields=("campaign", "side", "folded"), name="listed_by_name"),)


class ClaimedTraits(models.Model):
    """The country and the language of an id, as claimed by a platform; Midpath cannot verify
    them."""

    project = models.ForeignKey(
        Project, models.CASCADE, related_name="claimed_traits", db_index=False
    )
    external_id = models.CharField(max_length=120)
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=3, blank=True)

    class Meta:
        constraints = (unique("one_row_of_traits_per_id_in_a_project", "project", "external_id"),)
