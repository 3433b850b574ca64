from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.people.worker import Enrolment
from annotation.models.rules import rule, unique


class QuizTry(models.Model):
    """One try: the chosen answers to each question, as sent, and the number of correct questions.
    The questions are terms, which are fixed at launch."""

    enrolment = models.ForeignKey(Enrolment, models.CASCADE, related_name="quiz_tries")
    number = models.PositiveSmallIntegerField()
    answers = models.JSONField()
    right = models.PositiveSmallIntegerField()
    of = models.PositiveSmallIntegerField()
    passed = models.BooleanField()
    tried_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ("enrolment_id", "number")
        constraints = (
            unique("one_quiz_try_of_a_number_per_worker", "enrolment", "number"),
            unique("a_quiz_is_passed_once", "enrolment", condition=Q(passed=True)),
            rule("no_more_questions_right_than_asked", Q(right__lte=F("of"))),
        )
