"""The form of a campaign's terms, for a new or an existing draft."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, Project, User
from annotation.research.common.access import ResearcherRequest, campaign_for, dataset_for, needs
from annotation.research.common.paging import whole_number
from annotation.research.terms.forms import CampaignForm, offer_of
from annotation.research.terms.page import show_live, show_terms
from annotation.research.terms.part import Offer
from annotation.research.terms.settings import SchemeSettings
from annotation.services.campaigns.campaigns import edit_campaign
from annotation.services.campaigns.copies import create_campaigns
from annotation.services.errors import ServiceError

WHO = ("researcher", "institution", "contact")


@needs(Capability.RUN_CAMPAIGNS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    dataset = dataset_for(request, dataset_id)
    offer = offer_of(dataset)
    form = CampaignForm(
        request.POST or None,
        dataset=dataset,
        offer=offer,
        initial=_first_terms(offer, request.user),
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
    return show_terms(request, form, scheme_settings)


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
    return show_terms(request, form, scheme_settings)


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
    """Members of the dataset's project: the instructions for workers, what the folded parts say and
    the checks, from the terms typed so far. Nothing is stored."""
    dataset = dataset_for(request, dataset_id)
    form = CampaignForm(request.POST, dataset=dataset)
    form.is_valid()
    edited = whole_number(request, "of")
    draft = dataset.campaigns.filter(pk=edited).first() if edited else None
    return show_live(request, form, SchemeSettings(form, {}), draft)


def _first_terms(offer: Offer, user: User) -> dict[str, object]:
    if not offer.schemes:
        return {}
    first = offer.schemes[0].name
    return CampaignForm.usual_answers(offer)[first] | _who_asks(offer.dataset.project, user)


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
