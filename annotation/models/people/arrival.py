"""Recent arrivals by address, kept while they limit the next ones."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign


class Arrival(models.Model):
    """A worker's arrival in a campaign from an address. The worker is not kept."""

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
