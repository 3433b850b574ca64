"""Keep campaigns and projects within their budgets.

A lease reserves its reward and fee in the statement that takes the slot, from one part of the
campaign's purse and one of the project's. A lease that ends without a paid judgment releases them.
So the sum of a purse's parts is always the limit minus what is owed, paid or reserved.

Purses are locked after decisions and before the campaign and its HITs; a campaign's before its
project's, each by number."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal

from django.db import connection
from django.db.models import Q, QuerySet, Sum

from annotation.models import Campaign, Enrolment, Project, Purse
from annotation.services.errors import Conflict
from midpath.text.formatting import fee_on

PARTS = 8
# A part contains at least this many rewards, so that little is left in parts too small to use.
MIN_OF_A_PART = 16
ZERO = Decimal(0)
TINY = Decimal("0.0000001")

# A budget is checked in the very statement that takes a slot. These statements follow where a claim
# looks for a slot, and end in `drawn`.
AFFORD = """
own AS (
    SELECT id FROM annotation_purse WHERE campaign_id = %(campaign)s AND remaining >= %(unit)s
    ORDER BY number LIMIT 1 FOR NO KEY UPDATE {wait}
), shared AS (
    SELECT id FROM annotation_purse WHERE project_id = %(project)s AND remaining >= %(unit)s
    ORDER BY number LIMIT 1 FOR NO KEY UPDATE {wait}
), afforded AS (
    SELECT WHERE (NOT EXISTS (SELECT FROM annotation_purse WHERE campaign_id = %(campaign)s)
                  OR EXISTS (SELECT FROM own))
             AND (NOT EXISTS (SELECT FROM annotation_purse WHERE project_id = %(project)s)
                  OR EXISTS (SELECT FROM shared))
)"""
DRAW = """
drawn AS (
    UPDATE annotation_purse purse SET remaining = remaining - %(unit)s
    FROM took WHERE purse.id IN (SELECT id FROM own UNION ALL SELECT id FROM shared)
)"""
GIVE_BACK = """
UPDATE annotation_purse SET remaining = remaining + %s
WHERE id = (SELECT id FROM annotation_purse WHERE {owner} = %s ORDER BY number LIMIT 1
            FOR NO KEY UPDATE)
"""


class OverBudget(Conflict):
    """A budget that is too small for the request."""

    code = "over_budget"


@dataclass(frozen=True)
class Budgets:
    """The budgets, of a campaign and its project, that pay for a judgment."""

    campaign_id: int
    project_id: int
    unit: Decimal

    @classmethod
    def of(cls, campaign: Campaign, worker: Enrolment) -> "Budgets":
        """Return the budgets that pay for this worker's judgments; a program's judgments cost
        nothing."""
        budgets = cls.of_people(campaign)
        return replace(budgets, unit=ZERO) if worker.of_program else budgets

    @classmethod
    def of_people(cls, campaign: Campaign) -> "Budgets":
        return cls(campaign.pk, campaign.dataset.project_id, unit_of(campaign))

    @property
    def owners(self) -> Sequence[tuple[str, int]]:
        return (("campaign_id", self.campaign_id), ("project_id", self.project_id))

    def purses(self) -> QuerySet[Purse]:
        return Purse.objects.filter(Q(campaign=self.campaign_id) | Q(project=self.project_id))


def unit_of(campaign: Campaign) -> Decimal:
    """Return the cost of one judgment: its reward and the platform's fee."""
    return with_fee(campaign, Decimal(campaign.reward))


def with_fee(campaign: Campaign, amount: Decimal) -> Decimal:
    return amount + fee_on(amount, Decimal(campaign.fee_percent))


def give_back(budgets: Budgets) -> None:
    """Release the reservation for a judgment that is not paid after all."""
    draw(budgets, -budgets.unit)


def draw(budgets: Budgets, amount: Decimal) -> None:
    """Take an amount from the budgets, or return a negative one to them; raise OverBudget if one
    of them is too small."""
    if amount <= 0:
        if amount:
            with connection.cursor() as cursor:
                for owner, key in budgets.owners:
                    cursor.execute(GIVE_BACK.format(owner=owner), [-amount, key])
        return
    for owner, key in budgets.owners:
        parts = lock_parts(**{owner: key})
        total = sum((part.remaining for part in parts), ZERO)
        if parts and total < amount:
            what = "campaign" if owner == "campaign_id" else "project"
            raise OverBudget(
                f"The budget of the {what} is too small: {total.normalize():f} is left, but "
                f"{amount.normalize():f} is needed, including the fee. Raise it first."
            )
        if parts:
            share_out(parts, total - amount, budgets.unit)


def make_room(budgets: Budgets) -> bool | None:
    """Return whether the budgets allow one more judgment; None if there are none. Amounts in parts
    that are too small are merged for that."""
    limited = None
    for owner, key in budgets.owners:
        found = Purse.objects.filter(**{owner: key})
        left = found.aggregate(left=Sum("remaining"))["left"]
        if left is None:
            continue
        limited = True
        if found.filter(remaining__gte=budgets.unit).exists():
            continue
        if left < budgets.unit:
            return False
        parts = lock_parts(**{owner: key})
        total = sum((part.remaining for part in parts), ZERO)
        if total < budgets.unit:
            return False
        if all(part.remaining < budgets.unit for part in parts):
            share_out(parts, total, budgets.unit)
    return limited


def lock_parts(**owner: int) -> list[Purse]:
    rows = Purse.objects.select_for_update(of=("self",), no_key=True).filter(**owner)
    return list(rows.order_by("number"))


def share_out(parts: Sequence[Purse], total: Decimal, unit: Decimal) -> None:
    """Spread an amount over the parts of a purse; small amounts use fewer parts."""
    fit = int(total / (unit * MIN_OF_A_PART)) if unit else 1
    used = max(1, min(len(parts), fit))
    each = (total / used).quantize(TINY, ROUND_DOWN)
    for place, part in enumerate(parts):
        part.remaining = each if place < used else ZERO
    parts[0].remaining += total - each * used
    Purse.objects.bulk_update(parts, ["remaining"])


def left_of(owner: Campaign | Project) -> Decimal | None:
    """Return what remains of a budget; None if there is none."""
    sums = owner.purses.aggregate(left=Sum("remaining"))
    left: Decimal | None = sums["left"]
    return left
