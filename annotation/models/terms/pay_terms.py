"""The terms on the number of judgments, their reward and their time."""

from dataclasses import dataclass
from decimal import Decimal

from annotation.models.terms.base import Amount, Currency, Percent, Term, term
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from midpath.options.base import Whole

MAX_BUDGET = Decimal(1_000_000_000)
MAX_DAYS = 90
MAX_SECONDS = 604_800
ALLOTTED = Whole(30, MAX_SECONDS)
# The reward is computed from the wage, or given; so it has no default.
REWARD = Term(
    "reward",
    Amount(8, 3),
    label="Fixed reward per judgment",
    help="Enter 0 for unpaid work.",
    api="The reward per judgment, a decimal string. If sent without `hourly_wage`, it is fixed; if "
    "omitted, it is computed from the wage.",
)


@dataclass
class Amounts:
    """The number of judgments, what they earn, and how long they may take."""

    redundancy: int = term(
        10,
        Whole(1, MAX_REDUNDANCY),
        help="Each by a different worker. You can ask for more later.",
        api="The number of different workers per item.",
        required=True,
        layout="own",
    )
    hourly_wage: Decimal | None = term(
        None,
        Amount(6, 2, least=Decimal("0.01"), optional=True),
        label="Hourly wage",
        help="The reward per judgment is computed from the hourly wage and the seconds a judgment "
        "takes.",
        api="The hourly wage, a decimal string; the reward is computed from it and "
        "`seconds_expected`, rounded up to a thousandth. Send either this or `reward`. null: the "
        "reward was given directly.",
        column="The hourly pay that sets the reward; null: it was set directly.",
        layout="own",
    )
    currency: str = term(
        "USD",
        Currency(),
        api="The currency of the reward, as three capital letters.",
        required=True,
        layout="own",
    )
    fee_percent: Decimal = term(
        Decimal(0),
        Percent(),
        label="Platform’s fee, in percent",
        help="The platform’s fee on each reward. Used only for the totals on these pages. Enter 0 "
        "for none.",
        api="The platform's fee in percent of each reward, a decimal string.",
        column="The platform's fee on each reward, in percent.",
        layout="own",
    )
    seconds_allotted: int = term(
        600,
        ALLOTTED,
        label="Minutes allotted per judgment",
        help="After this time the task is offered to another worker. Late submissions are kept.",
        api="The time limit in seconds per HIT, after which it is offered to someone else.",
        required=True,
        layout="own",
    )
    seconds_expected: int | None = term(
        None,
        Whole(1, MAX_SECONDS, optional=True),
        label="Seconds per judgment (estimate)",
        help="The typical time for one judgment. The median of a pilot is a good estimate.",
        api="The expected seconds per judgment, used to show hours of work and hourly pay; null: "
        "unknown.",
        column="The expected seconds per judgment, for estimates of time and pay.",
        layout="own",
    )


@dataclass
class Pay:
    """The budget and automatic approval, which can change while a campaign runs."""

    budget: Decimal | None = term(
        None,
        Amount(14, 2, most=MAX_BUDGET, optional=True),
        label="Budget",
        help="Maximum amount owed and paid, including the platform’s fee, training, gold answers "
        "and bonuses. No tasks are given out beyond it. Leave empty for no campaign budget.",
        api="The maximum that may be owed and paid, including the platform's fee, training, gold "
        "answers and bonuses, a decimal string. No HITs are handed out beyond it. null: no limit.",
        column="The maximum that may be owed and paid, including the platform's fee.",
        layout="own",
    )
    approve_after_days: int | None = term(
        None,
        Whole(1, MAX_DAYS, optional=True),
        label="Approve automatically after (days)",
        help="Judgments not reviewed by then are accepted automatically. Leave empty to review all "
        "judgments yourself.",
        api="The number of days after which unreviewed judgments are accepted automatically; null: "
        "never.",
        column="Days after which unreviewed judgments are accepted automatically.",
    )
