"""Answers of the API that are kept for a day, to be given again to whoever asks the same again."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.project import Project


class KeptAnswer(models.Model):
    """An answer to a request that came with an Idempotency-Key, kept with what the request made.

    `digest` is of who asked and of the key, `request` of all that was asked, `project` is what the
    answer tells of. The answer is sealed, since some hold what is told only once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    sealed = models.TextField()
    made_at = models.DateTimeField(db_default=Now(), editable=False, db_index=True)

    def __str__(self) -> str:
        return f"answer {self.pk}"
