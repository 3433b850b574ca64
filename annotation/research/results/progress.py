"""The counts of a campaign, and its first cells on the dashboard: progress, time left and cost."""

from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from django.db.models import Count, Q

from annotation.models import Assignment, Campaign
from annotation.research.pay.cost_texts import costs_of
from annotation.research.results.figures import Cell
from annotation.research.results.pace import time_cell
from annotation.research.results.verdicts import Ruler
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import Budget, Spent, budget_of, spent_by
from annotation.services.progress.campaign_counts import slots_of
from midpath.text.formatting import UNDEFINED, counted, fee_on, percent, written

Status = Campaign.Status
FAR = (
    "Judgments that are in the figures. Rejected judgments, and late ones whose task was "
    "reassigned, are kept but do not count."
)
EARNED = (
    "What workers have earned, whether it has been sent and paid yet or not (see the Pay page). "
    "Every judgment that counts and is not rejected earns its reward, including training tasks "
    "and gold answers. Simulated and recorded judgments earn nothing; what they would have cost "
    "is shown separately. Committed is the pay for judgments in progress. Expected adds the "
    "judgments still requested. All amounts include the platform’s fee, if the terms name one."
)


@dataclass(frozen=True)
class Course:
    """Slots of ordinary HITs (`requested`, `in_hand` and `judged`), the pay earned, and its bounds.
    `leased` is the number of HITs of any kind in progress, which will earn rewards."""

    campaign: Campaign
    counted: int
    requested: int
    in_hand: int
    judged: int
    spent: Spent
    budget: Budget
    leased: int

    @property
    def left(self) -> int:
        """The judgments of ordinary HITs yet to come."""
        return max(self.requested - self.judged, 0)

    @property
    def is_whole(self) -> bool:
        return bool(self.judged) and not self.left

    @property
    def total(self) -> int:
        """Return the total number of judgments: as planned, or as requested so far if adaptive."""
        campaign = self.campaign
        planned = campaign.planned
        return max(planned, self.requested) if campaign.is_adaptive else planned

    @property
    def payable(self) -> int:
        """The judgments that will still earn rewards, including gold HITs at their share so far."""
        if self.campaign.status == Status.CLOSED:
            return min(self.in_hand, self.left)
        return ceil(self.left * self.spent.judgments / self.judged) if self.judged else self.left


def course_of(campaign: Campaign, counted_now: int) -> Course:
    spent = spent_by(campaign)
    slots = slots_of(campaign)
    leases = Assignment.objects.filter(enrolment__campaign=campaign, status=Assignment.Status.OPEN)
    in_progress = leases.aggregate(
        in_hand=Count("pk", filter=Q(hit__known=False, repeat=False)),
        leased=Count("pk", filter=Q(enrolment__of_program=False)),
    )
    return Course(
        campaign=campaign,
        counted=counted_now,
        requested=slots.asked,
        judged=spent.judgments - spent.known - spent.repeats,
        spent=spent,
        budget=budget_of(campaign, slots=slots.most),
        **in_progress,
    )


def course_cells(course: Course, waiting: int) -> list[Cell]:
    """Return the cells for progress, time left and, if work is paid, cost."""
    campaign = course.campaign
    cells = [
        _far(course, waiting),
        time_cell(campaign, payable=course.payable, is_whole=course.is_whole),
    ]
    return [*cells, _cost(course)] if campaign.reward else cells


def _far(course: Course, waiting: int) -> Cell:
    campaign, noun = course.campaign, scheme_of(course.campaign).noun
    total, most = course.total, campaign.most_planned
    share = course.counted / total if total else 0.0
    notes = [percent(share), f"{course.left:,} to go" if course.left else "all are in"]
    if course.in_hand:
        notes.append(f"{course.in_hand:,} in progress")
    if most > total:
        notes.append(f"up to {most:,} while workers disagree")
    if waiting:
        notes.append(f"{waiting:,} not in the figures yet")
    if campaign.left_out:
        notes.append(f"{counted(campaign.left_out, noun)} left out")
    return Cell(
        key="judgments",
        label="Judgments",
        value=f"{course.counted:,}",
        of=f"of {total:,}",
        ruler=Ruler(fill=round(100 * min(share, 1.0), 1)),
        note=" · ".join(notes),
        definition=FAR,
        numbers=[
            (f"{noun}s", f"{campaign.hit_count:,}"),
            *[(f"{noun}s left out", f"{campaign.left_out:,}")] * bool(campaign.left_out),
            (f"judgments per {noun}", f"{campaign.redundancy:,}"),
            *[("extra judgments for some", f"{campaign.asked_beyond:,}")]
            * bool(campaign.asked_beyond),
            ("judgments in total", f"{total:,}"),
            ("still to come", f"{course.left:,}"),
            ("in progress", f"{course.in_hand:,}"),
        ],
    )


