"""Operations that have a model annotate a campaign's items. Those that cost money are for
owners."""

from rest_framework.request import Request
from rest_framework.response import Response

from addons.model_annotators.api_forms import (
    Endpoint,
    EndpointInput,
    ModelsAnswer,
    Progress,
    ResumeInput,
    Round,
    RoundInput,
    RoundWithProgress,
)
from addons.model_annotators.models import ModelAnswer, ModelEndpoint, ModelRun
from addons.model_annotators.services.endpoints import add_endpoint, remove_endpoint
from addons.model_annotators.services.prompts import USUAL
from addons.model_annotators.services.runs import (
    begin_run,
    counts_of,
    keep_run,
    resume_run,
    stop_run,
)
from addons.model_annotators.services.terms import Terms
from annotation.api.basic_fields import Choice
from annotation.api.operations import ResearcherOperation, pays, sees_texts
from annotation.api.pagination import Page, Paging
from annotation.api.scope import caller, campaign_for, first_of, project_for
from annotation.api.sets import Set
from annotation.models import Project


class Endpoints(ResearcherOperation):
    class Output(Page):
        results = Endpoint(many=True, help_text="The endpoints of this page.")

    @pays(name="list_endpoints", asks=Paging, gives={200: Output})
    def get(self, request: Request, project_id: int) -> Response:
        """List the endpoints of a project, without their keys."""
        rows = ModelEndpoint.objects.filter(project=project_for(request, project_id))
        return self.page(rows)

    @pays(name="add_endpoint", takes=EndpointInput, creates=True, gives={201: Endpoint})
    def post(self, request: Request, project_id: int) -> Response:
        """Add an endpoint with its key, which is stored encrypted and never returned."""
        project = project_for(request, project_id)
        own = add_endpoint(project=project, user=caller(request), **self.body)
        own.refresh_from_db()
        return Response(Endpoint(own).data, status=201)


class RemoveEndpoint(ResearcherOperation):
    @pays(name="remove_endpoint", gives={204: None}, refuses=())
    def post(self, request: Request, project_id: int, endpoint_id: int) -> Response:
        """Remove an endpoint and its key; a running round there stops."""
        own = _endpoint_of(project_for(request, project_id), endpoint_id)
        remove_endpoint(endpoint=own, user=caller(request))
        return Response(status=204)


class Rounds(ResearcherOperation):
    class Output(Page):
        results = Round(many=True, help_text="The rounds of this page, the oldest first.")

    @sees_texts(name="list_rounds", asks=Paging, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """List the rounds of model annotation of a campaign, without their progress."""
        rows = ModelRun.objects.filter(campaign=campaign_for(request, campaign_id))
        return self.page(rows)

    @pays(name="begin_round", takes=RoundInput, creates=True, gives={201: RoundWithProgress})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Have a model annotate each item of a launched campaign, within a budget."""
        campaign = campaign_for(request, campaign_id)
        given = {"prompt": USUAL, **self.body}
        endpoint = _endpoint_of(campaign.dataset.project, given.pop("endpoint"))
        run = begin_run(
            campaign=campaign, user=caller(request), endpoint=endpoint, terms=Terms(**given)
        )
        return Response(_to_dict(run), status=201)


class ReadRound(ResearcherOperation):
    @sees_texts(name="read_round", gives={200: RoundWithProgress})
    def get(self, request: Request, campaign_id: int, run_id: int) -> Response:
        """Read the progress and cost of a round."""
        return Response(_to_dict(_run_for(request, campaign_id, run_id)))


class ListAnswersOfRound(ResearcherOperation):
    class Filters(Paging):
        state = Choice("Only items in this state.", ModelAnswer.State.choices, required=False)

    class Output(Page):
        results = ModelsAnswer(many=True, help_text="The answers of this page.")

    @sees_texts(name="list_answers_of_round", asks=Filters, gives={200: Output})
    def get(self, request: Request, campaign_id: int, run_id: int) -> Response:
        """List the items of a round with the model's replies and their errors."""
        rows = ModelAnswer.objects.filter(asked=_run_for(request, campaign_id, run_id))
        return self.page(rows.filter(**self.filters("state")))


class StopRound(ResearcherOperation):
    @pays(name="stop_round", gives={200: RoundWithProgress}, refuses=())
    def post(self, request: Request, campaign_id: int, run_id: int) -> Response:
        """Stop a round; replies to running requests are still stored."""
        run = _run_for(request, campaign_id, run_id)
        stop_run(run=run, user=caller(request))
        return Response(_to_dict(run))


class ResumeRound(ResearcherOperation):
    @pays(name="resume_round", takes=ResumeInput, gives={200: RoundWithProgress})
    def post(self, request: Request, campaign_id: int, run_id: int) -> Response:
        """Resume a round, optionally with another budget."""
        run = _run_for(request, campaign_id, run_id)
        resume_run(run=run, user=caller(request), **self.body)
        return Response(_to_dict(run))


class KeepRound(ResearcherOperation):
    @pays(name="keep_round", gives={200: Set})
    def post(self, request: Request, campaign_id: int, run_id: int) -> Response:
        """Create a set from the valid answers of a finished round. It is compared with the crowd.
        Idempotent."""
        own = keep_run(run=_run_for(request, campaign_id, run_id), user=caller(request))
        own.refresh_from_db()
        return Response(Set(own).data)


def _endpoint_of(project: Project, endpoint_id: int) -> ModelEndpoint:
    rows = ModelEndpoint.objects.filter(project=project, pk=endpoint_id)
    return first_of(rows.select_related("project"), "The project has no endpoint with this number.")


def _run_for(request: Request, campaign_id: int, run_id: int) -> ModelRun:
    rows = ModelRun.objects.filter(campaign=campaign_for(request, campaign_id), pk=run_id)
    return first_of(
        rows.select_related("endpoint", "set", "campaign__dataset__project"),
        "The campaign has no round with this number.",
    )


def _to_dict(run: ModelRun) -> dict[str, object]:
    run.refresh_from_db()
    return {**Round(run).data, **Progress(counts_of(run)).data}
