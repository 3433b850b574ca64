"""The texts of a campaign with all their annotations; one text with all its judgments."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from annotation.capabilities import Capability
from annotation.exchange.spreadsheets import harmless
from annotation.models import HIT, Assignment, Campaign, Judgment, Skip
from annotation.plurals import counted
from annotation.research.campaigns.known_answers import for_item
from annotation.research.common.access import ResearcherRequest, campaign_for, judgment_for, needs
from annotation.research.common.downloads import csv_file
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import Page, page_of
from annotation.research.decisions.deciding import decisions_on
from annotation.research.people.consequences import of_reviewing_one
from annotation.research.results.forms import ReviewForm
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.services.errors import Invalid
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import skips_of
from annotation.services.work.time_spent import median_of, span_of

ITEMS_PER_PAGE = 20
SAID = 20
ORDERS = {"position": "as in the dataset", "disagreement": "most disputed first"}
KEYS = {
    "position": re.compile(r"(?P<position>\d{1,9})"),
    "disagreement": re.compile(r"(?P<value>\d\.\d{1,20}(e-\d{1,3})?)~(?P<hit>\d{1,18})"),
}


@require_safe
@needs(Capability.SEE_TEXTS)
def list_items(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project."""
    campaign = campaign_for(request, campaign_id)
    order = request.GET.get("order", "position")
    query = request.GET.get("q", "").strip()
    after = request.GET.get("after", "")
    if order not in ORDERS:
        raise Http404
    hits = HIT.objects.filter(campaign=campaign).select_related("item", "summary")
    if query:
        hits = hits.filter(view_of(campaign).holding(query))
    ordered = _ordered(hits, campaign, order, after)
    page = page_of(list(ordered[: ITEMS_PER_PAGE + 1]), ITEMS_PER_PAGE)
    skips = skips_of(campaign, [hit.pk for hit in page.rows])
    context = {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme_of(campaign),
        "view": view_of(campaign),
        "order": order,
        "orders": ORDERS,
        "query": query,
        "after": after,
        "page": page,
        "rows": [
            row | {"skips": skips.get(row["hit"].pk)}
            for row in view_of(campaign).rows(campaign, page.rows)
        ],
        "next": _address_of_next(order, query, page),
    }
    return render(request, "research/results/items.html", context)


@require_safe
@needs(Capability.SEE_TEXTS)
def show_item(request: ResearcherRequest, campaign_id: int, hit_id: int) -> HttpResponse:
    """Members of the project. Workers appear under pseudonyms."""
    campaign = campaign_for(request, campaign_id)
    hit = HIT.objects.filter(campaign=campaign, pk=hit_id).select_related("item", "summary").first()
    if hit is None:
        raise Http404
    judgments = (
        Judgment.objects.filter(hit=hit)
        .select_related("assignment__enrolment__worker", "hit__item")
        .order_by("submitted_at", "pk")
    )
    context = {
        "project": campaign.dataset.project,
        "dataset": campaign.dataset,
        "campaign": campaign,
        "scheme": scheme_of(campaign),
        "view": view_of(campaign),
        "facts": view_of(campaign).facts(hit.item),
        "row": view_of(campaign).rows(campaign, [hit])[0],
        "judgments": [_judgment_row(campaign, hit, judgment) for judgment in judgments],
        "held": _held(hit),
        "skips": skips_of(campaign, [hit.pk]).get(hit.pk),
        "said": hit.skips.exclude(words="").order_by("-at")[:SAID],
        "standing": _standing(hit, judgments),
        "median_active": span_of(median_of(one.active_ms for one in judgments)),
        "rejecting": of_reviewing_one(campaign, hit),
        "reviewed": request.GET.get("reviewed", ""),
        **decisions_on(campaign, hit, request.user),
        **for_item(campaign, hit),
    }
    return render(request, "research/results/item.html", context)


