"""Join traces, by which several accounts of one person can be recognized."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.worker import Enrolment


class JoinTrace(models.Model):
    """The time at which a worker joined a campaign on its page, and keyed digests of the network
    address and of the browser. The digests can be compared within a project but not reversed.

    A browser is identified by the first worker who joined in it. Researchers see only how many
    joined together. A trace is deleted when the worker is erased."""

    enrolment = models.OneToOneField(
        Enrolment, models.CASCADE, primary_key=True, related_name="trace"
    )
    address = models.CharField(max_length=64)
    browser = models.CharField(max_length=64)
    at = models.DateTimeField(db_default=Now(), editable=False)
