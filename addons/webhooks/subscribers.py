"""Subscribers to what happens in the core."""

from collections.abc import Mapping

from addons.webhooks.agreed_items import newly_agreed
from addons.webhooks.models import Webhook
from addons.webhooks.services.delivery import due
from addons.webhooks.services.outbox import listened_for, nudge
from addons.webhooks.services.payloads import (
    tell_if_budget_is_near,
    tell_if_complete,
    tell_of_agreed,
    tell_of_closed,
    tell_of_failed_round,
    tell_of_flagged,
    tell_of_job,
)
from annotation.events import (
    CampaignClosed,
    Event,
    JobEnded,
    ModelRoundFailed,
    Subscriber,
    Swept,
    WorkerFlagged,
)
from tasks.events import JudgmentsFolded


def queue_results_of_fold(event: JudgmentsFolded) -> None:
    """Queue what a fold's results are news of. What no webhook receives is not computed."""
    listened = listened_for(event.campaign.dataset.project_id)
    if Webhook.Event.AGREED in listened:
        tell_of_agreed(event.campaign, newly_agreed(event.campaign, event.items))
    if Webhook.Event.BUDGET in listened:
        tell_if_budget_is_near(event.campaign)
    if Webhook.Event.FINISHED in listened:
        tell_if_complete(event.campaign)


def deliver_what_is_due(event: Swept) -> None:
    if due().exists():
        nudge()


SUBSCRIBERS: Mapping[type[Event], Subscriber] = {
    CampaignClosed: lambda event: tell_of_closed(event.campaign),
    JobEnded: lambda event: tell_of_job(event.job, failed=event.failed),
    JudgmentsFolded: queue_results_of_fold,
    ModelRoundFailed: lambda event: tell_of_failed_round(event.run),
    Swept: deliver_what_is_due,
    WorkerFlagged: lambda event: tell_of_flagged(event.enrolment, event.reason, **event.figures),
}
