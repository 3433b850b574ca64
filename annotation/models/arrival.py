"""Who came from where lately, kept for as long as it may slow down the next."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign


class Arrival(models.Model):
    """A worker who joined a campaign from an address; which one is not kept."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, db_index=False, related_name="+")
    address = models.GenericIPAddressField()
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "address", "at"), name="arrival_by_address"),
            models.Index(fields=("at",), name="arrival_by_time"),
        )

    def __str__(self) -> str:
        return f"arrival {self.pk}"
