"""Subscribers to what happens in the core, and the items on which workers agree since a fold."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from addons.webhooks.models import Webhook
from addons.webhooks.services.delivery import due
from addons.webhooks.services.payloads import (
    queue_agreed,
    queue_closed,
    queue_failed_work,
    queue_flagged,
    queue_if_budget_is_near,
    queue_if_complete,
    queue_job_event,
    start_delivery,
    subscribed_events,
)
from analysis.reading.judgment_rows import Row, Vector, counting, folded
from analysis.schemes import analysis_of
from annotation.events import (
    CampaignClosed,
    Event,
    JobEnded,
    Subscriber,
    Swept,
    WorkerFlagged,
    WorkFailed,
)
from annotation.models import HIT, Campaign
from tasks.events import JudgmentsFolded

Same = Callable[[Vector, Vector], bool]


def newly_agreed(campaign: Campaign, items: Mapping[int, Collection[Row]]) -> list[int]:
    """Return the items on which workers now agree, by the judgments that count, and did not before,
    by the folded ones. Items with a gold answer are left out."""
    likeness, settings = analysis_of(campaign).likeness, campaign.settings

    def same(one: Vector, other: Vector) -> bool:
        return likeness(one, other, settings) == 1

    agree = partial(agreed, same=same, least=campaign.redundancy)
    found = [pk for pk, rows in items.items() if agree(counting(rows)) and not agree(folded(rows))]
    if not found:
        return []
    ordinary = HIT.objects.filter(campaign=campaign, item__in=found, known=False)
    return list(ordinary.values_list("item", flat=True))


def agreed(answers: Sequence[Vector], same: Same, least: int) -> bool:
    """Return whether there are at least `least` answers, and more than half of them are equal.

    Boyer and Moore's majority vote finds the only candidate in one pass."""
    best: Vector | None = None
    lead = 0
    for answer in answers:
        if best is None or lead == 0:
            best, lead = answer, 1
        else:
            lead += 1 if same(best, answer) else -1
    if best is None or len(answers) < least:
        return False
    return 2 * sum(same(best, answer) for answer in answers) > len(answers)


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
