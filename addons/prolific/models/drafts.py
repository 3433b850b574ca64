"""A study created on Prolific from here, the steps of its recruitment, and messages to and from its
workers."""

from decimal import Decimal
from html import unescape

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from addons.prolific.models.studies import ProlificStudy
from annotation.models import User
from midpath.json_types import JsonObject
from midpath.text.formatting import written


class ProlificDraft(models.Model):
    """A study to be created on Prolific: `body` is sent word for word.

    Prolific may create a study twice, so the row says `sending` before the one call. If the
    response is lost, the study is found by `mark`, the end of its internal name."""

    class State(models.TextChoices):
        WRITTEN = "written", "written, not sent"
        WANTED = "wanted", "to be made"
        SENDING = "sending", "sent, not answered"
        MADE = "made", "made"

    study = models.OneToOneField(ProlificStudy, models.CASCADE, related_name="draft")
    body: "models.JSONField[JsonObject, JsonObject]" = models.JSONField()
    mark = models.CharField(max_length=40, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.WRITTEN)
    problem = models.CharField(max_length=300, blank=True, default="")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    written_at = models.DateTimeField(db_default=Now())
    sent_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True, help_text="When it was last looked for and absent.")

    class Meta:
        db_table = "annotation_prolificdraft"
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("written", "wanted")) | Q(sent_at__isnull=False),
                name="a_study_that_was_sent_has_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"draft {self.pk}, {self.state}"

    @property
    def reward(self) -> Decimal:
        return Decimal(int(self.body["reward"])) / 100

    @property
    def description(self) -> str:
        """Return the description as typed, without Prolific's markup."""
        paragraphs = str(self.body["description"]).removeprefix("<p>").removesuffix("</p>")
        return unescape(paragraphs.replace("</p><p>", "\n\n"))

    @property
    def reward_written(self) -> str:
        return written(self.reward)

    @property
    def rewards_written(self) -> str:
        """Return the total of the rewards of all places, without Prolific's fee."""
        cents = int(self.body["reward"]) * int(self.body["total_available_places"])
        return written(Decimal(cents) / 100)


class ProlificStep(models.Model):
    """A step of a study: publish, pause, resume, stop, or add places.

    Steps that cost money are priced first: `total` is the sum from Prolific's calculator, fees and
    tax included, for `priced_places` at `reward` cents; null if Prolific gives none. Such a step is
    sent only after an owner confirms the price."""

    class Action(models.TextChoices):
        PUBLISH = "PUBLISH", "publish"
        PAUSE = "PAUSE", "pause"
        START = "START", "start again"
        STOP = "STOP", "stop"
        PLACES = "PLACES", "add submissions"

    class State(models.TextChoices):
        ASKED = "asked", "to be priced"
        PRICED = "priced", "priced, not confirmed"
        CONFIRMED = "confirmed", "to be sent"
        DONE = "done", "done"
        DROPPED = "dropped", "dropped"

    COSTS = (Action.PUBLISH, Action.PLACES)
    OPEN = (State.ASKED, State.PRICED, State.CONFIRMED)

    study = models.ForeignKey(ProlificStudy, models.CASCADE, related_name="steps")
    action = models.CharField(max_length=10, choices=Action)
    places = models.PositiveIntegerField(
        null=True, help_text="The total number of submissions after the step."
    )
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    reward = models.PositiveIntegerField(null=True)
    priced_places = models.PositiveIntegerField(null=True)
    total = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    problem = models.CharField(max_length=300, blank=True, default="")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "annotation_prolificstep"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("study",),
                condition=Q(state__in=("asked", "priced", "confirmed")),
                name="a_study_takes_one_step_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(action__in=("PUBLISH", "PLACES"))
                | Q(state__in=("asked", "dropped"))
                | Q(reward__isnull=False, priced_places__isnull=False),
                name="what_costs_is_priced_before_it_is_sent",
            ),
            models.CheckConstraint(
                condition=~Q(action="PLACES") | Q(places__isnull=False),
                name="raised_places_have_a_number",
            ),
        )

    def __str__(self) -> str:
        return f"step {self.pk}, {self.action}, {self.state}"

    @property
    def rewards(self) -> Decimal | None:
        """Return the rewards of the places, without Prolific's fee."""
        if self.reward is None or self.priced_places is None:
            return None
        return Decimal(self.reward * self.priced_places) / 100

    @property
    def cost_read(self) -> str:
        """Return the cost as the page shows it when an owner confirms it."""
        return f"{self.rewards}/{self.total}"


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
