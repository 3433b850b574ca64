"""Deciding HITs one after another: accept an answer, edit one, or write a new one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString

from annotation.capabilities import Capability
from annotation.models import HIT, AgreementState, Campaign, Decision, Judgment, User
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, needs
from annotation.research.common.desks import desk_context, drawn_payload
from annotation.research.common.paging import is_number, whole_number
from annotation.research.decisions.queues import NAMES, queue_in, written_queue
from annotation.research.decisions.reasons import reasons_in
from annotation.research.items.chips import chips_of
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Suggestable
from annotation.services.decisions.decide import Seen, accept_judgment, decide
from annotation.services.decisions.queue import Queue, next_hit, waiting
from annotation.services.decisions.status import DecisionStatus, decision_status
from annotation.services.errors import Invalid
from annotation.services.items.cursors import POSITION

MAX_ANSWERS = 100
KEEP = "Save decision"


class Deciding(TypedDict):
    """Arguments of every decision."""

    user: User
    note: str
    seen: Seen
    submission_id: UUID | None
    reasons: Sequence[int]


@dataclass(frozen=True)
class Given:
    """An answer given by some judgments of a HIT; `judgment` is the first of them. `shown` is the
    context of the scheme's answer template."""

    judgment: Judgment
    answer: object
    written: str
    times: int
    of: int


