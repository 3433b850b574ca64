"""The campaigns that a form of terms describes so far, and their cost. Nothing is stored."""

from copy import copy

from annotation.models import Campaign, Dataset
from annotation.research.pay.cost_texts import Costs, costs_of, costs_together, lasting
from annotation.research.terms.amounts import FIXED
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.part import Arguments
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.services.campaigns.budget import Budget, budget_of
from annotation.services.campaigns.terms import count_known
from annotation.services.campaigns.wages import companion_pay
from annotation.services.datasets.parts import count_parts
from midpath.exchange.segments import LEVELS
from midpath.text.formatting import written

NEEDED = {"redundancy", "currency"}
OF_QUALITY = {"most_judgments", "known_every", "training_hits", "leave_out_failed", "repeat_every"}
OF_TIME = {"fee_percent", "seconds_expected"}
FIELDS = NEEDED | OF_QUALITY | OF_TIME | {"most_workers", "most_hits_per_worker"}
NO_COSTS = Costs("", "", "The maximum cost appears here once you have filled in the numbers above.")


def answers_in(form: CampaignForm) -> CampaignForm:
    """Return a form that has read its answers: those sent, or those that it shows at first."""
    offer = form.offer
    read = form
    if not form.is_bound:
        read = CampaignForm(form.initial, dataset=offer.dataset, offer=offer)
    read.is_valid()
    return read


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
    campaign = _draft(form, scheme, terms, _described_dataset(form))
    if campaign.uses_known:
        campaign.known_count = count_known(campaign)
    companion = form.companion
    if companion is None:
        return [campaign]
    terms |= companion_pay(campaign, companion)
    return [campaign, _draft(form, companion, terms, form.offer.dataset)]


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


def _draft(form: CampaignForm, scheme: Scheme, terms: Arguments, dataset: Dataset) -> Campaign:
    left_out = form.offer.fits[scheme.name].left_out
    return Campaign(dataset=dataset, scheme=scheme.name, left_out=left_out, **terms)


def described_costs(read: CampaignForm, campaigns: list[Campaign]) -> dict[str, object]:
    """Return what the form shows about the cost of these campaigns."""
    if not campaigns:
        return {"costs": NO_COSTS}
    budgets = [budget_of(campaign) for campaign in campaigns]
    costs = [costs_of(*both) for both in zip(campaigns, budgets, strict=True)]
    companions = campaigns[1:]
    also = [(scheme_of(other).title, of) for other, of in zip(companions, costs[1:], strict=True)]
    return {
        "costs": costs[0],
        "headline": _headline(budgets[0]),
        "pay_result": _pay_result(read, budgets[0]),
        "also": also,
        "together": costs_together(budgets) if companions else "",
    }


def _headline(budget: Budget) -> str:
    """Return how many judgments there are, their maximum cost, and the hours of work."""
    if budget.judgments is None or budget.total is None:
        return "Any number of judgments, for an unlimited amount"
    money = f"{budget.currency} {written(budget.total)}"
    work = "" if budget.seconds is None else f", about {lasting(budget.seconds)} of work"
    return f"{budget.judgments:,} judgments, at most {money}{work}"


def _pay_result(read: CampaignForm, budget: Budget) -> str:
    """Return the result of the calculation: the reward, or the hourly pay of a fixed reward."""
    if read.cleaned_data.get("pay") == FIXED and budget.hourly is not None:
        return f"{budget.currency} {written(budget.hourly)} an hour"
    return f"{budget.currency} {written(budget.reward)} per judgment"
