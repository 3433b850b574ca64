"""A campaign's transitions from draft to closed, and its files."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.paging import whole_number
from annotation.research.items.chips import chips_of, query_of
from annotation.research.pay.cost_texts import costs_of, costs_together
from annotation.research.terms.amounts import ExtendForm, ExtendFoundForm
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import Budget, budget_of, hits_of
from annotation.services.campaigns.campaigns import (
    close_campaign,
    extend_redundancy,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)
from annotation.services.campaigns.copies import launch_campaigns
from annotation.services.campaigns.extension import Found, ask_more_of, found_by
from annotation.services.campaigns.fitting import fit_of_campaign
from annotation.services.campaigns.gold_consensus import GoldMatch, match_gold
from annotation.services.campaigns.wages import not_named
from annotation.services.errors import Invalid, ServiceError
from annotation.services.items.cursors import POSITION
from annotation.services.items.filters import ItemFilter, read_filter, require_sight
from midpath.text.formatting import counted

Status = Campaign.Status


@dataclass(frozen=True)
class Move:
    """A transition; `undo` names the one that reverses it."""

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
        "The campaign is paused. Workers get no new tasks; tasks in progress can still be "
        "submitted.",
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
        "The campaign is closed. Tasks in progress can still be submitted.",
        undo="resume",
    ),
}


@needs(Capability.RUN_CAMPAIGNS)
def move(request: ResearcherRequest, campaign_id: int, move: str) -> HttpResponse:
    if move not in MOVES:
        raise Http404
    campaign = campaign_for(request, campaign_id)
    step = MOVES[move]
    address = reverse("research:campaign", args=(campaign.pk,))
    companions = _companion_drafts(request, campaign) if move == "launch" else []
    if request.method == "POST":
        if move == "launch":
            _launch(request, [campaign, *companions])
        else:
            step.do(campaign=campaign, user=request.user)
        return redirect(f"{address}?done={move}")
    if campaign.status not in step.before:
        return redirect(address)
    together = [campaign, *companions]
    budgets = [budget_of(one) for one in together]
    costs = [costs_of(*both) for both in zip(together, budgets, strict=True)]
    context = campaign_context(campaign, budgets[0]) | {
        "move": move,
        "step": step,
        "costs": costs[0],
        "companions": list(zip(companions, costs[1:], strict=True)),
        "together": costs_together(budgets),
        "unmatched": _unmatched_gold(together) if move == "launch" else [],
        "not_named": not_named(campaign) if move == "launch" else "",
        "few_known": campaign.known_count < 2 * campaign.training_hits,
    }
    return render(request, "research/campaigns/move.html", context)


def _launch(request: ResearcherRequest, drafts: list[Campaign]) -> None:
    accepted = "accept_unmatched_gold" in request.POST
    launch_campaigns(campaigns=drafts, user=request.user, accept_unmatched_gold=accepted)
    for other in drafts[1:]:
        messages.success(request, f"{other} is live, too. Its page has the link for workers.")


def _unmatched_gold(drafts: list[Campaign]) -> list[tuple[Campaign, GoldMatch]]:
    matches = [(draft, match_gold(draft)) for draft in drafts if not draft.uses_known]
    return [(draft, match) for draft, match in matches if not match.complete]


def _companion_drafts(request: ResearcherRequest, campaign: Campaign) -> list[Campaign]:
    """Return the draft on the same dataset that the URL says is launched together with this one."""
    other = whole_number(request, "with")
    if other is None or campaign.status != Status.DRAFT:
        return []
    drafts = Campaign.objects.filter(dataset=campaign.dataset_id, status=Status.DRAFT)
    found = get_object_or_404(drafts.exclude(pk=campaign.pk).select_related("dataset"), pk=other)
    return [found]


@needs(Capability.RUN_CAMPAIGNS)
def extend(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project, after the launch. With a filter in the URL, only matching items get
    more judgments."""
    campaign = campaign_for(request, campaign_id)
    wanted = read_filter(request.GET.dict())
    require_sight(wanted, request.can)
    if wanted.written():
        return _extend_found(request, campaign, wanted)
    noun, full = scheme_of(campaign).noun, _cannot_grow(campaign)
    form = ExtendForm(
        request.POST or None, noun=noun, initial={"redundancy": campaign.redundancy + 1}
    )
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            extended = extend_redundancy(
                campaign=campaign,
                user=request.user,
                redundancy=form.cleaned_data["redundancy"],
            )
            messages.success(request, f"Each {noun} now gets {extended.redundancy} judgments.")
            return redirect("research:campaign", campaign.pk)
    context = campaign_context(campaign) | {
        "form": form,
        "costs": costs_of(campaign, budget_of(campaign)),
        "full": full,
    }
    return render(request, "research/campaigns/extend.html", context, status=form.status)


def _extend_found(
    request: ResearcherRequest, campaign: Campaign, wanted: ItemFilter
) -> HttpResponse:
    noun, found = scheme_of(campaign).noun, found_by(campaign, wanted)
    at_first = {"redundancy": found.most + 1, "expected": found.hits}
    form = ExtendFoundForm(request.POST or None, noun=noun, initial=at_first)
    if form.is_valid():
        with form.showing(ServiceError, own_status=True):
            added = ask_more_of(
                campaign=campaign, user=request.user, wanted=wanted, **form.cleaned_data
            )
            message = f"Requested {counted(added, 'more judgment')} of {counted(found.hits, noun)}."
            messages.success(request, message)
            return redirect("research:campaign", campaign.pk)
    context = campaign_context(campaign) | {
        "form": form,
        "found": found,
        "costs": costs_of(campaign, budget_of(campaign)),
        "full": _cannot_grow_found(campaign, found),
        "chips": chips_of(campaign, wanted, POSITION),
        "only_filter": query_of(wanted),
    }
    return render(request, "research/campaigns/extend_found.html", context, status=form.status)


def _cannot_grow_found(campaign: Campaign, found: Found) -> str:
    noun, most = scheme_of(campaign).noun, campaign.most_workers
    if campaign.status == Status.DRAFT:
        return _cannot_grow(campaign)
    if not found.hits:
        return f"No {noun} that matches the filter can get more judgments."
    if most is not None and most <= found.fewest:
        return (
            f"At most {most:,} workers may join, and each of these {noun}s already gets that "
            "many judgments. Let more workers join first."
        )
    top = found.fewest >= MAX_REDUNDANCY
    return f"Each of these {noun}s already gets {MAX_REDUNDANCY:,} judgments, the maximum." * top


def _cannot_grow(campaign: Campaign) -> str:
    noun, now = scheme_of(campaign).noun, campaign.redundancy
    if campaign.status == Status.DRAFT:
        return "This campaign is a draft. Edit its number of judgments instead."
    if campaign.most_judgments == now:
        return f"Each {noun} already gets all {now:,} judgments that the terms allow."
    if campaign.most_workers == now:
        return (
            f"At most {now:,} workers may join, and each {noun} already gets that many "
            "judgments. Let more workers join first."
        )
    return f"Each {noun} already gets {now:,} judgments, the maximum." * (now >= MAX_REDUNDANCY)


def campaign_context(campaign: Campaign, budget: Budget | None = None) -> dict[str, object]:
    """Return the context of a campaign's pages; pass the budget if it is already loaded."""
    scheme = scheme_of(campaign)
    return {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme,
        "noun": scheme.noun,
        "instructions": campaign.instructions or scheme.instructions_of(campaign.settings),
        "items": budget.hits if budget else hits_of(campaign),
        "fit": fit_of_campaign(campaign),
        "time_allotted": timedelta(seconds=campaign.seconds_allotted),
    }
