"""Operations on a campaign's costs, limits and workers."""

from rest_framework import serializers
from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Integer, String
from annotation.api.fields import Field, Form
from annotation.api.operations import (
    ResearcherOperation,
    runs_campaigns,
    sees_figures,
    sees_workers,
)
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for
from annotation.api.term_fields import TermsInput
from annotation.api.terms import HELP, Campaign
from annotation.models import Campaign as CampaignModel
from annotation.models import Enrolment
from annotation.models.terms.serving_terms import Limits, Serving
from annotation.services.campaigns.budget import budget_of, spent_by
from annotation.services.campaigns.limits import set_limits

WITHOUT_BOUND = "null: no limit, until `most_workers` is set."


class Costs(Form):
    """The maximum and current earnings of all workers; money is a decimal string.

    See `read_pay` for what is sent and paid."""

    currency = String(HELP["currency"])
    reward = String(HELP["reward"])
    judgments_at_most = Integer(
        f"The number of judgments that can earn their reward; {WITHOUT_BOUND}", allow_null=True
    )
    cost_at_most = String(
        f"Their rewards, without the platform's fee; {WITHOUT_BOUND}", allow_null=True
    )
    fee_percent = String(HELP["fee_percent"])
    fee_at_most = String(f"The platform's fee on these rewards; {WITHOUT_BOUND}", allow_null=True)
    seconds_at_most = Integer(
        "The total time of these judgments by `seconds_expected`; null: unknown or unlimited.",
        allow_null=True,
    )
    paid_per_hour = String(
        "What a worker earns in an hour at that pace; null: not known.", allow_null=True
    )
    known_at_most = Integer(f"How many of them are gold answers; {WITHOUT_BOUND}", allow_null=True)
    known_per_worker = Integer("How many gold answers one worker is paid for, including training.")
    repeats_at_most = Integer(f"How many of them are repeats; {WITHOUT_BOUND}", allow_null=True)
    most_workers = Integer(HELP["most_workers"], allow_null=True)
    workers = Integer("How many have joined.")
    paid = Integer(
        "The number of judgments that earned their reward: they count and are not rejected. This "
        "does not mean that money was sent."
    )
    unowed = Integer(
        "How many of these are simulated: recorded, simulated or by a model. They earn nothing."
    )
    known_paid = Integer("How many of these are gold answers.")
    repeats_paid = Integer("How many of these are repeats.")
    spent = String("What people earned, sent or not.")
    would_have_cost = String("What the simulated ones would have cost in rewards.")


class Worker(Form):
    """One worker's counts in a campaign. Training is counted separately from later gold answers."""

    worker = Integer("Their number in the project.", source="worker.number")
    judgments = Integer("The number they submitted, including gold answers.", source="submitted")
    paid = Integer("How many of them earned their reward, sent or not.", source="owing")
    training_right = Integer("Gold answers given correctly in training.")
    training_done = Integer("HITs answered in training.")
    known_right = Integer("Gold answers given correctly after it.")
    known_done = Integer("Gold HITs answered after it.")
    known_not_answered = serializers.SerializerMethodField(
        help_text="Gold HITs returned or timed out; each except the first counts as incorrect."
    )
    returned = Integer("HITs returned.")
    stopped_at = DateTime("When they were stopped; null: they were not.", allow_null=True)
    excluded_at = DateTime("When they were excluded; null: they are not.", allow_null=True)
    exclusion_reason = String("The reason of the exclusion, for the record; empty: none.")
    withdrawn_at = DateTime("When they withdrew their work; null: they did not.", allow_null=True)
    joined_at = DateTime("When they joined.")

    def get_known_not_answered(self, enrolment: Enrolment) -> int:
        return enrolment.training_missed + enrolment.known_missed


class ReadCosts(ResearcherOperation):
    @sees_figures(name="read_costs", gives={200: Costs})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the maximum cost of a campaign and its cost so far."""
        return _costs_of(campaign_for(request, campaign_id))


class LimitCampaign(ResearcherOperation):
    class Input(TermsInput):
        groups = (Limits, Serving)
        NEEDED = ("most_workers", "most_hits_per_worker")

        def get_fields(self) -> dict[str, Field]:
            found = super().get_fields()
            for name, field in found.items():
                field.required = name in self.NEEDED
                if not field.required:
                    field.help_text = f"{field.help_text} Default: unchanged."
            return found

    @runs_campaigns(name="limit_campaign", takes=Input, gives={200: Campaign})
    def post(self, request: Request, campaign_id: int) -> object:
        """Change the limits of a launched campaign: workers, tasks per worker, pace and times."""
        campaign = campaign_for(request, campaign_id)
        return set_limits(campaign=campaign, user=caller(request), **self.body)


class ListWorkers(ResearcherOperation):
    @sees_workers(name="list_workers", asks=Paging, gives=PageOf(Worker, "workers"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the workers of a campaign, in the order in which they joined."""
        rows = campaign_for(request, campaign_id).enrolments.select_related("worker")
        return self.page(rows)


def _costs_of(campaign: CampaignModel) -> dict[str, object]:
    budget, spent = budget_of(campaign), spent_by(campaign)
    return {
        "currency": campaign.currency,
        "reward": campaign.reward,
        "judgments_at_most": budget.judgments,
        "cost_at_most": budget.cost,
        "fee_percent": campaign.fee_percent,
        "fee_at_most": budget.fee,
        "seconds_at_most": budget.seconds,
        "paid_per_hour": budget.hourly,
        "known_at_most": budget.known,
        "known_per_worker": budget.known_each,
        "repeats_at_most": budget.repeats,
        "most_workers": campaign.most_workers,
        "workers": campaign.worker_count,
        "paid": spent.judgments,
        "unowed": spent.unowed,
        "known_paid": spent.known,
        "repeats_paid": spent.repeats,
        "spent": spent.money,
        "would_have_cost": spent.pretended,
    }
