"""Messages to and from workers through Prolific."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from addons.prolific.models.studies import ProlificStudy
from annotation.models import User

MAX_MESSAGE_LENGTH = 2_000


class ProlificMessage(models.Model):
    """A message to or from a participant of a study.

    Prolific may deliver a message twice, so the row says `sending` before the one call, and is
    never sent again from that state. If the response is lost, the page says so."""

    class State(models.TextChoices):
        WANTED = "wanted", "to be sent"
        SENDING = "sending", "sent, not answered"
        SENT = "sent", "sent"
        REFUSED = "refused", "not sent"
        RECEIVED = "received", "received"

    study = models.ForeignKey(
        ProlificStudy, models.CASCADE, related_name="messages", db_index=False
    )
    participant = models.CharField(max_length=120)
    body = models.TextField(max_length=MAX_MESSAGE_LENGTH)
    state = models.CharField(max_length=10, choices=State, default=State.WANTED)
    message = models.CharField(max_length=64, blank=True, default="")
    problem = models.CharField(max_length=300, blank=True, default="")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "annotation_prolificmessage"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("study", "message"),
                condition=~Q(message=""),
                name="each_message_of_prolific_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="received") | ~Q(message=""),
                name="a_received_message_has_an_id",
            ),
        )
        indexes = (models.Index(fields=("study", "-at"), name="message_by_time"),)

    def __str__(self) -> str:
        return f"message {self.pk}, {self.state}"
