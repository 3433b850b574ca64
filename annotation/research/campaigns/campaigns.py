"""A campaign's terms and its moves from draft to closed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from annotation.models import Campaign, Dataset
from annotation.research.campaigns.forms import CampaignForm, ExtendForm
from annotation.research.campaigns.money import costs_of
from annotation.research.campaigns.settings import SchemeSettings
from annotation.research.common.access import (
    ResearcherRequest,
    campaign_for,
    dataset_for,
    researcher,
)
from annotation.schemes import scheme_of
from annotation.services.campaigns.campaigns import (
    close_campaign,
    create_campaign,
    edit_campaign,
    extend_redundancy,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)
from annotation.services.errors import Invalid, ServiceError

Status = Campaign.Status
# What a page's script changes with the scheme, as long as nobody typed into it.
FOLLOWING = ("redundancy", "minutes", "reward", "instructions")


@dataclass(frozen=True)
class Move:
    """`undo` names the move that takes this one back."""

    do: Callable[..., Campaign]
    title: str
    button: str
    before: frozenset[str]
    after: str
    done: str
    undo: str = ""


MOVES = {
    "launch": Move(
        launch_campaign,
        "Launch this campaign",
        "Launch",
        frozenset({Status.DRAFT}),
        Status.LIVE,
        "The campaign is live. Give workers its link.",
    ),
    "pause": Move(
        pause_campaign,
        "Pause this campaign",
        "Pause",
        frozenset({Status.LIVE}),
        Status.PAUSED,
        "The campaign is paused. Nobody gets a new HIT; whoever holds one may still submit it.",
        undo="resume",
    ),
    "resume": Move(
        resume_campaign,
        "Resume this campaign",
        "Resume",
        frozenset({Status.PAUSED, Status.CLOSED}),
        Status.LIVE,
        "The campaign is live again.",
        undo="pause",
    ),
    "close": Move(
        close_campaign,
        "Close this campaign",
        "Close",
        frozenset({Status.LIVE, Status.PAUSED}),
        Status.CLOSED,
        "The campaign is closed. Whoever holds a HIT may still submit it.",
        undo="resume",
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the dataset's project. What comes of it is a draft; nothing is served yet."""
    dataset = dataset_for(request.user, dataset_id)
    form = CampaignForm(request.POST or None, dataset=dataset, initial=_first_terms(dataset))
    scheme_settings = SchemeSettings(form, {})
    if request.method == "POST" and scheme_settings.are_valid():
        try:
            campaign = create_campaign(
                dataset=dataset,
                scheme=form.cleaned_data["scheme"],
                user=request.user,
                **form.terms(),
                **scheme_settings.terms(),
            )
        except ServiceError as error:
            _refuse(form, scheme_settings, error)
        else:
            return redirect("research:campaign", campaign.pk)
    return _terms_page(request, form, scheme_settings, dataset, None)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def edit(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project, while the campaign is a draft. Its scheme stays."""
    campaign = campaign_for(request.user, campaign_id)
    if campaign.status != Status.DRAFT:
        messages.info(request, "Its terms are fixed since it was launched.")
        return redirect("research:campaign", campaign.pk)
    form = CampaignForm(
        request.POST or None,
        dataset=campaign.dataset,
        initial=CampaignForm.answers_of(campaign),
    )
    form.fields["scheme"].disabled = True
    scheme_settings = SchemeSettings(form, campaign.settings)
    if request.method == "POST" and scheme_settings.are_valid():
        try:
            edit_campaign(
                campaign=campaign, user=request.user, **form.terms(), **scheme_settings.terms()
            )
        except ServiceError as error:
            _refuse(form, scheme_settings, error)
        else:
            messages.success(request, "The draft is saved.")
            return redirect("research:campaign", campaign.pk)
    return _terms_page(request, form, scheme_settings, campaign.dataset, campaign)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def move(request: ResearcherRequest, campaign_id: int, move: str) -> HttpResponse:
    """Members of the project. A GET says what the move will do; a POST does it."""
    if move not in MOVES:
        raise Http404
    campaign = campaign_for(request.user, campaign_id)
    step = MOVES[move]
    address = reverse("research:campaign", args=(campaign.pk,))
    if request.method == "POST":
        step.do(campaign=campaign, user=request.user)
        return redirect(f"{address}?done={move}")
    if campaign.status not in step.before:
        return redirect(address)
    context = campaign_context(campaign) | {
        "move": move,
        "step": step,
        "costs": costs_of(campaign),
        "few_known": campaign.known_count < 2 * campaign.training_hits,
    }
    return render(request, "research/campaigns/move.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def extend(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project, once the campaign is launched."""
    campaign = campaign_for(request.user, campaign_id)
    noun = scheme_of(campaign).noun
    form = ExtendForm(
        request.POST or None, noun=noun, initial={"redundancy": campaign.redundancy + 1}
    )
    if request.method == "POST" and form.is_valid():
        try:
            extended = extend_redundancy(
                campaign=campaign,
                user=request.user,
                redundancy=form.cleaned_data["redundancy"],
            )
        except Invalid as error:
            form.refuse(error)
        else:
            messages.success(request, f"Each {noun} now gets {extended.redundancy} judgments.")
            return redirect("research:campaign", campaign.pk)
    context = campaign_context(campaign) | {"form": form, "costs": costs_of(campaign)}
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/campaigns/extend.html", context, status=status)


@require_safe
@researcher
def export(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the campaign's files and how to cite them."""
    campaign = campaign_for(request.user, campaign_id)
    context = campaign_context(campaign) | {"files": scheme_of(campaign).files}
    return render(request, "research/campaigns/export.html", context)


def campaign_context(campaign: Campaign) -> dict[str, Any]:
    items = campaign.hit_count or campaign.dataset.item_count - campaign.known_count
    scheme = scheme_of(campaign)
    return {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme,
        "noun": scheme.noun,
        "instructions": campaign.instructions or scheme.instructions_of(campaign.settings),
        "items": items,
        "time_allotted": timedelta(seconds=campaign.seconds_allotted),
    }


def _first_terms(dataset: Dataset) -> dict[str, Any]:
    schemes = CampaignForm(dataset=dataset).schemes
    return CampaignForm.usual_answers(schemes[0]) if schemes else {}


def _terms_page(
    request: ResearcherRequest,
    form: CampaignForm,
    scheme_settings: SchemeSettings,
    dataset: Dataset,
    campaign: Campaign | None,
) -> HttpResponse:
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "campaign": campaign,
        "form": form,
        "settings_forms": scheme_settings.forms,
        "noun": form.noun,
        "costs": costs_of(campaign) if campaign else None,
        "chosen": form["scheme"].value(),
        "defaults": {
            scheme.name: {
                field: str(answer)
                for field, answer in CampaignForm.usual_answers(scheme).items()
                if field in FOLLOWING
            }
            for scheme in form.schemes
        },
    }
    status = 400 if scheme_settings.wrong or (form.is_bound and form.errors) else 200
    return render(request, "research/campaigns/terms.html", context, status=status)


def _refuse(form: CampaignForm, scheme_settings: SchemeSettings, error: ServiceError) -> None:
    if not scheme_settings.refuse(error):
        form.refuse(error, seconds_allotted="minutes", __all__="name")
