"""Operations on workers waiting for approval in a screening campaign."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer
from annotation.api.fields import Form, Strict, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for, enrolments_of
from annotation.services.people.screening import (
    MAX_CONCURRENT,
    approve_workers,
    decline_workers,
    waiting_in,
)

DECISIONS = {"approve": approve_workers, "turn_away": decline_workers}


class WaitingWorker(Form):
    """A worker waiting for approval."""

    worker = Integer("The worker's number in the project.", source="worker.number")
    joined_at = DateTime("When they joined.")


class DecidedWorkers(Form):
    """The effect of letting workers in or turning them away."""

    decided = Integer(
        "The number of workers changed; the others already had this state or had started."
    )


class ListWaitingWorkers(ResearcherOperation):
    @runs_campaigns(
        name="list_waiting_workers", asks=Paging, gives=PageOf(WaitingWorker, "workers")
    )
    def get(self, request: Request, campaign_id: int) -> object:
        """List the workers waiting for approval by number; `after` is a number."""
        rows = waiting_in(campaign_for(request, campaign_id)).select_related("worker")
        return self.page(rows, key="worker__number")


class DecideWorkers(ResearcherOperation):
    class Input(Strict):
        workers = Array(
            "The workers' numbers in the project.",
            child=Whole(min_value=1),
            allow_empty=False,
            max_length=MAX_CONCURRENT,
        )
        then = Choice(
            "`approve` admits them, even if they were turned away before; `turn_away` works for "
            "those who have not started.",
            sorted(DECISIONS),
        )

    @runs_campaigns(name="decide_workers", takes=Input, gives={200: DecidedWorkers})
    def post(self, request: Request, campaign_id: int) -> object:
        """Let workers in, or turn them away."""
        campaign = campaign_for(request, campaign_id)
        chosen = enrolments_of(campaign, self.body["workers"])
        decide = DECISIONS[self.body["then"]]
        done = decide(campaign=campaign, user=caller(request), enrolments=chosen)
        return {"decided": done}