@needs(to_read=Capability.ADJUDICATE)
def go_to_next(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = launched_for(request, campaign_id)
    queue = queue_in(request, campaign)
    after = _hit(campaign, key) if (key := whole_number(request, "after")) else None
    found = next_hit(campaign, request.user, queue, after)
    made = {"made": key} if (key := whole_number(request, "made")) else {}
    if found is None:
        left = after is not None and waiting(campaign, request.user, queue).count()
        over = written_queue(queue, over=left or 0, **made)
        return redirect(f"{reverse('research:decisions', args=(campaign.pk,))}?{over}")
    page = "desk_decision" if queue.blind else "decide"
    address = reverse(f"research:{page}", args=(campaign.pk, found.pk))
    return redirect(f"{address}?{written_queue(queue, **made)}")


@needs(Capability.ADJUDICATE)
def show(request: ResearcherRequest, campaign_id: int, hit_id: int) -> HttpResponse:
    """Members of the project: workers' answers to a HIT, to accept or edit, or to answer it
    yourself. A POST decides and continues with the next."""
    campaign = launched_for(request, campaign_id)
    queue = queue_in(request, campaign)
    hit = _hit(campaign, hit_id)
    if request.method == "POST":
        return _act(request, campaign, hit, queue)
    status = decision_status(hit, request.user)
    answers, more = answers_to(campaign, hit)
    state = AgreementState.objects.filter(campaign=campaign).first()
    context = _around(request, campaign, hit, queue, status) | {
        "view": view_of(campaign),
        "row": view_of(campaign).rows(campaign, [hit])[0],
        "facts": view_of(campaign).facts(hit.item),
        "answers": answers,
        "more": more,
        "judged": answers[0].of if answers else 0,
        "seen": ",".join(str(one.judgment.pk) for one in answers),
        "stood": ",".join(str(one.pk) for one in status.shown),
        "submission": uuid4(),
        "version": state.version if state else 0,
    }
    return render(request, "research/decisions/decide.html", context)


@needs(to_read=Capability.ADJUDICATE)
def desk(request: ResearcherRequest, campaign_id: int, hit_id: int) -> HttpResponse:
    campaign = launched_for(request, campaign_id)
    queue = queue_in(request, campaign)
    hit = _hit(campaign, hit_id)
    edited = _judgment(hit, str(key)) if (key := whole_number(request, "judgment")) else None
    scheme, start = scheme_of(campaign), edited.payload if edited is not None else None
    if edited is not None and isinstance(scheme, Suggestable):
        start = scheme.as_sent(edited.payload, edited.vector, campaign.settings)
    context = (
        _around(request, campaign, hit, queue, decision_status(hit, request.user))
        | desk_context(campaign, hit.item, keep=KEEP, start=start)
        | {
            "edited": edited,
            "seen": request.GET.get("seen", ""),
            "stood": request.GET.get("stood", ""),
            "submission": uuid4(),
            "note": request.GET.get("note", ""),
            "chosen_reasons": _numbers(request.GET.get("reasons", "")),
        }
    )
    return render(request, "research/decisions/desk.html", context)


def answers_to(campaign: Campaign, hit: HIT) -> tuple[list[Given], int]:
    """Return the distinct answers that count, the most frequent first, and the number of those
    beyond the limit."""
    scheme, view = scheme_of(campaign), view_of(campaign)
    judged = Judgment.objects.counting().filter(hit=hit).select_related("hit__item")
    first: dict[tuple[int, ...], Judgment] = {}
    times = Counter[tuple[int, ...]]()
    for one in judged.order_by("pk"):
        times[tuple(one.vector)] += 1
        first.setdefault(tuple(one.vector), one)
    made = [
        Given(
            first[vector],
            view.answer(campaign, first[vector]),
            scheme.written(vector, hit.item, campaign.settings),
            count,
            times.total(),
        )
        for vector, count in sorted(times.items(), key=lambda one: (-one[1], one[0]))[:MAX_ANSWERS]
    ]
    return made, len(times) - len(made)


def _act(request: ResearcherRequest, campaign: Campaign, hit: HIT, queue: Queue) -> HttpResponse:
    act, chosen = request.POST.get("act", ""), request.POST.get("judgment", "")
    note, seen, stood = (request.POST.get(name, "") for name in ("note", "seen", "stood"))
    here, reasons = (campaign.pk, hit.pk), reasons_in(request)
    if act in {"edit", "write"}:
        edited = {"judgment": _judgment(hit, chosen).pk} if act == "edit" else {}
        more = {"note": note, "reasons": ",".join(map(str, reasons))}
        given_before = {name: value for name, value in more.items() if value}
        query = written_queue(queue, **edited, seen=seen, stood=stood, **given_before)
        return redirect(f"{reverse('research:desk_decision', args=here)}?{query}")
    given: Deciding = {
        "user": request.user,
        "note": note,
        "seen": Seen(_numbers(seen), blind=queue.blind, decisions=_numbers(stood)),
        "submission_id": _submission(request),
        "reasons": reasons,
    }
    if act == "accept":
        made = accept_judgment(judgment=_judgment(hit, chosen), **given)
    else:
        payload = drawn_payload(request.POST.get("payload", ""))
        edited_from = _judgment(hit, chosen) if chosen else None
        made = decide(hit=hit, payload=payload, edited=edited_from, **given)
    address = reverse("research:next_decision", args=(campaign.pk,))
    return redirect(f"{address}?{written_queue(queue, made=made.pk, after=hit.pk)}")


def _around(
    request: ResearcherRequest, campaign: Campaign, hit: HIT, queue: Queue, status: DecisionStatus
) -> dict[str, object]:
    """Return the context of both pages about the queue and the last decision."""
    left = waiting(campaign, request.user, queue).count()
    return campaign_context(campaign) | {
        "hit": hit,
        "queue": queue,
        "queue_name": NAMES[queue.by],
        "chips": chips_of(campaign, queue.wanted, POSITION),
        "query": SafeString(written_queue(queue)),
        "skip": SafeString(written_queue(queue, after=hit.pk)),
        "left": left,
        "decision_status": status,
        "decisions": describe_decisions(campaign, hit, status.shown),
        "came_since": since_of(status.final) if status.final else 0,
        "made": made_before(request, campaign),
        "codebook": list(campaign.decision_reasons.all()),
        "note_length": Decision._meta.get_field("note").max_length,
    }


def describe_decisions(
    campaign: Campaign, hit: HIT, decisions: Sequence[Decision]
) -> list[dict[str, object]]:
    scheme = scheme_of(campaign)
    return [
        {
            "decision": one,
            "written": scheme.written(one.vector, hit.item, campaign.settings),
            "who": who_decided(one),
            "reasons": [code.reason.name for code in one.codes.all()],
        }
        for one in decisions
    ]


def decisions_on(campaign: Campaign, hit: HIT, user: User) -> dict[str, object]:
    """Return the context of a HIT's page about its decision; empty for a gold HIT."""
    if hit.known or campaign.status == Campaign.Status.DRAFT:
        return {}
    hit.campaign = campaign
    status = decision_status(hit, user)
    later = sum(one.final and since_of(one) for one in status.shown)
    shown = describe_decisions(campaign, hit, status.shown)
    return {"decidable": True, "decisions": shown, "came_since": later}


def since_of(decision: Decision) -> int:
    """Return the number of judgments that count and came after a decision."""
    later = Judgment.objects.counting().filter(hit=decision.hit_id)
    return later.filter(submitted_at__gt=decision.decided_at).count()


def who_decided(decision: Decision) -> str:
    return decision.user.get_username() if decision.user else "a former member"


def made_before(request: ResearcherRequest, campaign: Campaign) -> dict[str, object] | None:
    """Return the last decision, which can be undone."""
    key = whole_number(request, "made")
    if not key:
        return None
    rows = campaign.decisions.in_force().filter(pk=key, user=request.user)
    found = rows.select_related("hit__item__document").first()
    if found is None:
        return None
    written = scheme_of(campaign).written(found.vector, found.hit.item, campaign.settings)
    return {"decision": found, "written": written}


def _hit(campaign: Campaign, key: int) -> HIT:
    rows = HIT.objects.filter(campaign=campaign, known=False, pk=key)
    return get_object_or_404(
        rows.select_related("item__document", "summary", "campaign__dataset__project")
    )


def _judgment(hit: HIT, key: str) -> Judgment:
    rows = Judgment.objects.filter(hit=hit)
    found = rows.filter(pk=int(key)).select_related("campaign").first() if is_number(key) else None
    if found is None:
        raise Invalid("Choose one of the answers first.", field="judgment")
    return found


def _numbers(given: str) -> list[int]:
    return [int(one) for one in given.split(",") if is_number(one)][:MAX_ANSWERS]


def _submission(request: ResearcherRequest) -> UUID | None:
    try:
        return UUID(request.POST["submission"]) if request.POST.get("submission") else None
    except ValueError as error:
        raise Invalid("This is not a UUID.", field="submission") from error
