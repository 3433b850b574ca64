"""Subscribers to what happens in the core."""

from collections.abc import Mapping

from addons.webhooks.agreed_items import newly_agreed
from addons.webhooks.models import Webhook
from addons.webhooks.services.delivery import due
from addons.webhooks.services.outbox import start_delivery, subscribed_events
from addons.webhooks.services.payloads import (
    queue_agreed,
    queue_closed,
    queue_failed_work,
    queue_flagged,
    queue_if_budget_is_near,
    queue_if_complete,
    queue_job_event,
)
from annotation.events import (
    CampaignClosed,
    Event,
    JobEnded,
    Subscriber,
    Swept,
    WorkerFlagged,
    WorkFailed,
)
from tasks.events import JudgmentsFolded


def queue_results_of_fold(event: JudgmentsFolded) -> None:
    """Queue what a fold's results are news of. What no webhook receives is not computed."""
    subscribed = subscribed_events(event.campaign.dataset.project_id)
    if Webhook.Event.AGREED in subscribed:
        queue_agreed(event.campaign, newly_agreed(event.campaign, event.items))
    if Webhook.Event.BUDGET in subscribed:
        queue_if_budget_is_near(event.campaign)
    if Webhook.Event.FINISHED in subscribed:
        queue_if_complete(event.campaign)


def deliver_what_is_due(event: Swept) -> None:
    if due().exists():
        start_delivery()


SUBSCRIBERS: Mapping[type[Event], Subscriber] = {
    CampaignClosed: lambda event: queue_closed(event.campaign),
    JobEnded: lambda event: queue_job_event(event.job, failed=event.failed),
    JudgmentsFolded: queue_results_of_fold,
    Swept: deliver_what_is_due,
    WorkFailed: lambda event: queue_failed_work(event.campaign, event.kind, event.number),
    WorkerFlagged: lambda event: queue_flagged(event.enrolment, event.reason, **event.figures),
}
