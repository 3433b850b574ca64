"""A campaign's cost while its terms are being edited, and the limits on its workers."""

from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Dataset
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, dataset_for, needs
from annotation.research.pay.cost_texts import (
    Costs,
    costs_of,
    costs_of_found,
    costs_of_more,
    costs_together,
)
from annotation.research.terms.amounts import ExtendForm
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.part import Arguments
from annotation.research.terms.running_terms import LimitsForm
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.extension import NOTHING_MORE, foresee_more
from annotation.services.campaigns.extra_judgments import store_extra_judgments
from annotation.services.campaigns.fitting import fit_of
from annotation.services.campaigns.limits import set_limits
from annotation.services.campaigns.terms import count_known
from annotation.services.campaigns.wages import companion_pay
from annotation.services.datasets.parts import count_parts
from annotation.services.errors import Invalid
from annotation.services.items.filters import read_filter, require_sight
from midpath.exchange.segments import LEVELS
from midpath.text.formatting import written

NEEDED = {"redundancy", "currency"}
NO_COSTS = Costs("", "", "The maximum cost appears here once you have filled in the numbers above.")


@needs(to_read=Capability.RUN_CAMPAIGNS)
def of_terms(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    dataset = dataset_for(request, dataset_id)
    form = CampaignForm(request.GET, dataset=dataset)
    form.is_valid()
    campaigns = described_campaigns(form)
    if not campaigns:
        return _shown(request, NO_COSTS)
    budgets = [budget_of(campaign) for campaign in campaigns]
    costs = [costs_of(*both) for both in zip(campaigns, budgets, strict=True)]
    first, *companions = campaigns
    also = [(scheme_of(other).title, of) for other, of in zip(companions, costs[1:], strict=True)]
    together = costs_together(budgets) if companions else ""
    each = f"{first.currency} {written(first.reward)}" if first.hourly_wage else ""
    return _shown(request, costs[0], also=also, together=together, each=each)


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


def described_campaigns(form: CampaignForm) -> list[Campaign]:
    """Return the campaign described by the valid fields so far, and the optional second one; none
    if numbers needed for the cost are missing."""
    terms = {name: value for name, value in form.cleaned_data.items() if name in FIELDS}
    scheme = SCHEMES.get(form.cleaned_data.get("scheme", ""))
    pay = form.pay_terms()
    if scheme is None or pay is None or NEEDED - terms.keys():
        return []
    terms |= pay
    others = {name for name, schemes in form.fitting.items() if scheme.name not in schemes}
    terms = {name: value for name, value in terms.items() if name not in others}
    terms["training_hits"] = terms.get("training_hits") or 0
    terms["fee_percent"] = terms.get("fee_percent") or 0
    campaign = _draft(_described_dataset(form), scheme, terms)
    if campaign.uses_known:
        campaign.known_count = count_known(campaign)
    companion = form.companion
    if companion is None:
        return [campaign]
    terms |= companion_pay(campaign, companion)
    return [campaign, _draft(form.offer.dataset, companion, terms)]


def _described_dataset(form: CampaignForm) -> Dataset:
    """Return the dataset; if parts are chosen, with the number of parts as the number of its
    items."""
    dataset = form.offer.dataset
    level = next((one for one in LEVELS if one == form.chosen_parts), None)
    if level is None:
        return dataset
    divided = copy(dataset)
    divided.item_count = count_parts(dataset, level)
    return divided


def _draft(dataset: Dataset, scheme: Scheme, terms: Arguments) -> Campaign:
    left_out = fit_of(dataset, scheme).left_out
    return Campaign(dataset=dataset, scheme=scheme.name, left_out=left_out, **terms)


OF_QUALITY = {"most_judgments", "known_every", "training_hits", "leave_out_failed", "repeat_every"}
OF_TIME = {"fee_percent", "seconds_expected"}
FIELDS = NEEDED | OF_QUALITY | OF_TIME | {"most_workers", "most_hits_per_worker"}


def _shown(request: ResearcherRequest, costs: Costs, **more: object) -> HttpResponse:
    return render(request, "research/pay/costs.html", {"costs": costs, **more})
