"""Platform sessions of workers."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique

MAX_ID_LENGTH = 120
# Prolific accepts no shorter reason for rejecting work.
MIN_REASON_LENGTH = 100


class PlatformSession(models.Model):
    """A visit by a worker sent from a platform, with the platform's ids of the study and the
    session. The platform's id of the worker is `Worker.external_id`.

    Each session is a place of its own. `done_before` counts the HITs after training that the worker
    had done when the session began, and `ms_before` the active time; neither counts towards this
    place.

    Only owners of the project see sessions; no export or log contains them."""

    enrolment = models.ForeignKey(
        Enrolment, models.CASCADE, related_name="platform_sessions", db_index=False
    )
    study = models.CharField(max_length=MAX_ID_LENGTH, blank=True)
    session = models.CharField(max_length=MAX_ID_LENGTH, blank=True)
    came_at = models.DateTimeField(db_default=Now(), editable=False)
    done_before = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    ms_before = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            unique("each_session_of_a_worker_once", "enrolment", "session", "study"),
            rule("a_platform_session_has_an_id", ~Q(study="") | ~Q(session="")),
        )
