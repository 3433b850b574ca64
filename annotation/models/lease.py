"""The leases on work that only one process at a time does."""

from django.db import models


class Lease(models.Model):
    """A lease that exists while its owner works. The owner renews it; after `ends_at` another
    process may take it."""

    name = models.CharField(max_length=40, primary_key=True)
    owner = models.UUIDField()
    ends_at = models.DateTimeField()
