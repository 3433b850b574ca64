"""Model annotation of a campaign's items: endpoints, rounds, and their progress."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

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
from annotation.schemes import scheme_of
from annotation.services.errors import ServiceError

MAX_FAULTS = 20
FAULTS = ("unfit", "refused", "lost")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.PAY)
def new(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: the terms of a round; a Celery process sends the requests."""
    campaign = _campaign_for_models(request, campaign_id)
    form = RunForm(
        request.POST or None,
        endpoints=_endpoints(campaign),
        initial=_as_before(campaign),
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                run = begin_run(
                    campaign=campaign,
                    user=request.user,
                    endpoint=form.cleaned_data["endpoint"],
                    terms=form.terms(),
                )
            except ServiceError as error:
                form.refuse(error)
                status = error.status
            else:
                return redirect("research:model_run", campaign.pk, run.pk)
    return _page(request, campaign, form=form, status=status)


@require_POST
@needs(Capability.PAY)
def add(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: an endpoint, with its key."""
    campaign = _campaign_for_models(request, campaign_id)
    form = EndpointForm(request.POST)
    if form.is_valid():
        try:
            add_endpoint(project=campaign.dataset.project, user=request.user, **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, "The endpoint is saved, its key encrypted.")
            return redirect("research:ask_model", campaign.pk)
    return _page(request, campaign, endpoint_form=form, status=400)


@require_POST
@needs(Capability.PAY)
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


@require_safe
@needs(Capability.SEE_TEXTS)
def show(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Members of the project: the progress of a round, its cost, and its errors."""
    campaign, run = _run(request, campaign_id, run_id)
    faults = run.answers.filter(state__in=FAULTS).select_related("item").order_by("pk")
    context = _context(campaign, run) | {
        "faults": faults[:MAX_FAULTS],
        "form": ResumeForm(initial={"budget": run.budget}),
    }
    return render(request, "research/model_annotators/run.html", context)


@require_safe
@needs(Capability.SEE_FIGURES)
def progress(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Members of the project: the part of the page that shows progress. When the round ends, the
    page reloads."""
    campaign, run = _run(request, campaign_id, run_id)
    response = render(
        request, "research/model_annotators/run_progress.html", _context(campaign, run)
    )
    if not run.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@needs(Capability.PAY)
def stop(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Owners of the project. Answers to requests already sent are still accepted."""
    campaign, run = _run(request, campaign_id, run_id)
    stop_run(run=run, user=request.user)
    return redirect("research:model_run", campaign.pk, run.pk)


@require_POST
@needs(Capability.PAY)
def resume(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Owners of the project: resume a round, optionally with another budget."""
    campaign, run = _run(request, campaign_id, run_id)
    form = ResumeForm(request.POST)
    if form.is_valid():
        resume_run(run=run, user=request.user, **form.cleaned_data)
    else:
        messages.error(request, "Enter the budget as an amount.")
    return redirect("research:model_run", campaign.pk, run.pk)


@require_POST
@needs(Capability.PAY)
def keep(request: ResearcherRequest, campaign_id: int, run_id: int) -> HttpResponse:
    """Owners of the project: create a set from the answers."""
    _, run = _run(request, campaign_id, run_id)
    own = keep_run(run=run, user=request.user)
    return redirect("research:set", own.pk)


def _campaign_for_models(request: ResearcherRequest, campaign_id: int) -> Campaign:
    """Return a launched campaign of a scheme that supports models."""
    campaign = campaign_for(request, campaign_id)
    if campaign.status == Campaign.Status.DRAFT or not supports_models(campaign):
        raise Http404
    return campaign


def _run(request: ResearcherRequest, campaign_id: int, run_id: int) -> tuple[Campaign, ModelRun]:
    campaign = campaign_for(request, campaign_id)
    rows = ModelRun.objects.filter(campaign=campaign, pk=run_id)
    found = rows.select_related("endpoint", "set", "campaign__dataset").first()
    if found is None:
        raise Http404
    return campaign, found


def _endpoints(campaign: Campaign) -> list[ModelEndpoint]:
    return list(ModelEndpoint.objects.filter(project=campaign.dataset.project_id))


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


def _page(
    request: ResearcherRequest,
    campaign: Campaign,
    *,
    form: RunForm | None = None,
    endpoint_form: EndpointForm | None = None,
    status: int = 200,
) -> HttpResponse:
    endpoints = _endpoints(campaign)
    hit = HIT.objects.filter(campaign=campaign).select_related("item__document").first()
    context = campaign_context(campaign) | {
        "form": form or RunForm(endpoints=endpoints, initial=_as_before(campaign)),
        "endpoint_form": endpoint_form or EndpointForm(),
        "endpoints": endpoints,
        "runs": list(ModelRun.objects.filter(campaign=campaign)),
        "shown": message_of(USUAL, campaign, hit.item) if hit else "",
        "noun": scheme_of(campaign).noun,
    }
    return render(request, "research/model_annotators/ask.html", context, status=status)


def _context(campaign: Campaign, run: ModelRun) -> dict[str, object]:
    counts = counts_of(run)
    states = run.answers.model.State
    done = counts["total"] - counts["states"]["waiting"] - counts["states"]["sent"]
    return campaign_context(campaign) | {
        "run": run,
        "counts": counts,
        "done": done,
        "rows": [
            (states(state).label, times) for state, times in counts["states"].items() if times
        ],
        "noun": scheme_of(campaign).noun,
    }