@require_safe
@needs(Capability.SEE_WORKERS)
def skips_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: how often each item was skipped, by reason; those that nobody
    skipped are left out."""
    campaign = campaign_for(request, campaign_id)
    skips = skips_of(campaign)
    reasons = Skip.Reason.values
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["position", "item", "skipped", "later", *(one or "unsaid" for one in reasons)])
    hits = HIT.objects.filter(pk__in=skips).select_related("item").order_by("item__position")
    for hit in hits:
        found = skips[hit.pk]
        by_reason = [found.reasons.get(one, 0) for one in reasons]
        text = harmless(hit.item.text)
        writer.writerow([hit.item.position, text, found.times, found.later, *by_reason])
    return csv_file(out.getvalue(), f"{slugify(campaign.name) or 'midpath'}-skips.csv")


@require_POST
@needs(Capability.REVIEW_WORK)
def review(request: ResearcherRequest, judgment_id: int) -> HttpResponse:
    """Members of the project accept, set aside or reject a judgment, or take that back."""
    judgment = judgment_for(request, judgment_id)
    form = ReviewForm(request.POST)
    if not form.is_valid():
        raise Invalid(str(next(iter(form.errors.values()))[0]))
    review_judgment(judgment=judgment, user=request.user, **form.cleaned_data)
    address = reverse("research:item", args=(judgment.campaign_id, judgment.hit_id))
    return redirect(f"{address}?{urlencode({'reviewed': judgment.pk})}")


def _ordered(hits: QuerySet[HIT], campaign: Campaign, order: str, after: str) -> QuerySet[HIT]:
    """Return the HITs in order from an index's key on, so the last page costs what the first
    does."""
    key = KEYS[order].fullmatch(after) if after else None
    if after and key is None:
        raise Http404
    if order == "position":
        hits = hits.filter(item__dataset=campaign.dataset_id)
        if key:
            hits = hits.filter(item__position__gt=int(key["position"]))
        return hits.order_by("item__position")
    hits = hits.filter(summary__campaign=campaign, summary__disagreement__isnull=False)
    if key:
        value = float(key["value"])
        hits = hits.filter(
            Q(summary__disagreement__lt=value) | Q(summary__hit_id__gt=int(key["hit"])),
            summary__disagreement__lte=value,
        )
    return hits.order_by("-summary__disagreement", "summary__hit_id")


def _address_of_next(order: str, query: str, page: Page[HIT]) -> str:
    if not page.more:
        return ""
    last = page.last
    after = (
        str(last.item.position)
        if order == "position"
        else f"{last.summary.disagreement!r}~{last.pk}"
    )
    wanted = {"order": order, "q": query, "after": after}
    return "?" + urlencode({key: value for key, value in wanted.items() if value})


def _standing(hit: HIT, judgments: Iterable[Judgment]) -> str:
    """Return how many judgments count of those asked for, and how many do not count."""
    found = list(judgments)
    if hit.known:
        return f"{counted(len(found), 'judgment')}, asked as one with a known answer"
    count = sum(judgment.counts for judgment in found)
    own = [judgment for judgment in found if judgment.took_slot and not judgment.repeat]
    lost = sum(not judgment.counts for judgment in own)
    others = len(found) - count
    beside = f", {others:,} kept that {'does' if others == 1 else 'do'} not count" * bool(others)
    return f"{count:,} of {counted(hit.quota - lost, 'judgment')}{beside}"


def _held(hit: HIT) -> list[dict[str, Any]]:
    """Return who has the HIT in hand, the one whose time runs out first before the others."""
    leases = hit.assignments.filter(status=Assignment.Status.OPEN).select_related(
        "enrolment__worker"
    )
    return [
        {"lease": lease, "worker": pseudonym(lease.enrolment.worker.number)}
        for lease in leases.order_by("expires_at", "pk")
    ]


def _judgment_row(campaign: Campaign, hit: HIT, judgment: Judgment) -> dict[str, Any]:
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
    }
