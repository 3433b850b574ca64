"""Put events into the outbox. A row is written in the transaction of its event; the Celery message
is only a trigger, and the sweep finds rows whose message was lost. A message contains numbers and
figures: no texts, answers, names or platform ids."""

import json

from django.db import connection, transaction

from addons.webhooks.models import Delivery, Webhook
from annotation.services.clock import database_now
from annotation.services.jobs.messages import send

Event = Webhook.Event
PING = "ping"


def subscribed_events(project_id: int) -> frozenset[str]:
    """Return the events that any webhook of a project receives."""
    chosen = Webhook.objects.filter(project=project_id, is_on=True).values_list("events", flat=True)
    return frozenset(event for events in chosen for event in events)


def queue_event(event: Event, *, project_id: int, about: str = "", **figures: object) -> None:
    """Queue an event for each webhook of the project that subscribes to it. An event with an
    `about` that was sent before is not sent again."""
    chosen = _listeners(event, project_id)
    if not chosen:
        return
    body = body_of(event, {"project": project_id, **figures})
    Delivery.objects.bulk_create(
        [Delivery(webhook_id=one, event=event, about=about, body=body) for one in chosen],
        ignore_conflicts=True,
    )
    transaction.on_commit(start_delivery)


def _listeners(event: Event, project_id: int) -> list[int]:
    """Return the receivers of an event. None can be deleted before this transaction ends; nothing
    else waits for it."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT id FROM annotation_webhook
            WHERE project_id = %s AND is_on AND %s = ANY(events)
            ORDER BY id FOR KEY SHARE
            """,
            [project_id, event.value],
        )
        return [webhook for (webhook,) in cursor]


def start_delivery() -> None:
    send("tasks.deliver")


def body_of(event: str, data: dict[str, object]) -> str:
    at = database_now().isoformat().replace("+00:00", "Z")
    message = {"type": event, "timestamp": at, "data": data}
    return json.dumps(message, separators=(",", ":"))
