"""The form of a campaign's terms, for a new or an existing draft."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, Dataset, Project, User
from annotation.research.common.access import ResearcherRequest, campaign_for, dataset_for, needs
from annotation.research.common.paging import whole_number
from annotation.research.pay.cost_texts import costs_of
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.instructions import shown_to_workers
from annotation.research.terms.settings import SchemeSettings
from annotation.schemes.mixins import HasSettings
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.campaigns import edit_campaign
from annotation.services.campaigns.copies import create_campaigns
from annotation.services.errors import ServiceError

# Terms that a script updates when the scheme changes, if the user has not edited them.
FOLLOWING = (
    "name",
    "redundancy",
    "most_judgments",
    "majority_of",
    "minutes",
    "reward",
    "seconds_expected",
    "instructions",
)

CUSTOM = "custom"
WHO = ("researcher", "institution", "contact")


@needs(Capability.RUN_CAMPAIGNS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    dataset = dataset_for(request, dataset_id)
    form = CampaignForm(
        request.POST or None, dataset=dataset, initial=_first_terms(dataset, request.user)
    )
    scheme_settings = SchemeSettings(form)
    if _is_to_be_saved(request) and scheme_settings.are_valid():
        try:
            made = create_campaigns(
                dataset=dataset,
                scheme=form.cleaned_data["scheme"],
                user=request.user,
                companion=form.companion is not None,
                **form.terms(),
                **scheme_settings.terms(),
            )
        except ServiceError as error:
            _refuse(form, scheme_settings, error)
        else:
            return _after_saving(request, made)
    return _terms_page(request, form, scheme_settings, dataset, None)


@needs(Capability.RUN_CAMPAIGNS)
def edit(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project, while the campaign is a draft. Its scheme cannot change."""
    campaign = campaign_for(request, campaign_id)
    if campaign.status != Campaign.Status.DRAFT:
        messages.info(request, "The terms are fixed since the launch.")
        return redirect("research:campaign", campaign.pk)
    form = CampaignForm(
        request.POST or None,
        dataset=campaign.dataset,
        campaign=campaign,
        initial=CampaignForm.answers_of(campaign),
    )
    form.fields["scheme"].disabled = True
    scheme_settings = SchemeSettings(form, campaign.settings)
    if _is_to_be_saved(request) and scheme_settings.are_valid():
        try:
            edit_campaign(
                campaign=campaign, user=request.user, **form.terms(), **scheme_settings.terms()
            )
        except ServiceError as error:
            _refuse(form, scheme_settings, error)
        else:
            messages.success(request, "The draft is saved.")
            return _after_saving(request, [campaign])
    return _terms_page(request, form, scheme_settings, campaign.dataset, campaign)


def _is_to_be_saved(request: ResearcherRequest) -> bool:
    """Return whether the form was submitted to be saved, not to be previewed."""
    return request.method == "POST" and "preview" not in request.POST


def _after_saving(request: ResearcherRequest, made: list[Campaign]) -> HttpResponse:
    """Redirect to the launch of the draft if the button says so, else to its page."""
    first, *others = made
    if request.POST.get("then") != "launch":
        for other in others:
            messages.success(request, f"{other} is drafted, too.")
        return redirect("research:campaign", first.pk)
    address = reverse("research:move_campaign", args=(first.pk, "launch"))
    return redirect(f"{address}?with={others[0].pk}" if others else address)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def instructions(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the dataset's project: the instructions for workers, from the terms typed so far.
    Nothing is stored."""
    dataset = dataset_for(request, dataset_id)
    form = CampaignForm(request.POST, dataset=dataset)
    form.is_valid()
    edited = whole_number(request, "of")
    pictured = dataset.campaigns.filter(pk=edited).first() if edited else None
    context = {"shown": shown_to_workers(form, SchemeSettings(form), pictured)}
    return render(request, "research/terms/instructions_shown.html", context)


def _first_terms(dataset: Dataset, user: User) -> dict[str, object]:
    schemes = CampaignForm(dataset=dataset).schemes
    if not schemes:
        return {}
    return CampaignForm.usual_answers(schemes[0], dataset) | _who_asks(dataset.project, user)


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
        "from_gold": list(scheme_settings.from_gold),
        "noun": form.offer.noun,
        "costs": costs_of(campaign, budget_of(campaign)) if campaign else None,
        "chosen": form["scheme"].value(),
        "companions": form.companions,
        "shown": shown_to_workers(form, scheme_settings),
        "defaults": {
            name: {
                field: "" if answer is None else str(answer)
                for field, answer in answers.items()
                if field in FOLLOWING
            }
            for name, answers in _usual_answers(form, dataset).items()
        },
    }
    status = 400 if scheme_settings.wrong or (form.is_bound and form.errors) else 200
    return render(request, "research/terms/terms.html", context, status=status)


def _usual_answers(form: CampaignForm, dataset: Dataset) -> dict[str, dict[str, object]]:
    """Return the default answers by scheme, and by scheme and preset, such as pair/binary. Settings
    of the researcher's own change no other answers."""
    found = {one.name: CampaignForm.usual_answers(one, dataset) for one in form.schemes}
    for scheme in form.schemes:
        presets = scheme.settings_form.known_presets if isinstance(scheme, HasSettings) else ()
        for preset in set(presets) - {CUSTOM}:
            own = CampaignForm.answers_with(scheme, {"preset": preset})
            found[f"{scheme.name}/{preset}"] = found[scheme.name] | own
    return found


def _refuse(form: CampaignForm, scheme_settings: SchemeSettings, error: ServiceError) -> None:
    if not scheme_settings.refuse(error):
        form.refuse(error, seconds_allotted="minutes", __all__="name")


def _who_asks(project: Project, user: User) -> dict[str, str]:
    """Return the researcher's name and contact from the latest campaign or the account."""
    named = Campaign.objects.filter(dataset__project=project).exclude(researcher="")
    last = named.order_by("-pk").values(*WHO).first()
    if last is not None:
        return {name: str(value) for name, value in last.items()}
    return {"researcher": user.get_full_name(), "contact": user.email}
