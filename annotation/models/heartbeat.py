"""The last heartbeat of each background process, for the health page."""

from django.db import models


class Heartbeat(models.Model):
    name = models.CharField(max_length=40, primary_key=True)
    beat_at = models.DateTimeField()
