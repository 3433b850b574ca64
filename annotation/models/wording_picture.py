"""Pictures in the texts that a campaign's workers read."""

from django.db import models

from annotation.models.campaign import Campaign
from annotation.models.picture import Picture
from annotation.models.rules import unique


class ShownPicture(models.Model):
    """A picture that a campaign's texts may show, with its name in them."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="shown_pictures")
    picture = models.ForeignKey(Picture, models.PROTECT, related_name="shown_by")
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ("pk",)
        constraints = (unique("one_shown_picture_of_a_name_per_campaign", "campaign", "name"),)

    def __str__(self) -> str:
        return self.name
