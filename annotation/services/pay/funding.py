"""Check that a worker can be paid before they do anything: before they join, and before each unpaid
entry step."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from django.db.models import Q, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_noop

from annotation.models import Assignment, Campaign, Enrolment, Purse
from annotation.services.errors import BudgetUsedUp
from annotation.services.pay.purse import unit_of
from annotation.services.people.entry import next_step

NO_MONEY = gettext_noop(
    "The budget has run out for now, so no one new can join. Thank you for your interest."
)
# A worker who has not completed the entry steps by then is not expected to.
WAY_IN = timedelta(hours=1)


def has_money_for_new(campaign: Campaign, *, besides: Enrolment | None = None) -> bool:
    """Return whether the budgets cover one judgment by a new worker, in addition to one by each
    worker who is still in the entry steps."""
    left = _judgments_left(campaign)
    if left is None:
        return True
    coming = campaign.enrolments.filter(
        cleared_at=None,
        turned_away_at=None,
        stopped_at=None,
        excluded_at=None,
        withdrawn_at=None,
        erased_at=None,
        joined_at__gt=Now() - WAY_IN,
    )
    if besides is not None:
        coming = coming.exclude(pk=besides.pk)
    return left > 0 and left > coming.count()


def require_money(campaign: Campaign, enrolment: Enrolment) -> None:
    """Raise BudgetUsedUp if a new worker could not be paid. The caller has locked the campaign's
    row, so concurrent joins are counted one by one."""
    if not enrolment.of_program and not has_money_for_new(campaign, besides=enrolment):
        raise BudgetUsedUp(gettext(NO_MONEY), campaign_status=campaign.status)


def is_used_up(campaign: Campaign) -> bool:
    """Return whether a campaign pays, and cannot afford one more judgment."""
    left = _judgments_left(campaign)
    return left is not None and left <= 0


def allowing_one_more(campaigns: Sequence[Campaign]) -> set[int]:
    """Return the keys of those of these campaigns, with loaded datasets, that can afford one more
    judgment, with one query."""
    projects = {campaign.dataset.project_id for campaign in campaigns}
    either = Q(campaign__in=[campaign.pk for campaign in campaigns]) | Q(project__in=projects)
    sums = Purse.objects.filter(either).order_by().values("campaign", "project")
    sums = sums.annotate(left=Sum("remaining"))
    left: dict[tuple[int | None, int | None], Decimal] = {
        (row["campaign"], row["project"]): row["left"] for row in sums
    }
    return {
        campaign.pk
        for campaign in campaigns
        if all(
            left[owner] >= unit_of(campaign)
            for owner in ((campaign.pk, None), (None, campaign.dataset.project_id))
            if owner in left
        )
    }


def would_be_unpaid(enrolment: Enrolment) -> bool:
    """Return whether a worker's next step leads to no paid task, because the budget is used up and
    they have no open task."""
    if enrolment.of_program or enrolment.turned_away_at is not None:
        return False
    return (
        next_step(enrolment) is not None
        and is_used_up(enrolment.campaign)
        and not holds_task(enrolment)
    )


def holds_task(enrolment: Enrolment) -> bool:
    return enrolment.assignments.filter(status=Assignment.Status.OPEN).exists()


def _judgments_left(campaign: Campaign) -> int | None:
    """Return how many more judgments the budgets cover, read-only; None if there is no limit."""
    unit = unit_of(campaign)
    if not unit:
        return None
    of_either = Q(campaign=campaign) | Q(project__datasets__campaigns=campaign)
    sums = Purse.objects.filter(of_either).order_by().values("campaign", "project")
    found = sums.annotate(left=Sum("remaining"))
    return min((int(row["left"] // unit) for row in found), default=None)
