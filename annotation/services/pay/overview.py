"""Read what a project's campaigns spent, owe and will cost, and their hourly pay."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection
from django.db.models import Q

from annotation.models import Campaign, Project
from annotation.services.pay.forecast import Course, courses_of
from annotation.services.pay.ledger import has_extra
from annotation.services.pay.purse import unit_of

HOUR_MS = Decimal(3_600_000)
CENT = Decimal("0.01")

# By campaign; the median is over the latest judgments only, so that a long campaign costs no more.
MONEY = """
SELECT campaign.id,
       done.earning, done.owing,
       coalesce(entered.besides, 0), coalesce(entered.paid, 0),
       (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY active_ms)
        FROM (SELECT active_ms FROM annotation_judgment WHERE campaign_id = campaign.id
              ORDER BY id DESC LIMIT 1000) latest)
FROM annotation_campaign campaign
CROSS JOIN LATERAL (
    SELECT coalesce(sum(earning), 0) AS earning, coalesce(sum(owing), 0) AS owing
    FROM annotation_enrolment WHERE campaign_id = campaign.id
) done
LEFT JOIN LATERAL (
    SELECT sum(amount) FILTER (WHERE kind IN ('bonus', 'adjusted', 'compensation')) AS besides,
           sum(amount) FILTER (WHERE kind = 'paid') AS paid
    FROM annotation_ledgerentry entry JOIN annotation_enrolment worker
        ON worker.id = entry.enrolment_id AND NOT worker.of_program
    WHERE entry.campaign_id = campaign.id
) entered ON true
WHERE campaign.id = ANY(%s)
"""


@dataclass(frozen=True)
class Money:
    """The money of one campaign in its currency: what workers earned, including bonuses and
    adjustments, and how much of it is paid. `unowed` judgments are simulated and not owed; people
    would have earned rewards for them. `median_ms` is the median active time of a judgment.
    `coming` judgments are still to be paid until the work is done; `most` is the maximum of rewards
    and fees, if they are bounded."""

    campaign: Campaign
    earned: Decimal
    paid: Decimal
    median_ms: float | None
    coming: int
    most: Decimal | None
    unowed: int = 0

    @property
    def owed(self) -> Decimal:
        return self.earned - self.paid

    @property
    def fee(self) -> Decimal:
        return self.earned * Decimal(self.campaign.fee_percent) / 100

    @property
    def spent(self) -> Decimal:
        """Return everything earned, paid or not, with the platform's fee."""
        return self.earned + self.fee

    @property
    def pretended(self) -> Decimal:
        """Return what simulated work would have cost if people had done it, with the fee."""
        return self.unowed * unit_of(self.campaign)

    @property
    def forecast(self) -> Decimal:
        """Return the cost once the work is done: what is spent, and what is still to come."""
        return self.spent + self.coming * unit_of(self.campaign)

    @property
    def hourly(self) -> Decimal | None:
        """Return the pay per hour of active work; None without times or rewards."""
        if not self.median_ms or not self.campaign.reward:
            return None
        rate = Decimal(self.campaign.reward) * HOUR_MS / Decimal(self.median_ms)
        return rate.quantize(CENT, ROUND_HALF_UP)

    def underpays(self, project: Project) -> bool:
        least, rate = project.least_hourly, self.hourly
        same = self.campaign.currency == project.currency
        return least is not None and rate is not None and same and rate < least


@dataclass(frozen=True)
class Total:
    """The money of all campaigns that pay in one currency."""

    currency: str
    spent: Decimal
    paid: Decimal
    owed: Decimal
    forecast: Decimal
    pretended: Decimal


def money_of(campaigns: Iterable[Campaign]) -> list[Money]:
    """Return the money of each campaign, with three queries for all of them."""
    listed = list(campaigns)
    with connection.cursor() as cursor:
        cursor.execute(MONEY, [[campaign.pk for campaign in listed]])
        rows = {key: columns for key, *columns in cursor}
    courses = courses_of(listed, {key: done for key, (done, *_) in rows.items()})
    return [_money(course, *rows[course.campaign.pk]) for course in courses]


def _money(
    course: Course,
    done: int,
    owing: int,
    besides: Decimal,
    paid: Decimal,
    median_ms: float | None,
) -> Money:
    campaign, most = course.campaign, course.budget.total
    earned = owing * Decimal(campaign.reward) + besides
    return Money(campaign, earned, paid, median_ms, course.coming, most, done - owing)


def money_of_project(project: Project) -> list[Money]:
    """Return the money of all launched campaigns that pay rewards or other sums, the newest
    first."""
    launched = Campaign.objects.launched().filter(dataset__project=project)
    paying = launched.filter(Q(reward__gt=0) | Q(has_extra()))
    return money_of(paying.order_by("-pk"))


def totals(moneys: Iterable[Money]) -> list[Total]:
    found: dict[str, list[Money]] = {}
    for money in moneys:
        found.setdefault(money.campaign.currency, []).append(money)
    return [
        Total(
            currency,
            *(
                sum((getattr(one, name) for one in each), Decimal(0))
                for name in ("spent", "paid", "owed", "forecast", "pretended")
            ),
        )
        for currency, each in sorted(found.items())
    ]
