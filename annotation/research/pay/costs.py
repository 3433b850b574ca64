"""A campaign's cost while its terms are being edited, and the limits on its workers."""

from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, dataset_for, needs
from annotation.research.pay.cost_texts import (
    Costs,
    costs_of,
    costs_of_found,
    costs_of_more,
)
from annotation.research.terms.amounts import ExtendForm
from annotation.research.terms.described import described_campaigns, described_costs
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.running_terms import LimitsForm
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.extension import NOTHING_MORE, foresee_more
from annotation.services.campaigns.extra_judgments import store_extra_judgments
from annotation.services.campaigns.limits import set_limits
from annotation.services.errors import Invalid
from annotation.services.items.filters import read_filter, require_sight


@needs(to_read=Capability.RUN_CAMPAIGNS)
def of_terms(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    dataset = dataset_for(request, dataset_id)
    form = CampaignForm(request.GET, dataset=dataset)
    form.is_valid()
    campaigns = described_campaigns(form)
    return render(request, "research/terms/cost_live.html", described_costs(form, campaigns))


@needs(to_read=Capability.RUN_CAMPAIGNS)
def of_changes(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the additional cost of more judgments or other limits. With a filter
    in the URL, the judgments are for matching items."""
    campaign = campaign_for(request, campaign_id)
    wanted = read_filter(request.GET.dict())
    require_sight(wanted, request.can)
    extended = ExtendForm(request.GET, noun=scheme_of(campaign).noun)
    limits = LimitsForm(request.GET, uses_known=campaign.uses_known)
    changed = copy(campaign)
    requested = extended.cleaned_data["redundancy"] if extended.is_valid() else 0
    if wanted.written():
        possible = 0 < requested <= MAX_REDUNDANCY
        more = foresee_more(campaign, wanted, requested) if possible else NOTHING_MORE
        return _shown(request, costs_of_found(campaign, more))
    if requested:
        changed.redundancy = requested
        store_extra_judgments(changed)
    if "most_workers" in request.GET and limits.is_valid():
        for name, value in limits.terms().items():
            setattr(changed, name, value)
    return _shown(request, costs_of_more(campaign, changed))


@needs(Capability.RUN_CAMPAIGNS)
def limits(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = LimitsForm(
        request.POST or None,
        uses_known=campaign.uses_known,
        initial=LimitsForm.filled(campaign),
    )
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            set_limits(campaign=campaign, user=request.user, **form.terms())
            messages.success(request, "Limits changed.")
            return redirect("research:campaign", campaign.pk)
    context = campaign_context(campaign) | {
        "form": form,
        "costs": costs_of(campaign, budget_of(campaign)),
    }
    return render(request, "research/campaigns/limits.html", context, status=form.status)


def _shown(request: ResearcherRequest, costs: Costs, **more: object) -> HttpResponse:
    return render(request, "research/pay/costs.html", {"costs": costs, **more})
