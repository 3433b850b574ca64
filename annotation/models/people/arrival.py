"""Recent arrivals by address, stored while they count towards a limit."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign


class Arrival(models.Model):
    """A worker's arrival in a campaign from an address. The worker is not stored, and the address
    only as a keyed digest that cannot be reversed."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, db_index=False, related_name="+")
    origin = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "origin", "at"), name="arrival_by_origin"),
            models.Index(fields=("at",), name="arrival_by_time"),
        )
