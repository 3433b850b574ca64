"""Webhooks: the addresses that a project notifies of events, and the outbox of their messages."""

import uuid
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models import Project, User


class Webhook(models.Model):
    """An external address and the events it subscribes to.

    The secret that signs messages is sealed, so that the database alone does not reveal it. For a
    day after a new secret is set, messages are also signed with the previous one. `dead_in_row`
    counts consecutive undelivered messages; `off_because` says why Midpath switched the webhook
    off."""

    class Event(models.TextChoices):
        FINISHED = "campaign.finished", "A campaign is finished"
        AGREED = "items.agreed", "Workers agree on items"
        BUDGET = "budget.near", "A budget is nearly used up"
        EXPORT = "export.ready", "A snapshot is ready"
        FAILED = "job.failed", "A job failed"
        FLAGGED = "worker.flagged", "A worker’s answers need a look"

    project = models.ForeignKey(Project, models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=300)
    events = ArrayField(models.CharField(max_length=30, choices=Event))
    sealed = models.TextField()
    sealed_before = models.TextField(blank=True, default="")
    before_until = models.DateTimeField(null=True)
    is_on = models.BooleanField(default=True)
    off_because = models.CharField(max_length=200, blank=True, default="")
    dead_in_row = models.PositiveIntegerField(default=0)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        db_table = "annotation_webhook"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("project", "address"), name="one_webhook_of_an_address_per_project"
            ),
            models.CheckConstraint(
                condition=Q(events__len__gt=0), name="a_webhook_is_told_some_event"
            ),
            models.CheckConstraint(
                condition=Q(is_on=False) | Q(off_because=""),
                name="a_webhook_that_is_on_has_no_reason_to_be_off",
            ),
            models.CheckConstraint(
                condition=Q(sealed_before="", before_until=None)
                | (~Q(sealed_before="") & Q(before_until__isnull=False)),
                name="an_earlier_secret_ends",
            ),
        )

    def __str__(self) -> str:
        return self.address


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def readable(self) -> Self:
        """Leave out deliveries whose text was deleted."""
        return self.exclude(body="")


class Delivery(models.Model):
    """A message to a webhook, written in the transaction of the event itself, so that there is
    never one without the other.

    `message` is its id, the same at every attempt. `about` identifies an event that is sent only
    once; if it is empty, the event may be sent again. A row with `about` outlives its `body`, so
    that nothing is sent twice. `code` is the status and `answer` the beginning of the last
    response; without a response, `answer` says why."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        DELIVERED = "delivered", "delivered"
        DEAD = "dead", "given up"

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    message = models.UUIDField(default=uuid.uuid4, editable=False)
    event = models.CharField(max_length=30)
    about = models.CharField(max_length=120, blank=True)
    body = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(db_default=Now())
    code = models.PositiveSmallIntegerField(null=True)
    answer = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    tried_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        db_table = "annotation_delivery"
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("webhook", "event", "about"),
                condition=~Q(about=""),
                name="a_webhook_is_told_of_a_thing_once",
            ),
            models.CheckConstraint(
                condition=Q(status="waiting", ended_at=None)
                | (~Q(status="waiting") & Q(ended_at__isnull=False)),
                name="a_delivery_that_waits_has_not_ended",
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(status="waiting"), name="deliveries_waiting"
            ),
            models.Index(fields=("webhook", "-id"), name="deliveries_newest_first"),
            models.Index(fields=("created_at",), name="deliveries_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}, {self.status}"

    @property
    def can_be_sent_again(self) -> bool:
        return self.tried_at is not None or self.status == self.Status.DEAD

    @property
    def header_id(self) -> str:
        """Return the message id as the header contains it."""
        return f"msg_{self.message.hex}"
