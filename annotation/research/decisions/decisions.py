"""All decisions of a campaign: progress, past decisions, and the start of a queue."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString

from annotation.capabilities import Capability
from annotation.models import Campaign, Decision
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, launched_for, needs
from annotation.research.common.paging import page_of, whole_number
from annotation.research.decisions.decide import made_before, who_decided
from annotation.research.decisions.figures import decision_figures
from annotation.research.decisions.queues import NAMES, QueueForm, queue_in, written_queue
from annotation.research.decisions.reasons import reasons_context
from annotation.research.items.chips import chips_of, query_of
from annotation.schemes import scheme_of
from annotation.services.decisions.decide import set_adjudicators, withdraw_decision
from annotation.services.decisions.queue import SETTLE, SINCE, Queue, progress_of, since_decided
from annotation.services.errors import Invalid
from annotation.services.items.cursors import POSITION
from annotation.services.items.saved_filters import usable_by

ROWS = 20
STATES = {"standing": "final", "withdrawn": "withdrawn"}


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the progress and the figures. Decisions and the queue are for those
    who may see texts."""
    campaign = launched_for(request, campaign_id)
    context = campaign_context(campaign) | {
        "progress": progress_of(campaign),
        **decision_figures(campaign),
        **reasons_context(campaign),
    }
    if Capability.SEE_TEXTS in request.can:
        context |= _queue(request, campaign) | _decided(request, campaign)
    return render(request, "research/decisions/decisions.html", context)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def share(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    given = request.POST.get("adjudicators", "")
    if given not in {"1", "2"}:
        raise Invalid("Choose one or two adjudicators.", field="adjudicators")
    set_adjudicators(campaign=campaign, user=request.user, number=int(given))
    messages.success(
        request,
        "Two adjudicators decide independently from now on."
        if given == "2"
        else "One adjudicator decides from now on.",
    )
    return redirect("research:decisions", campaign.pk)


@needs(to_post=Capability.ADJUDICATE)
def withdraw(request: ResearcherRequest, campaign_id: int, decision_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    found = Decision.objects.shown_to(request.user).filter(campaign=campaign, pk=decision_id)
    decision = get_object_or_404(found)
    withdraw_decision(decision=decision, user=request.user)
    messages.success(request, "Withdrawn. You can find it in the list of withdrawn decisions.")
    if request.POST.get("again"):
        address = reverse("research:decide", args=(campaign.pk, decision.hit_id))
        return redirect(f"{address}?{written_queue(queue_in(request, campaign))}")
    return redirect("research:decisions", campaign.pk)


def listed(campaign: Campaign, request: ResearcherRequest) -> QuerySet[Decision]:
    """Return the decisions that a member may see, the latest first."""
    rows = Decision.objects.shown_to(request.user).filter(campaign=campaign)
    rows = rows.select_related("hit__item__document", "user", "withdrawn_by")
    rows = rows.prefetch_related("codes__reason")
    return rows.annotate(since=since_decided()).order_by("-pk")


def _queue(request: ResearcherRequest, campaign: Campaign) -> dict[str, object]:
    """Return the context of the form for a queue, and the outcome of the queue just left."""
    queue = queue_in(request, campaign)
    given = {"by": queue.by, "size": queue.size, "seed": queue.seed, "blind": queue.blind}
    return {
        "form": QueueForm(
            campaign, queue.wanted, initial=given if queue.by not in (SETTLE, SINCE) else {}
        ),
        "chips": chips_of(campaign, queue.wanted, POSITION),
        "filter_values": queue.wanted.written(),
        "only_filter": query_of(queue.wanted),
        "saved": usable_by(campaign, request.can),
        "to_settle": SafeString(written_queue(Queue(SETTLE))),
        "to_look_at": SafeString(written_queue(Queue(SINCE))),
        "over": whole_number(request, "over") if "over" in request.GET else None,
        "queue_name": NAMES[queue.by],
        "query": SafeString(written_queue(queue)),
        "made": made_before(request, campaign),
    }


def _decided(request: ResearcherRequest, campaign: Campaign) -> dict[str, object]:
    state = request.GET.get("state", "standing")
    if state not in STATES:
        raise Http404
    before = whole_number(request, "before")
    rows = listed(campaign, request).filter(withdrawn_at__isnull=state == "standing")
    if before:
        rows = rows.filter(pk__lt=before)
    page = page_of(list(rows[: ROWS + 1]), ROWS)
    return {
        "entries": [_entry(campaign, one) for one in page.rows],
        "next": page.last.pk if page.more else None,
        "before": before,
        "state": state,
        "states": STATES,
    }


def _entry(campaign: Campaign, decision: Any) -> dict[str, object]:
    hit = decision.hit
    return {
        "decision": decision,
        "hit": hit,
        "written": scheme_of(campaign).written(decision.vector, hit.item, campaign.settings),
        "who": who_decided(decision),
        "since": decision.since or 0,
        "reasons": {one.reason_id: one.reason.name for one in decision.codes.all()},
    }
