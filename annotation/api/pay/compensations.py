"""Operations that compensate many workers at once, and undo it. Workers are identified by
number."""

from decimal import Decimal

from rest_framework.request import Request

from annotation.api.basic_fields import Array
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, rewards_work
from annotation.api.pay.pay import AMOUNT, Entry
from annotation.api.scope import caller, campaign_for, enrolments_of
from annotation.services.pay.compensation import (
    MAX_CONCURRENT,
    compensate_workers,
    take_back_compensations,
)
from annotation.services.pay.ledger import MAX_REASON_LENGTH


class Compensations(Form):
    """The entries that were made. Workers without a change have none."""

    entries = Entry(many=True, help_text="An entry for each worker, by the order of joining.")


class _Chosen(Strict):
    workers = Array(
        "The workers' numbers in the project.",
        child=Whole(min_value=1),
        allow_empty=False,
        max_length=MAX_CONCURRENT,
    )


class CompensateWorkers(ResearcherOperation):
    class Input(_Chosen):
        amount = Text("What each of them is given, a decimal as a text above 0.", pattern=AMOUNT)
        reason = Text("Why; the workers read it.", max_length=MAX_REASON_LENGTH)

    @rewards_work(name="compensate_workers", takes=Input, creates=True, gives={200: Compensations})
    def post(self, request: Request, campaign_id: int) -> object:
        """Promise each of these workers the same compensation for their time, all of them or none.

        It stays within the budgets. Workers who have a compensation in this campaign are left
        out, and so are programs and erased workers."""
        campaign = campaign_for(request, campaign_id)
        made = compensate_workers(
            campaign=campaign,
            user=caller(request),
            enrolments=enrolments_of(campaign, self.body["workers"]),
            amount=Decimal(self.body["amount"]),
            reason=self.body["reason"],
        )
        return {"entries": made}


class TakeBackCompensations(ResearcherOperation):
    class Input(_Chosen):
        pass

    @rewards_work(
        name="take_back_compensations", takes=Input, creates=True, gives={200: Compensations}
    )
    def post(self, request: Request, campaign_id: int) -> object:
        """Take back the compensations of these workers, all of them or none.

        Workers without one are left out. If a list of payments already contains one of them,
        nothing is taken back, and the answer is 409."""
        campaign = campaign_for(request, campaign_id)
        made = take_back_compensations(
            campaign=campaign,
            user=caller(request),
            enrolments=enrolments_of(campaign, self.body["workers"]),
        )
        return {"entries": made}
