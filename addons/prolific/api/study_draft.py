"""Operations that create a study on Prolific and recruit for it, for owners of the project. Steps
that cost money are priced first, and sent once an owner confirms the price."""

from decimal import Decimal

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from addons.prolific.api.forms import (
    DraftForProlific,
    DraftInput,
    ReadinessForProlific,
    StandingWithProlific,
    StepOnProlific,
)
from addons.prolific.models import ProlificStep
from addons.prolific.services.proposals import proposal_of
from addons.prolific.services.readiness import checks_of
from addons.prolific.services.status import status_of
from addons.prolific.services.steps import ask_for_step, confirm_step, leave_step
from addons.prolific.services.study_draft import (
    MAX_PLACES,
    Terms,
    ask_to_make,
    leave_draft,
    write_draft,
)
from annotation.api.basic_fields import Boolean, Choice, Integer, String
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, pays
from annotation.api.scope import caller, campaign_for
from annotation.models import Campaign
from annotation.services.people.platform_tokens import address_of_study
from midpath.text.formatting import typed

MAX_COST_LENGTH = 60


class ProposeProlificStudy(ResearcherOperation):
    class Output(Form):
        reward = String(
            "The rewards of the HITs in a submission, rounded up to the cent; null: the campaign "
            "does not set the number of HITs per submission.",
            allow_null=True,
        )
        places = Integer(
            "The remaining judgments divided by the HITs per submission; null: unknown.",
            allow_null=True,
        )
        minutes = Integer("The minutes per submission.")
        measured = Boolean("Whether this is the median time of workers so far.")
        currency = String("The currency in which the account must pay.")

    @pays(name="propose_prolific_study", gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read what a campaign suggests for a study on Prolific."""
        campaign = campaign_for(request, campaign_id)
        found = proposal_of(campaign)
        reward: Decimal | None = found.reward
        return {
            "reward": None if reward is None else typed(reward),
            "places": found.places,
            "minutes": found.minutes,
            "measured": found.measured,
            "currency": campaign.currency,
        }


class ReadProlificReadiness(ResearcherOperation):
    @pays(name="read_prolific_readiness", gives={200: ReadinessForProlific})
    def get(self, request: Request, campaign_id: int) -> object:
        """Check whether a study is ready to be published:
        its address, codes, minutes, pay and budget. Without a connected study, the checks cover
        only the campaign."""
        campaign = campaign_for(request, campaign_id)
        checks = checks_of(campaign, _address(request, campaign))
        return {"ready": all(one.ready for one in checks), "checks": checks}


class WriteProlificDraft(ResearcherOperation):
    @pays(
        name="write_prolific_draft", takes=DraftInput, creates=True, gives={201: DraftForProlific}
    )
    def post(self, request: Request, campaign_id: int) -> object:
        """Write or replace the draft of a study; nothing is sent to Prolific yet."""
        campaign = campaign_for(request, campaign_id)
        draft = write_draft(
            campaign=campaign,
            user=caller(request),
            terms=Terms(**self.body),
            address=_address(request, campaign),
        )
        draft.refresh_from_db()
        return draft


class MakeProlificStudy(ResearcherOperation):
    @pays(name="make_prolific_study", creates=True, gives={202: StandingWithProlific})
    def post(self, request: Request, campaign_id: int) -> object:
        """Create the study on Prolific as a draft that participants cannot see."""
        campaign = campaign_for(request, campaign_id)
        ask_to_make(campaign=campaign, user=caller(request))
        return status_of(campaign)


class LeaveProlificDraft(ResearcherOperation):
    @pays(name="leave_prolific_draft", gives={204: None})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Discard a draft that was not sent, or whose study was certainly not created."""
        leave_draft(campaign=campaign_for(request, campaign_id), user=caller(request))
        return Response(status=204)


class AskForProlificStep(ResearcherOperation):
    class Input(Strict):
        action = Choice("The action; it must be possible now.", ProlificStep.Action.choices)
        places = Whole(
            "For `PLACES`: the new total.", required=False, min_value=1, max_value=MAX_PLACES
        )

    @pays(name="ask_for_prolific_step", takes=Input, creates=True, gives={201: StepOnProlific})
    def post(self, request: Request, campaign_id: int) -> object:
        """Publish, pause, start or stop a study, or add places.
        Steps that cost money are priced by a sync first and must then be confirmed."""
        campaign = campaign_for(request, campaign_id)
        return ask_for_step(campaign=campaign, user=caller(request), **self.body)


class ConfirmProlificStep(ResearcherOperation):
    class Input(Strict):
        cost = Text("The step's `cost` that you read.", max_length=MAX_COST_LENGTH)
        accept_unready = Boolean(
            "For `PUBLISH`: publish although `read_prolific_readiness` says that it is not ready.",
            required=False,
        )

    @pays(name="confirm_prolific_step", takes=Input, gives={200: StandingWithProlific})
    def post(self, request: Request, campaign_id: int, step_id: int) -> object:
        """Confirm a step, if the cost has not changed."""
        campaign = campaign_for(request, campaign_id)
        confirm_step(
            campaign=campaign,
            user=caller(request),
            step=step_id,
            address=_address(request, campaign),
            **self.body,
        )
        return status_of(campaign)


class LeaveProlificStep(ResearcherOperation):
    @pays(name="leave_prolific_step", gives={200: StandingWithProlific})
    def post(self, request: Request, campaign_id: int) -> object:
        """Discard the open step; it is not sent."""
        campaign = campaign_for(request, campaign_id)
        leave_step(campaign=campaign, user=caller(request))
        return status_of(campaign)


def _address(request: Request, campaign: Campaign) -> str:
    """Return the URL to which Prolific is to send participants."""
    join_url = request.build_absolute_uri(reverse("worker:join", args=(campaign.code,)))
    return address_of_study(join_url)
