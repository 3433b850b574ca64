"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class CompensateWorkersInput(TypedDict):
    workers: list[int]
    amount: str
    reason: str


class Costs(TypedDict):
    """The maximum and current earnings of all workers; money is a decimal string."""

    currency: str
    reward: str
    judgments_at_most: int | None
    cost_at_most: str | None
    fee_percent: str
    fee_at_most: str | None
    seconds_at_most: int | None
    paid_per_hour: str | None
    known_at_most: int | None
    known_per_worker: int
    repeats_at_most: int | None
    most_workers: int | None
    workers: int
    paid: int
    unowed: int
    known_paid: int
    repeats_paid: int
    spent: str
    would_have_cost: str


class Earnings(TypedDict):
    """The earnings of workers and what is paid of them."""

    earned: str
    approved: str
    rejected: str
    bonus: str
    adjusted: str
    compensation: str
    waiting: str
    paid: str
    owed: str


class EnterPayInput(TypedDict):
    kind: Literal["bonus", "adjusted", "compensation"]
    amount: str
    reason: str


class Entry(TypedDict):
    """A decision about one worker's pay in the ledger."""

    id: int
    worker: int
    kind: Literal["approved", "rejected", "bonus", "adjusted", "compensation", "paid"]
    amount: str
    judgments: int
    reason: str
    at: str


class LimitCampaignInput(TypedDict):
    most_workers: int | None
    most_hits_per_worker: int | None
    joins_per_address: NotRequired[int | None]
    claims_per_minute: NotRequired[int | None]
    most_project_hits: NotRequired[int | None]
    most_at_once: NotRequired[int | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]


class MakePaymentsInput(TypedDict):
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    with_places: NotRequired[bool]


class MoneyTotal(TypedDict):
    """The money of all campaigns that pay in one currency."""

    currency: str
    spent: str
    paid: str
    owed: str
    forecast: str
    pretended: str


class Payment(TypedDict):
    """A line of a list: the sum for one worker."""

    worker: int
    recipient: str
    pay_to: str
    amount: str
    judgments: int
    status: Literal["waiting", "paid", "failed"]
    reference: str


class Payments(TypedDict):
    """A list of payments to the workers of a campaign who came from one source."""

    id: int
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    at: str
    currency: str
    with_places: bool
    waiting: str
    paid: str
    failed: str


class SetPayInput(TypedDict):
    budget: str | None
    approve_after_days: int | None


class SetProjectMoneyInput(TypedDict):
    budget: str | None
    least_hourly: str | None
    currency: str


class SettlePaymentsInput(TypedDict):
    outcome: NotRequired[Literal["paid", "failed"]]
    answer: NotRequired[str]


class Settled(TypedDict):
    """The effect of an answer."""

    changed: int


class TakeBackCompensationsInput(TypedDict):
    workers: list[int]


class Worker(TypedDict):
    """One worker's counts in a campaign."""

    worker: int
    judgments: int
    paid: int
    training_right: int
    training_done: int
    known_right: int
    known_done: int
    known_not_answered: int
    returned: int
    stopped_at: str | None
    excluded_at: str | None
    exclusion_reason: str
    withdrawn_at: str | None
    joined_at: str


class CampaignMoney(MoneyTotal):
    """The money of one campaign."""

    campaign: int
    hourly: str | None
    underpays: bool


class Compensations(TypedDict):
    """The entries that were made."""

    entries: list[Entry]


class Pay(Earnings):
    """The pay of a campaign."""

    currency: str
    budget: str | None
    budget_left: str | None
    forecast: str
    unowed: int
    would_have_cost: str
    approve_after_days: int | None
    hourly: str | None


class WorkerPay(Earnings):
    """The pay of one worker."""

    worker: int


class ProjectMoney(TypedDict):
    """The money of a project; decimals are strings."""

    budget: str | None
    left: str | None
    least_hourly: str | None
    currency: str
    totals: list[MoneyTotal]
    campaigns: list[CampaignMoney]