def _cost(course: Course) -> Cell:
    """Return the cost so far and the expected cost, with the platform’s fee if there is one."""
    campaign, spent = course.campaign, course.spent
    costs, most = costs_of(campaign, course.budget), course.budget.cost
    fee = fee_on(spent.money, Decimal(campaign.fee_percent))
    expected = spent.money + course.payable * campaign.reward
    expected = expected if most is None else min(expected, max(most, spent.money))
    committed = course.leased * campaign.reward
    known = campaign.uses_known and not course.judged
    earning = spent.judgments - spent.unowed
    notes = []
    if spent.unowed:
        would = _charged(campaign, spent.pretended)
        notes.append(f"simulated work would have cost {would}")
    notes += _fee_in_words(campaign, spent.money, fee)
    if committed:
        notes.append(f"{_charged(campaign, committed)} committed")
    if most is None:
        notes.append("no upper bound")
    elif known or most > expected:
        notes.append(f"at most {_charged(campaign, most)}")
    return Cell(
        key="money",
        label="Earned",
        value=_charged(campaign, spent.money),
        of="" if known else f"of {written(_with_fee(campaign, expected))} expected",
        ruler=Ruler(fill=_filled(spent.money, expected)),
        note=" · ".join(notes),
        definition=f"{EARNED} {costs.sums} {costs.warning}",
        numbers=[
            ("judgments that earned it", f"{earning:,}"),
            *_of_programs(campaign, spent),
            ("of these, gold answers", f"{spent.known:,}"),
            ("of them repeats", f"{spent.repeats:,}"),
            *_fee_in_numbers(campaign, spent.money, fee),
            ("committed", _charged(campaign, committed)),
            ("expected in total", UNDEFINED if known else _charged(campaign, expected)),
            ("maximum judgments", costs.judgments),
            ("maximum cost", costs.total),
        ],
    )


def _filled(money: Decimal, expected: Decimal) -> float:
    return round(float(100 * money / expected), 1) if expected else 0.0


def _of_programs(campaign: Campaign, spent: Spent) -> list[tuple[str, str]]:
    if not spent.unowed:
        return []
    would = _charged(campaign, spent.pretended)
    return [
        ("simulated and recorded judgments, which earn nothing", f"{spent.unowed:,}"),
        ("would have cost", would),
    ]


def _with_fee(campaign: Campaign, rewards: Decimal) -> Decimal:
    return rewards + fee_on(rewards, Decimal(campaign.fee_percent))


def _charged(campaign: Campaign, rewards: Decimal) -> str:
    """Return the total cost of rewards, fee included."""
    return _money(campaign, _with_fee(campaign, rewards))


def _fee_in_words(campaign: Campaign, rewards: Decimal, fee: Decimal) -> list[str]:
    if not campaign.fee_percent:
        return []
    return [f"rewards {written(rewards)} + platform’s fee {written(fee)}"]


def _fee_in_numbers(campaign: Campaign, rewards: Decimal, fee: Decimal) -> list[tuple[str, str]]:
    """Return the parts of the sum, each with all decimals."""
    if not campaign.fee_percent:
        return []
    percent_of = campaign.fee_percent.normalize()
    return [
        ("rewards", _money(campaign, rewards)),
        (f"platform’s fee of {percent_of:f}%", _money(campaign, fee)),
        ("both", _charged(campaign, rewards)),
    ]


def _money(campaign: Campaign, amount: Decimal) -> str:
    return f"{campaign.currency} {written(amount)}"
