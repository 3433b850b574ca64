"""Model annotation of a campaign's items: endpoints, rounds, and their progress."""

from collections.abc import Mapping
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from addons.model_annotators.forms import EndpointForm, ResumeForm, RunForm
from addons.model_annotators.models import ModelEndpoint, ModelRun
from addons.model_annotators.services.endpoints import add_endpoint, remove_endpoint
from addons.model_annotators.services.prompts import USUAL, message_of, supports_models
from addons.model_annotators.services.runs import (
    begin_run,
    counts_of,
    keep_run,
    resume_run,
    stop_run,
)
from annotation.capabilities import Capability
from annotation.models import HIT, Campaign
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import Sent
from annotation.research.common.jobs import JobPages, ask_or_show
from annotation.schemes import scheme_of
from annotation.services.errors import ServiceError

ASK = "research/model_annotators/ask.html"
MAX_FAULTS = 20
FAULTS = ("unfit", "refused", "lost")


@needs(Capability.PAY)
def new(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: the terms of a round; a Celery process sends the requests."""
    campaign = _campaign_for_models(request, campaign_id)
    form = _run_form(campaign, request.POST if request.method == "POST" else None)
    ask = partial(begin_run, campaign=campaign, user=request.user)
    around, before = _around(campaign), (campaign.pk,)
    return ask_or_show(request, form, ask, "model_run", around, ASK, before)


@needs(to_post=Capability.PAY)
def add(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: an endpoint, with its key."""
    campaign = _campaign_for_models(request, campaign_id)
    form = EndpointForm(request.POST)
    if form.is_valid():
        with form.showing(ServiceError):
            add_endpoint(project=campaign.dataset.project, user=request.user, **form.cleaned_data)
            messages.success(request, "The endpoint is saved, its key encrypted.")
            return redirect("research:ask_model", campaign.pk)
    context = {**_around(campaign), "form": _run_form(campaign), "endpoint_form": form}
    return render(request, ASK, context, status=400)


@needs(to_post=Capability.PAY)
def remove(request: ResearcherRequest, campaign_id: int, endpoint_id: int) -> HttpResponse:
    """Owners of the project: delete an endpoint and its key."""
    campaign = _campaign_for_models(request, campaign_id)
    rows = ModelEndpoint.objects.filter(project=campaign.dataset.project, pk=endpoint_id)
    found = rows.select_related("project").first()
    if found is None:
        raise Http404
    remove_endpoint(endpoint=found, user=request.user)
    messages.success(request, f"“{found}” and its key were removed.")
    return redirect("research:ask_model", campaign.pk)


@needs(to_post=Capability.PAY)
def resume(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Owners of the project: resume a round, optionally with another budget."""
    run = run_for(request, campaign_id, run_id)
    form = ResumeForm(request.POST)
    if form.is_valid():
        resume_run(run=run, user=request.user, **form.cleaned_data)
    else:
        messages.error(request, "Enter the budget as an amount.")
    return redirect("research:model_run", campaign_id, run_id)


@needs(to_post=Capability.PAY)
def keep(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Owners of the project: create a set from the answers."""
    own = keep_run(run=run_for(request, campaign_id, run_id), user=request.user)
    return redirect("research:set", own.pk)


def _campaign_for_models(request: ResearcherRequest, campaign_id: int) -> Campaign:
    """Return a launched campaign of a scheme that supports models."""
    campaign = campaign_for(request, campaign_id)
    if campaign.status == Campaign.Status.DRAFT or not supports_models(campaign):
        raise Http404
    return campaign


def run_for(request: ResearcherRequest, campaign_id: int, run_id: int) -> ModelRun:
    campaign = campaign_for(request, campaign_id)
    rows = ModelRun.objects.filter(campaign=campaign, pk=run_id)
    found = rows.select_related("endpoint", "set").first()
    if found is None:
        raise Http404
    found.campaign = campaign
    return found


def _endpoints(campaign: Campaign) -> list[ModelEndpoint]:
    return list(ModelEndpoint.objects.filter(project=campaign.dataset.project_id))


def _run_form(campaign: Campaign, sent: Sent = None) -> RunForm:
    return RunForm(sent, endpoints=_endpoints(campaign), initial=_as_before(campaign))


def _as_before(campaign: Campaign) -> dict[str, object]:
    """Return the form's initial values: the terms of the previous round, or the default prompt."""
    last = ModelRun.objects.filter(campaign=campaign).first()
    if last is None:
        return {"prompt": USUAL}
    names = (
        *("model", "prompt", "temperature", "seed", "most_tokens", "limit_name", "price_in"),
        *("price_out", "currency", "at_once", "most_a_minute"),
    )
    same = {name: getattr(last, name) for name in names}
    return {**same, "endpoint": last.endpoint_id}


def _around(campaign: Campaign) -> dict[str, object]:
    """Return the context of the page on which a round is requested, without its form."""
    hit = HIT.objects.filter(campaign=campaign).select_related("item__document").first()
    return campaign_context(campaign) | {
        "endpoint_form": EndpointForm(),
        "endpoints": _endpoints(campaign),
        "runs": list(ModelRun.objects.filter(campaign=campaign)),
        "shown": message_of(USUAL, campaign, hit.item) if hit else "",
        "noun": scheme_of(campaign).noun,
    }


def _figures(run: ModelRun) -> Mapping[str, object]:
    """Return how far a round is, and what it has cost."""
    counts = counts_of(run)
    states = run.answers.model.State
    return {
        "counts": counts,
        "done": counts["total"] - counts["states"]["waiting"] - counts["states"]["sent"],
        "rows": [
            (states(state).label, times) for state, times in counts["states"].items() if times
        ],
        "noun": scheme_of(run.campaign).noun,
    }


def _context(request: ResearcherRequest, run: ModelRun) -> Mapping[str, object]:
    faults = run.answers.filter(state__in=FAULTS).select_related("item").order_by("pk")
    return {
        **campaign_context(run.campaign),
        **_figures(run),
        "faults": faults[:MAX_FAULTS],
        "form": ResumeForm(initial={"budget": run.budget}),
    }


PAGES = JobPages(
    name="model_run",
    route="campaigns/<int:campaign_id>/models/runs/<int:run_id>/",
    find=run_for,
    sees=Capability.SEE_TEXTS,
    acts=Capability.PAY,
    actions=("progress", "discard"),
    template="research/model_annotators/run.html",
    context=_context,
    progress_template="research/model_annotators/run_progress.html",
    progress=_figures,
    discard=lambda job, user: stop_run(run=job, user=user),
    discard_name="stop_model",
)
