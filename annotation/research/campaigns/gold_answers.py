"""Gold answers from researchers: chosen from the judgments, taken from the file, or made in the
scheme's task interface."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import Truncator

from annotation.capabilities import Capability
from annotation.models import HIT, Campaign, Item, Judgment, KnownAnswer
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.desks import desk_context, drawn_payload
from annotation.research.common.paging import page_of, whole_number
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasGoldAnswers
from annotation.services.campaigns.fitting import item_at
from annotation.services.campaigns.gold_answers import (
    change_answer,
    keep_answer,
    put_back_answer,
    remove_answer,
    uses_for,
)
from annotation.services.campaigns.terms import gold_scheme_of, items_with_answer
from annotation.services.errors import Invalid
from annotation.services.work.gold_results import results_of
from midpath.schemes.base import InvalidAnswer
from midpath.text.formatting import counted, percent

ROWS = 20
OF_FILE = 10
Use, Source = KnownAnswer.Use, KnownAnswer.Source
USES = dict(Use.choices)


@dataclass(frozen=True)
class Given:
    """An answer given by some judgments of an item; `key` is its vector in the form."""

    key: str
    written: str
    times: int
    of: int


@needs(to_read=Capability.SEE_TEXTS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = _campaign_with_gold(request, campaign_id)
    current = campaign.known_answers.filter(removed_at=None)
    after = whole_number(request, "after") or 0
    shown = current.filter(pk__gt=after).select_related("item__document").order_by("pk")
    page = page_of(list(shown[: ROWS + 1]), ROWS)
    context = campaign_context(campaign) | {
        "entries": _entries(campaign, page.rows),
        "more": page.last.pk if page.more else None,
        "after": after,
        "uses": _counts(campaign),
        "of_file": _of_file(campaign),
        "removed": _removed(campaign, request),
        "short_of": max(campaign.practice - _counts(campaign)["practice"], 0),
        "use_names": USES,
    }
    return render(request, "research/campaigns/known_answers.html", context)


@needs(Capability.RUN_CAMPAIGNS)
def draw(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the scheme's task interface, in which to give an item's gold
    answer."""
    campaign = _campaign_with_gold(request, campaign_id)
    item = item_at(campaign, whole_number(request, "text") or 1)
    if item is None:
        raise Http404
    uses = uses_for(campaign, item.pk)
    if request.method == "POST":
        saved = keep_answer(
            campaign=campaign,
            item=item,
            vector=_drawn(campaign, item, request.POST.get("payload", "")),
            user=request.user,
            source=Source.DRAWN,
            **_use_and_why(request),
        )
        messages.success(request, f"Saved: {Truncator(saved.written).chars(120)}")
        return redirect("research:known_answers", campaign.pk)
    context = campaign_context(campaign) | {
        **desk_context(campaign, item, keep="Save as gold answer"),
        "position": item.position,
        "next": item.position % campaign.dataset.item_count + 1,
        "uses": [(use, USES[use]) for use in uses],
        "chosen": _usual_use(campaign, uses),
        "current": campaign.known_answers.filter(item=item, removed_at=None).first(),
    }
    return render(request, "research/campaigns/draw_answer.html", context)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def keep(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = _campaign_with_gold(request, campaign_id)
    number = request.POST.get("item", "")
    found = campaign.dataset.items.select_related("document")
    item = found.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None
    if item is None:
        raise Invalid("This item does not exist here.", field="item")
    terms = _use_and_why(request)
    key = request.POST.get("answer", "")
    if key:
        hit = HIT.objects.filter(campaign=campaign, item=item).first()
        given = {one.key for one in given_answers(campaign, hit)} if hit else set()
        if key not in given:
            raise Invalid("Choose one of the workers’ answers.", field="answer")
        vector: Sequence[int] = [int(part) for part in key.split(",")]
        source = Source.JUDGED
    else:
        vector, why = _file_answer(campaign, item)
        terms["why"] = terms["why"] or why
        source = Source.FILE
    saved = keep_answer(
        campaign=campaign, item=item, vector=vector, user=request.user, source=source, **terms
    )
    messages.success(request, f"Saved as {USES[saved.use]}: {Truncator(saved.written).chars(120)}")
    return redirect("research:known_answers", campaign.pk)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def change(request: ResearcherRequest, campaign_id: int, answer_id: int) -> HttpResponse:
    answer = _answer(request, campaign_id, answer_id)
    change_answer(answer=answer, user=request.user, **_use_and_why(request))
    messages.success(request, "Changed.")
    return redirect("research:known_answers", campaign_id)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def remove(request: ResearcherRequest, campaign_id: int, answer_id: int) -> HttpResponse:
    answer = remove_answer(answer=_answer(request, campaign_id, answer_id), user=request.user)
    response = redirect("research:known_answers", campaign_id)
    response["Location"] += f"?removed={answer.pk}"
    return response


@needs(to_post=Capability.RUN_CAMPAIGNS)
def put_back(request: ResearcherRequest, campaign_id: int, answer_id: int) -> HttpResponse:
    put_back_answer(answer=_answer(request, campaign_id, answer_id), user=request.user)
    return redirect("research:known_answers", campaign_id)


def given_answers(campaign: Campaign, hit: HIT) -> list[Given]:
    """Return the distinct answers that count, the most frequent first."""
    scheme = scheme_of(campaign)
    judged = Judgment.objects.counting().filter(hit=hit).order_by("pk")
    times = Counter(tuple(vector) for vector in judged.values_list("vector", flat=True))
    return [
        Given(
            ",".join(map(str, vector)),
            scheme.written(vector, hit.item, campaign.settings),
            count,
            times.total(),
        )
        for vector, count in times.most_common()
        if vector
    ]


def for_item(campaign: Campaign, hit: HIT) -> dict[str, object]:
    if not isinstance(scheme_of(campaign), HasGoldAnswers):
        return {}
    uses = uses_for(campaign, hit.item_id)
    current = campaign.known_answers.filter(item=hit.item_id, removed_at=None).first()
    return {
        "known_answer": current,
        "known_uses": [(use, USES[use]) for use in uses],
        "given_answers": given_answers(campaign, hit) if uses else [],
    }


def _campaign_with_gold(request: ResearcherRequest, campaign_id: int) -> Campaign:
    campaign = campaign_for(request, campaign_id)
    gold_scheme_of(campaign)
    return campaign


def _answer(request: ResearcherRequest, campaign_id: int, answer_id: int) -> KnownAnswer:
    campaign = _campaign_with_gold(request, campaign_id)
    answer = get_object_or_404(campaign.known_answers, pk=answer_id)
    answer.campaign = campaign
    return answer


def _use_and_why(request: ResearcherRequest) -> dict[str, str]:
    return {
        "use": request.POST.get("use", "") or str(Use.KNOWN),
        "why": request.POST.get("why", ""),
    }


def _drawn(campaign: Campaign, item: Item, payload: str) -> Sequence[int]:
    sent = drawn_payload(payload)
    try:
        return scheme_of(campaign).parse(sent, item, campaign.settings)
    except InvalidAnswer as error:
        raise Invalid(error.message, field=error.field) from error


def _file_answer(campaign: Campaign, item: Item) -> tuple[Sequence[int], str]:
    scheme = gold_scheme_of(campaign)
    try:
        vector = scheme.known_vector(item, campaign.settings)
    except InvalidAnswer as error:
        raise Invalid(error.message, field="item") from error
    if vector is None:
        raise Invalid("The file has no answer for this item.", field="item")
    return vector, scheme.describe_gold(item, campaign.settings)[1]


def _usual_use(campaign: Campaign, uses: Sequence[str]) -> str:
    """Return the default use of a gold answer: practice, while practice needs more items."""
    if Use.PRACTICE in uses and _counts(campaign)["practice"] < campaign.practice:
        return str(Use.PRACTICE)
    return uses[0] if uses else ""


def _counts(campaign: Campaign) -> Counter[str]:
    current = campaign.known_answers.filter(removed_at=None)
    return Counter(current.values_list("use", flat=True))


def _entries(campaign: Campaign, answers: Sequence[KnownAnswer]) -> list[dict[str, object]]:
    results, view = results_of(campaign, answers), view_of(campaign)
    hits = {
        hit.item_id: hit
        for hit in HIT.objects.filter(campaign=campaign, item__in=[a.item_id for a in answers])
    }
    entries = []
    for one in answers:
        hit = hits.get(one.item_id)
        found = results[one.pk]
        judgment = Judgment(vector=one.vector, payload={}, hit=HIT(item=one.item))
        entries.append(
            {
                "gold": one,
                "item": one.item,
                "answer": view.answer(campaign, judgment),
                "results": found,
                "share": "" if found.share is None else percent(found.share),
                "hit": hit,
                "fixed": hit is not None and hit.known,
                "later": hit is not None and not hit.known,
                "uses": [] if hit is not None else list(USES.items()),
            }
        )
    return entries


def _of_file(campaign: Campaign) -> dict[str, object]:
    """Return the file's first gold answers to items of a draft that have no other gold answer."""
    if campaign.status != Campaign.Status.DRAFT:
        return {}
    current = campaign.known_answers.filter(removed_at=None)
    items = items_with_answer(campaign).exclude(pk__in=current.values("item"))
    scheme, rows = gold_scheme_of(campaign), []
    for item in items.select_related("document").order_by("position")[:OF_FILE]:
        try:
            answer, why = scheme.describe_gold(item, campaign.settings)
        except InvalidAnswer as error:
            answer, why = error.message, ""
        rows.append({"item": item, "answer": answer, "why": why})
    return {"rows": rows, "count": counted(items.count(), scheme.noun)}


def _removed(campaign: Campaign, request: ResearcherRequest) -> KnownAnswer | None:
    key = whole_number(request, "removed")
    found = campaign.known_answers.filter(pk=key, removed_at__isnull=False) if key else None
    return found.select_related("item").first() if found is not None else None
