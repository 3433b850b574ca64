"""One item of a campaign with all its judgments."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from annotation.capabilities import Capability
from annotation.models import HIT, Assignment, Campaign, Judgment, Rejection, Skip, Worker
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.research.campaigns.gold_answers import for_item
from annotation.research.common.access import ResearcherRequest, campaign_for, judgment_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.names import BLIND, hide_on_request, pseudonym
from annotation.research.common.replica import may_be_old
from annotation.research.decisions.decide import decisions_on
from annotation.research.items.chips import query_of
from annotation.research.people.consequences import of_reviewing_one
from annotation.research.results.forms import ReviewForm
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.services.errors import Invalid
from annotation.services.items.cursors import neighbours, read_order
from annotation.services.items.filters import read_filter, require_sight
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import skips_of
from annotation.services.work.time_spent import median_of, span_of
from midpath.exchange.spreadsheets import harmless
from midpath.text.formatting import counted

SAID = 20


@dataclass(frozen=True)
class Refused:
    """A refused review of a judgment, with the reason as typed."""

    judgment: int
    reason: str
    error: Invalid


@needs(to_read=Capability.SEE_TEXTS)
@may_be_old
def show_item(request: ResearcherRequest, campaign_id: int, hit_id: int) -> HttpResponse:
    return _page(request, campaign_for(request, campaign_id), hit_id)


def _page(
    request: ResearcherRequest, campaign: Campaign, hit_id: int, refused: Refused | None = None
) -> HttpResponse:
    hit = get_object_or_404(campaign.hits.select_related("item", "summary"), pk=hit_id)
    ways = _ways_from(request, campaign, hit)
    judgments = (
        Judgment.objects.filter(hit=hit)
        .select_related("assignment__enrolment__worker", "hit__item")
        .order_by("submitted_at", "pk")
    )
    rejections = Rejection.objects.in_force().filter(judgment__hit=hit)
    rejected = {one.judgment_id: one for one in rejections}
    view = view_of(campaign)
    row = view.rows(campaign, [hit])[0]
    context = {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme_of(campaign),
        "view": view,
        "facts": view.facts(hit.item),
        "row": row,
        "overlay": view.overlay(campaign, row),
        "judgments": [_judgment_row(campaign, one, rejected.get(one.pk)) for one in judgments],
        "refused": refused,
        "least": MIN_REASON_LENGTH,
        "leases": _leases(hit),
        "skips": skips_of(campaign, [hit.pk]).get(hit.pk),
        "said": hit.skips.exclude(words="").order_by("-at")[:SAID],
        "judgment_counts": _progress(hit, judgments),
        "median_active": span_of(median_of(one.active_ms for one in judgments)),
        "rejecting": of_reviewing_one(campaign, hit),
        "reviewed": request.GET.get("reviewed", ""),
        **ways,
        **decisions_on(campaign, hit, request.user),
        **for_item(campaign, hit),
    }
    status = refused.error.status if refused else 200
    return render(request, "research/items/item.html", context, status=status)


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def skips_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: how often each item was skipped, by reason; items without skips
    are left out."""
    campaign = campaign_for(request, campaign_id)
    skips = skips_of(campaign)
    reasons = Skip.Reason.values
    head = ["position", "item", "skipped", "later", *(one or "unsaid" for one in reasons)]
    hits = HIT.objects.filter(pk__in=skips).select_related("item").order_by("item__position")
    rows = []
    for hit in hits:
        found = skips[hit.pk]
        by_reason = [found.reasons.get(one, 0) for one in reasons]
        text = harmless(hit.item.text)
        rows.append([hit.item.position, text, found.times, found.later, *by_reason])
    return csv_file(csv_lines(head, rows), file_name(campaign.name, "skips.csv"))


@needs(to_post=Capability.REVIEW_WORK)
def review(request: ResearcherRequest, judgment_id: int) -> HttpResponse:
    """Members of the project: accept, exclude from the figures or reject a judgment, or withdraw
    the review. The input is kept if it is refused."""
    judgment = judgment_for(request, judgment_id)
    form = ReviewForm(request.POST)
    try:
        if not form.is_valid():
            raise Invalid(str(next(iter(form.errors.values()))[0]))
        review_judgment(
            judgment=judgment,
            user=request.user,
            review=form.cleaned_data["review"],
            reason=form.cleaned_data["reason"],
        )
    except Invalid as error:
        refused = Refused(judgment.pk, request.POST.get("reason", ""), error)
        campaign = campaign_for(request, judgment.campaign_id)
        return _page(request, campaign, judgment.hit_id, refused)
    if form.cleaned_data["thread"]:
        worker = form.cleaned_data["thread"]
        return redirect("research:question_thread", judgment.campaign_id, worker)
    address = reverse("research:item", args=(judgment.campaign_id, judgment.hit_id))
    return redirect(f"{address}?{urlencode({'reviewed': judgment.pk})}")


def _progress(hit: HIT, judgments: Iterable[Judgment]) -> str:
    """Return how many of the requested judgments count, and the number of others."""
    found = list(judgments)
    if hit.known:
        return f"{counted(len(found), 'judgment')}, used as a check with a gold answer"
    count = sum(judgment.counts for judgment in found)
    own = [judgment for judgment in found if judgment.took_slot and not judgment.repeat]
    lost = sum(not judgment.counts for judgment in own)
    others = len(found) - count
    uncounted = f", and {others:,} that {'does' if others == 1 else 'do'} not count" * bool(others)
    return f"{count:,} of {counted(hit.quota - lost, 'judgment')}{uncounted}"


def _leases(hit: HIT) -> list[dict[str, object]]:
    """Return the workers with an open HIT, the lease that expires first at the top."""
    leases = hit.assignments.filter(status=Assignment.Status.OPEN).select_related(
        "enrolment__worker"
    )
    return [
        {"lease": lease, "worker": pseudonym(lease.enrolment.worker.number)}
        for lease in leases.order_by("expires_at", "pk")
    ]


def _judgment_row(
    campaign: Campaign, judgment: Judgment, rejection: Rejection | None
) -> dict[str, object]:
    worker = judgment.assignment.enrolment
    return {
        "judgment": judgment,
        "worker": pseudonym(worker.worker.number),
        "excluded": worker.excluded_at is not None,
        "withdrawn": worker.withdrawn_at is not None,
        "answer": view_of(campaign).answer(campaign, judgment),
        "took": judgment.submitted_at - judgment.assignment.claimed_at,
        "active": span_of(judgment.active_ms),
        "out": judgment.review in Judgment.OUT,
        "from_prolific": worker.worker.source == Worker.Source.PROLIFIC,
        "rejection": rejection,
    }


def _ways_from(request: ResearcherRequest, campaign: Campaign, hit: HIT) -> dict[str, object]:
    """Return the items before and after one, by the filters and the order in the URL; hide
    workers' numbers if it says so. A URL with an unreadable filter is refused."""
    blind = hide_on_request(request)
    wanted, order = read_filter(request.GET.dict()), read_order(request.GET.get("order", ""))
    require_sight(wanted, request.can)
    before, after = neighbours(campaign, wanted, order, hit)
    return {
        "before": before,
        "after": after,
        "query": query_of(wanted, order, **({BLIND: "1"} if blind else {})),
        "blind": blind,
        "blind_switched": query_of(wanted, order, **({} if blind else {BLIND: "1"})),
        "is_filtered": bool(wanted.written()),
    }
