"""Questions of workers to the researchers of a campaign, and the answers."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length, Now
from django.db.models.lookups import LessThanOrEqual

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.people.worker import Enrolment
from annotation.models.work.hit import HIT

LONGEST_MESSAGE = 2_000


class Message(models.Model):
    """A message between a worker and the researchers of a campaign. All between the two are one
    thread, in the order of their keys; none is ever changed.

    `hit` is what the worker had in front of them, if they said that it is about that. `settled_at`
    is, of a worker's message, when a researcher answered it or said that it needs no answer; of a
    researcher's, when the worker had read it. `key` is made by the page, so that a message that is
    sent twice is kept once."""

    class Sender(models.TextChoices):
        WORKER = "worker", "worker"
        RESEARCHER = "researcher", "researcher"

    enrolment = models.ForeignKey(Enrolment, models.CASCADE, related_name="messages")
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="messages", db_index=False)
    sender = models.CharField(max_length=10, choices=Sender)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", db_index=False)
    hit = models.ForeignKey(HIT, models.SET_NULL, null=True, related_name="+", db_index=False)
    text = models.TextField(max_length=LONGEST_MESSAGE)
    key = models.UUIDField()
    settled_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("enrolment", "key"), name="a_message_sent_twice_is_kept_once"
            ),
            models.CheckConstraint(
                condition=~Q(text="") & Q(LessThanOrEqual(Length("text"), LONGEST_MESSAGE)),
                name="a_message_says_something_and_is_short",
            ),
            models.CheckConstraint(
                condition=Q(sender="worker", user__isnull=True) | Q(sender="researcher"),
                name="no_researcher_writes_as_a_worker",
            ),
        )
        indexes = (
            models.Index(
                fields=("campaign", "enrolment"),
                condition=Q(sender="worker", settled_at=None),
                name="questions_that_wait",
            ),
            models.Index(
                fields=("enrolment",),
                condition=Q(sender="researcher", settled_at=None),
                name="answers_not_read",
            ),
            models.Index(fields=("campaign", "enrolment", "id"), name="messages_by_thread"),
        )

    def __str__(self) -> str:
        return f"message {self.pk}"
