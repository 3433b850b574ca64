"""Queue webhook events for a fold's results, within its transaction."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from analysis.reading.judgment_rows import Row, Vector, counting, folded
from analysis.schemes import analysis_of
from annotation.models import HIT, Campaign
from annotation.services.webhooks.outbox import Event, listened_for
from annotation.services.webhooks.payloads import (
    tell_if_budget_is_near,
    tell_if_complete,
    tell_of_agreed,
)

Same = Callable[[Vector, Vector], bool]


def tell_of_fold(campaign: Campaign, items: Mapping[int, Collection[Row]]) -> None:
    """Queue the events; `items` has the rows of each item before they were marked. Events without a
    receiver are not computed."""
    listened = listened_for(campaign.dataset.project_id)
    if Event.AGREED in listened:
        tell_of_agreed(campaign, newly_agreed(campaign, items))
    if Event.BUDGET in listened:
        tell_if_budget_is_near(campaign)
    if Event.FINISHED in listened:
        tell_if_complete(campaign)


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
