"""Recent arrivals by address, kept while they limit the next ones."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign


class Arrival(models.Model):
    """A worker's arrival in a campaign from an address. Neither is kept: not the worker, and of the
    address no more than a keyed digest, from which nobody can read it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, db_index=False, related_name="+")
    origin = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (
            models.Index(fields=("campaign", "origin", "at"), name="arrival_by_origin"),
            models.Index(fields=("at",), name="arrival_by_time"),
        )

    def __str__(self) -> str:
        return f"arrival {self.pk}"
