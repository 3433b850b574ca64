"""Operations on pay: earnings, amounts owed, bonuses, adjustments and budgets. Workers are
identified by number."""

from decimal import Decimal

from rest_framework.request import Request

from annotation.api.basic_fields import Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import (
    ResearcherOperation,
    rewards_work,
    runs_campaigns,
    sees_figures,
    sees_workers,
)
from annotation.api.pagination import PageOf, Paging, page_of
from annotation.api.people.workforce import enrolment_for
from annotation.api.scope import caller, campaign_for
from annotation.api.term_fields import field_of, output_of
from annotation.api.terms import HELP
from annotation.models import Campaign, Enrolment, LedgerEntry
from annotation.models.terms.campaign_terms import TERM
from annotation.scopes import Scope
from annotation.services.pay.balance import Balance, balance_of, balance_of_campaign, balances_of
from annotation.services.pay.budgets import set_pay_terms
from annotation.services.pay.compensation import compensate_worker
from annotation.services.pay.ledger import MAX_REASON_LENGTH, adjust_pay, give_bonus
from annotation.services.pay.overview import money_of
from annotation.services.pay.purse import left_of

SUMS = (
    *("earned", "approved", "rejected", "bonus", "adjusted", "compensation"),
    *("waiting", "paid", "owed"),
)
ENTER = {"bonus": give_bonus, "adjusted": adjust_pay, "compensation": compensate_worker}
AMOUNT = r"-?[0-9]{1,7}(\.[0-9]{1,3})?"


class _Sums(Form):
    """Sums of rewards in the campaign's currency, decimal strings, without the fee."""

    earned = String("For judgments that are not rejected.")
    approved = String("The part of it that is accepted or set aside.")
    rejected = String("Rewards of rejected judgments, not earned.")
    bonus = String("Bonuses promised.")
    adjusted = String("Adjustments, positive and negative.")
    compensation = String("Fixed sums for workers' time.")
    waiting = String("Sent: in payment lists that are not confirmed yet.")
    paid = String("Confirmed as paid by the platform or bank.")
    owed = String("Earned (with bonuses, adjustments and compensation) but not paid.")


class Pay(_Sums):
    """The pay of a campaign."""

    currency = String(HELP["currency"])
    budget = output_of(TERM["budget"])
    budget_left = String(
        "The budget minus what is earned and what open tasks can earn, with the fee; null: no "
        "limit.",
        allow_null=True,
    )
    forecast = String(
        "The cost when all work is done, with the fee: what is spent and what is still to come, "
        "including gold answers, training and replacements."
    )
    unowed = Integer("Simulated judgments: recorded, simulated or by a model. They are not paid.")
    would_have_cost = String("What these would have cost, with the fee.")
    approve_after_days = output_of(TERM["approve_after_days"])
    hourly = String(
        "The hourly pay, based on the median active time of the latest judgments; null: unknown.",
        allow_null=True,
    )


class WorkerPay(_Sums):
    """The pay of one worker."""

    worker = Integer("Their number in the project.")


class Entry(Form):
    """A decision about one worker's pay in the ledger."""

    id = Integer("The entry's number.")
    worker = Integer("The worker's number in the project.", source="enrolment.worker.number")
    kind = Choice("The decision; reversals are negative.", LedgerEntry.Kind.choices)
    amount = String("A decimal string, in the campaign's currency.")
    judgments = Integer("The number of judgments; 0 for other decisions.")
    reason = String("The reason, shown to the worker.")
    at = DateTime("When it was entered.")


class ReadPay(ResearcherOperation):
    @sees_figures(name="read_pay", gives={200: Pay})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read what a campaign's workers have earned and are owed, and the budget left."""
        return _pay_of(campaign_for(request, campaign_id))


class SetPay(ResearcherOperation):
    class Input(Strict):
        budget = field_of(TERM["budget"])
        approve_after_days = field_of(TERM["approve_after_days"])

    @runs_campaigns(
        name="set_pay", scopes=(Scope.MONEY,), takes=Input, gives={200: Pay}, refuses=()
    )
    def post(self, request: Request, campaign_id: int) -> object:
        """Change the budget of a campaign and when its work is approved automatically.
        The budget cannot be less than what is owed, paid or committed to open tasks."""
        campaign = campaign_for(request, campaign_id)
        set_pay_terms(campaign=campaign, user=caller(request), **self.body)
        return _pay_of(campaign)


class ListPay(ResearcherOperation):
    @sees_workers(name="list_pay", asks=Paging, gives=PageOf(WorkerPay, "workers"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List what each worker earned and is owed, in the order in which they joined."""
        campaign = campaign_for(request, campaign_id)
        rows = campaign.enrolments.select_related("worker")
        page, following = page_of(rows, request, self.query)
        balances = balances_of(page, campaign)
        shown = [_of_worker(one, sums) for one, sums in zip(page, balances, strict=True)]
        return {"results": shown, "next": following}


class ListLedger(ResearcherOperation):
    @sees_workers(name="list_ledger", asks=Paging, gives=PageOf(Entry, "decisions"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List all decisions about pay in the order in which they were entered."""
        campaign = campaign_for(request, campaign_id)
        entries = LedgerEntry.objects.filter(campaign=campaign)
        rows = entries.select_related("enrolment__worker")
        return self.page(rows)


class EnterPay(ResearcherOperation):
    class Input(Strict):
        kind = Choice(
            "A bonus, an adjustment, or a compensation for the worker's time (at most once per "
            "worker and campaign).",
            tuple(ENTER),
        )
        amount = Text("A decimal as a text; only an adjustment may be negative.", pattern=AMOUNT)
        reason = Text("The reason, shown to the worker.", max_length=MAX_REASON_LENGTH)

    @rewards_work(name="enter_pay", takes=Input, creates=True, gives={200: WorkerPay})
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Promise a worker a bonus or a compensation, or adjust what they are owed.

        It stays within the budgets. A second compensation is refused with 409."""
        enrolment = enrolment_for(request, campaign_id, worker)
        ENTER[self.body["kind"]](
            enrolment=enrolment,
            user=caller(request),
            amount=Decimal(self.body["amount"]),
            reason=self.body["reason"],
        )
        return _of_worker(enrolment, balance_of(enrolment))


def _pay_of(campaign: Campaign) -> dict[str, object]:
    left, [money] = left_of(campaign), money_of([campaign])
    return {
        **vars(campaign),
        **_sums(balance_of_campaign(campaign)),
        "budget_left": left,
        "forecast": money.forecast,
        "unowed": money.unowed,
        "would_have_cost": money.pretended,
        "hourly": money.hourly,
    }


def _of_worker(enrolment: Enrolment, balance: Balance) -> dict[str, object]:
    return {"worker": enrolment.worker.number, **_sums(balance)}


def _sums(balance: Balance) -> dict[str, str]:
    return {name: str(getattr(balance, name)) for name in SUMS}
