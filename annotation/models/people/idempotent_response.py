"""API responses stored for a day, to be repeated for repeated requests."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.project import Project


class KeptAnswer(models.Model):
    """A response to a request with an Idempotency-Key, saved together with what the request
    created.

    `digest` identifies the client and the key, `request` the whole request; `project` is the
    project that the response is about. The response is sealed, since some contain secrets that are
    shown only once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    sealed = models.TextField()
    made_at = models.DateTimeField(db_default=Now(), editable=False, db_index=True)
