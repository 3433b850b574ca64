"""Mails to researchers about their accounts, waiting to be sent."""

from django.db import models
from django.db.models.functions import Now


class Letter(models.Model):
    """A waiting mail, deleted once it is sent or given up. Its text is sealed, since it may contain
    a link that opens an account."""

    email = models.EmailField()
    subject = models.CharField(max_length=200)
    sealed = models.TextField()
    written_at = models.DateTimeField(db_default=Now(), editable=False)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    rests_until = models.DateTimeField(db_default=Now(), db_index=True)
