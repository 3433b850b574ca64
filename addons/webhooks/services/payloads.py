"""Put events about jobs, campaigns, budgets, agreed items and workers into the outbox, with the
contents of each message.

A row is written in the transaction of its event; the Celery message is only a trigger, and the
sweep finds rows whose message was lost. A message contains numbers and figures: no texts, answers,
names or platform ids."""

import json
from collections.abc import Sequence
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import Sum

from addons.webhooks.models import Delivery, Webhook
from annotation.models import HIT, Assignment, Campaign, Enrolment, Job, Judgment
from annotation.services.clock import database_now
from annotation.services.jobs.kinds import SNAPSHOT, kind_of
from annotation.services.jobs.messages import send
from annotation.services.pay.purse import left_of

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


# A budget with less than this share left is nearly used up.
NEAR = Decimal("0.1")


def queue_job_event(job: Job, *, failed: bool) -> None:
    """Queue the event that a job failed or a snapshot is ready."""
    kind, campaign = kind_of(type(job)), job.audit_campaign
    project_id = job.home_project_id
    campaign_id = None if campaign is None else campaign.pk
    if failed:
        queue_event(
            Event.FAILED,
            project_id=project_id,
            campaign=campaign_id,
            dataset=job.dataset_id,
            kind=kind.name,
            job=job.pk,
        )
    elif kind is SNAPSHOT:
        queue_event(Event.EXPORT, project_id=project_id, campaign=campaign_id, snapshot=job.pk)


def queue_failed_work(campaign: Campaign, kind: str, number: int) -> None:
    """Queue the event that work which is no job ended early."""
    queue_event(
        Event.FAILED,
        project_id=campaign.dataset.project_id,
        campaign=campaign.pk,
        dataset=campaign.dataset_id,
        kind=kind,
        job=number,
    )


def queue_closed(campaign: Campaign) -> None:
    """Queue the event that a researcher closed a campaign."""
    _queue_end(campaign, "closed", "")


def queue_if_complete(campaign: Campaign) -> None:
    """Queue the event that the last requested judgment is in the figures. After an extension or new
    requests, it can occur again."""
    hits = HIT.objects.filter(campaign=campaign)
    open_leases = Assignment.objects.filter(
        hit__campaign=campaign, hit__known=False, status=Assignment.Status.OPEN
    )
    coming = Judgment.objects.unfolded().filter(campaign=campaign)
    if hits.filter(open_position__isnull=False).exists() or open_leases.exists() or coming.exists():
        return
    requested = hits.filter(known=False).aggregate(requested=Sum("quota"))["requested"] or 0
    if requested:
        _queue_end(campaign, "complete", f"campaign {campaign.pk} of {requested}")


def queue_agreed(campaign: Campaign, items: Sequence[int]) -> None:
    """Queue the items on which workers agree since this fold, which limits their number."""
    if items:
        queue_event(
            Event.AGREED,
            project_id=campaign.dataset.project_id,
            campaign=campaign.pk,
            items=sorted(items),
        )


def queue_if_budget_is_near(campaign: Campaign) -> None:
    """Queue once per budget, of the campaign and of its project, that little of it is left."""
    project = campaign.dataset.project
    for owner, name in ((campaign, "campaign"), (project, "project")):
        left = None if owner.budget is None else left_of(owner)
        if owner.budget and left is not None and left <= owner.budget * NEAR:
            queue_event(
                Event.BUDGET,
                project_id=project.pk,
                about=f"{name} {owner.pk} of {owner.budget}",
                campaign=campaign.pk if name == "campaign" else None,
                budget=str(owner.budget),
                left=f"{left:f}",
                currency=owner.currency,
            )


def queue_flagged(enrolment: Enrolment, reason: str, **figures: int) -> None:
    """Queue once that a worker's answers need a look, with the worker's number in the project."""
    campaign = enrolment.campaign
    queue_event(
        Event.FLAGGED,
        project_id=campaign.dataset.project_id,
        about=f"enrolment {enrolment.pk} {reason}",
        campaign=campaign.pk,
        worker=enrolment.worker.number,
        reason=reason,
        **figures,
    )


def _queue_end(campaign: Campaign, reason: str, about: str) -> None:
    queue_event(
        Event.FINISHED,
        project_id=campaign.dataset.project_id,
        about=about,
        campaign=campaign.pk,
        reason=reason,
        judgments=campaign.agreement.judgments,
    )
