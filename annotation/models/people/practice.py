"""Workers' practice before their first task. It makes no judgments, is in no figure and is not
paid."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique
from annotation.models.work.gold_answer import KnownAnswer


class PracticeTask(models.Model):
    """A practice item: number `place` of the worker's try `number`. `vector` is the worker's
    answer, empty until there is one."""

    enrolment = models.ForeignKey(
        Enrolment, models.CASCADE, related_name="practice", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    answer = models.ForeignKey(KnownAnswer, models.PROTECT, related_name="practised")
    vector = ArrayField(models.IntegerField(), null=True)
    right = models.BooleanField(null=True)
    given_at = models.DateTimeField(db_default=Now(), editable=False)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("enrolment_id", "number", "place")
        constraints = (
            unique("one_practice_task_at_a_place_of_a_try", "enrolment", "number", "place"),
            unique("nothing_is_practised_twice_in_a_try", "enrolment", "number", "answer"),
            rule(
                "practice_is_answered_and_judged_at_once",
                Q(vector__isnull=True, right__isnull=True, answered_at__isnull=True)
                | Q(vector__isnull=False, right__isnull=False, answered_at__isnull=False),
            ),
        )
