"""The history of one item: what happened to it and who did it, page by page."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.names import hide_on_request, pseudonym
from annotation.research.common.paging import whole_number
from annotation.research.common.replica import may_be_old
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.services.items.history import (
    MAX_LEASES,
    MAX_SEARCHED,
    OPEN_REASONS,
    Event,
    history_of,
)

EVENTS_PER_PAGE = 50
# Actions on {worker} or a judgment of theirs; the worker's own actions name no one.
WORDS = {
    "claimed": "started it",
    "repeated": "got it a second time",
    "expired": "ran out of time",
    "returned": "returned it",
    "put_off": "postponed it",
    "released": "took the task back from {worker}",
    "judged": "judged it",
    "judged_late": "judged it, late",
    "judged_too_late": "judged it, too late to count",
    "accepted": "accepted the judgment of {worker}",
    "rejected": "rejected the judgment of {worker}",
    "set_aside": "set aside the judgment of {worker}",
    "restored": "withdrew the review of the judgment of {worker}",
    "accepted_with_others": "accepted the judgment of {worker}, among others",
    "rejected_with_others": "rejected the judgment of {worker}, among others",
    "set_aside_with_others": "set aside the judgment of {worker}, among others",
    "restored_with_others": "withdrew the review of the judgment of {worker}, among others",
    "review_undone": "undid a bulk review, including the judgment of {worker}",
    "excluded": "excluded {worker}",
    "included": "included {worker} again",
    "withdrew": "withdrew from the study",
    "decided_accepted": "decided: accepted an answer",
    "decided_edited": "decided: edited an answer",
    "decided_written": "decided: wrote a new answer",
    "decision_withdrawn": "withdrew a decision",
}


@needs(to_read=Capability.SEE_TEXTS)
@may_be_old
def show_history(request: ResearcherRequest, campaign_id: int, hit_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    hit = get_object_or_404(campaign.hits.select_related("item", "summary"), pk=hit_id)
    blind = hide_on_request(request)
    sees = Capability.SEE_WORKERS in request.can and not blind
    history = history_of(campaign, hit, request.user)
    after = whole_number(request, "after") or 0
    shown = history.events[after : after + EVENTS_PER_PAGE]
    context = {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme_of(campaign),
        "name": view_of(campaign).rows(campaign, [hit])[0].get("name") or hit.item.text,
        "hit": hit,
        "blind": blind,
        "rows": [_row(event, sees=sees) for event in shown],
        "after": after,
        "next": after + EVENTS_PER_PAGE if len(history.events) > after + EVENTS_PER_PAGE else None,
        "history": history,
        "most_leases": MAX_LEASES,
        "most_searched": MAX_SEARCHED,
    }
    return render(request, "research/items/history.html", context)


def _row(event: Event, *, sees: bool) -> dict[str, object]:
    worker = "" if event.worker is None else pseudonym(event.worker)
    return {
        "at": event.at,
        "who": worker if event.own else _researcher(event),
        "what": WORDS[event.what].format(worker=worker),
        "reason": event.reason if sees or event.what in OPEN_REASONS else "",
    }


def _researcher(event: Event) -> str:
    if event.by is not None:
        return event.by.get_username()
    return "a former member" if event.what.startswith("deci") else "Midpath"
