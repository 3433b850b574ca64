"""Tasks that failed and have not succeeded since."""

from django.db import models
from django.db.models.functions import Now


class DeadLetter(models.Model):
    """A task of Celery with its arguments, and its last failure. It goes when the task succeeds."""

    task = models.CharField(max_length=100)
    args = models.JSONField()
    times = models.PositiveIntegerField(default=1)
    error = models.CharField(max_length=200)
    message = models.TextField(blank=True)
    # Where it happened, without values.
    traceback = models.TextField(blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    first_at = models.DateTimeField(db_default=Now(), editable=False)
    last_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("task", "args"), name="one_dead_letter_per_message"),
        )
