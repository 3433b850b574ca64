"""Operations on a project's Prolific token and a campaign's study, for owners of the project. None
waits for Prolific: a background sync contacts it."""

from rest_framework.request import Request
from rest_framework.response import Response

from addons.prolific.api.forms import KeptToken, StandingWithProlific
from addons.prolific.models import ProlificToken
from addons.prolific.services.status import status_of
from addons.prolific.services.studies import (
    MAX_ID_LENGTH,
    ask_prolific,
    connect_study,
    disconnect_study,
    visit_of,
)
from addons.prolific.services.tokens import MAX_LENGTH, MIN_LENGTH, remove_token, set_token
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, pays
from annotation.api.scope import caller, campaign_for, project_for
from annotation.models import Campaign, Project
from annotation.services.jobs.jobs import discard_job


class ReadProlificToken(ResearcherOperation):
    class Output(Form):
        token = KeptToken(allow_null=True, help_text="The token; null: none.")

    @pays(name="read_prolific_token", gives={200: Output})
    def get(self, request: Request, project_id: int) -> Response:
        """Read whether a project has a Prolific token; the token itself is never returned."""
        found = _token_of(project_for(request, project_id))
        return Response(self.Output({"token": found}).data)


class KeepProlificToken(ResearcherOperation):
    class Input(Strict):
        token = Text(
            "The token, from Prolific's settings. It is stored encrypted.",
            min_length=MIN_LENGTH,
            max_length=MAX_LENGTH,
            write_only=True,
        )

    @pays(name="keep_prolific_token", takes=Input, gives={200: KeptToken}, refuses=())
    def post(self, request: Request, project_id: int) -> Response:
        """Set or replace a project's Prolific token."""
        project = project_for(request, project_id)
        set_token(project=project, user=caller(request), token=self.body["token"])
        return Response(KeptToken(_token_of(project)).data)


class ForgetProlificToken(ResearcherOperation):
    @pays(name="forget_prolific_token", gives={204: None}, refuses=())
    def post(self, request: Request, project_id: int) -> Response:
        """Remove a project's token; delete it on Prolific, too."""
        remove_token(project=project_for(request, project_id), user=caller(request))
        return Response(status=204)


class ReadProlific(ResearcherOperation):
    @pays(name="read_prolific", gives={200: StandingWithProlific})
    def get(self, request: Request, campaign_id: int) -> Response:
        """Read a campaign's Prolific status as of the last sync."""
        return _to_response(campaign_for(request, campaign_id))


class ConnectProlific(ResearcherOperation):
    class Input(Strict):
        study = Text(
            "The study's id, from its address on Prolific.",
            max_length=MAX_ID_LENGTH,
            pattern="[A-Za-z0-9]+",
        )

    @pays(name="connect_prolific", takes=Input, creates=True, gives={202: StandingWithProlific})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Connect a campaign with an existing study on Prolific; a sync reads it."""
        campaign = campaign_for(request, campaign_id)
        connect_study(campaign=campaign, user=caller(request), study=self.body["study"])
        return _to_response(campaign, 202)


class DisconnectProlific(ResearcherOperation):
    @pays(name="disconnect_prolific", gives={204: None})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Disconnect a campaign's study and delete its submissions here.
        Nothing changes on Prolific."""
        campaign = campaign_for(request, campaign_id)
        disconnect_study(campaign=campaign, user=caller(request))
        return Response(status=204)


class AskProlific(ResearcherOperation):
    @pays(name="ask_prolific", creates=True, gives={202: StandingWithProlific})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Start a sync with Prolific, which sends decisions and reads the current state."""
        campaign = campaign_for(request, campaign_id)
        ask_prolific(campaign=campaign, user=caller(request))
        return _to_response(campaign, 202)


class StopProlific(ResearcherOperation):
    @pays(name="stop_prolific", gives={200: StandingWithProlific})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Stop the running sync; what was sent stays sent."""
        campaign = campaign_for(request, campaign_id)
        visit = visit_of(campaign)
        if visit is not None and visit.under_way:
            discard_job(job=visit, user=caller(request))
        return _to_response(campaign)


def _token_of(project: Project) -> ProlificToken | None:
    return ProlificToken.objects.filter(project=project).first()


def _to_response(campaign: Campaign, status: int = 200) -> Response:
    return Response(StandingWithProlific(status_of(campaign)).data, status)
