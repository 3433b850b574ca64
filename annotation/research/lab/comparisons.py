"""A crowd's campaigns against gold ones: stored results, refreshed when they were made anew."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.capabilities import Capability
from annotation.models import Campaign, Comparison
from annotation.research.common.access import (
    ResearcherRequest,
    comparison_for,
    membership_of,
    needs,
)
from annotation.research.common.downloads import table_as_csv
from annotation.research.lab.comparison_charts import (
    cells_of,
    charts_of,
    left_out_of,
    omitted_of,
)
from annotation.research.lab.forms import ComparisonForm
from annotation.services.errors import ServiceError
from annotation.services.health import sweep_is_alive
from annotation.services.jobs.comparisons import (
    ask_for_comparison,
    create_comparison,
    delete_comparison,
    restore_comparison,
)
from annotation.tables.comparison import picks_table

SIDES = {"crowd": "Crowd", "gold": "Gold"}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_CAMPAIGNS)
def new(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project. Its launched campaigns can be chosen."""
    project = membership_of(request, project_id).project
    campaigns = list(
        Campaign.objects.launched()
        .filter(dataset__project=project)
        .select_related("dataset", "agreement")
        .order_by("pk")
    )
    form = ComparisonForm(request.POST or None, campaigns=campaigns, initial=_likely(campaigns))
    if request.method == "POST" and form.is_valid():
        try:
            made = create_comparison(project=project, user=request.user, **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
        else:
            return redirect("research:comparison", made.pk)
    flats = [campaign for campaign in campaigns if campaign.scheme == "flat"]
    context = {
        "project": project,
        "form": form,
        "flats": flats,
        "sides": [[form[f"{side}_{scheme}"] for scheme in ("flat", "nested")] for side in SIDES],
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/lab/new_comparison.html", context, status=status)


def _likely(campaigns: list[Campaign]) -> dict[str, object]:
    """Return the answers that the form begins with: a crowd is the flat campaign that most people
    joined, and gold the one that fewest did."""
    flats = [campaign for campaign in campaigns if campaign.scheme == "flat"]
    flats.sort(key=lambda campaign: (-campaign.worker_count, campaign.pk))
    if len(flats) < 2:
        return {}
    crowd, gold = flats[0], flats[-1]
    return {
        "name": f"{crowd} against {gold}"[:120],
        "crowd_flat": crowd.pk,
        "gold_flat": gold.pk,
    }


@require_safe
@needs(Capability.SEE_FIGURES)
def show(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. Reads stored results, computes none. Of a deleted comparison it
    shows how to undo that."""
    comparison = comparison_for(request, comparison_id)
    return render(request, "research/lab/comparison.html", _context(comparison, _is_late()))


@require_safe
@needs(Capability.SEE_FIGURES)
def live(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. What the page asks for while it is looked at; 304 while it stands."""
    comparison = comparison_for(request, comparison_id)
    if comparison.deleted_at is not None:
        raise Http404
    late = _is_late()
    etag = _etag(request, comparison, late)
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        context = {"oob": True} | _context(comparison, late)
        response = render(request, "research/lab/comparison_live.html", context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@needs(Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, comparison_id: int, chart: str) -> HttpResponse:
    """Members of the project: the numbers of one chart of the page."""
    comparison = comparison_for(request, comparison_id)
    return table_as_csv(charts_of(comparison.results), chart, comparison.name)


@require_POST
@needs(Capability.RUN_CAMPAIGNS)
def delete(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. The page that follows offers to undo it."""
    return _done(request, comparison_id, delete_comparison)


@require_POST
@needs(Capability.RUN_CAMPAIGNS)
def restore(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project."""
    return _done(request, comparison_id, restore_comparison)


@require_POST
@needs(Capability.RUN_CAMPAIGNS)
def make_anew(request: ResearcherRequest, comparison_id: int) -> HttpResponse:
    """Members of the project. It is made beside the requests; the page shows it when it is."""
    return _done(request, comparison_id, ask_for_comparison)


def _done(
    request: ResearcherRequest, comparison_id: int, service: Callable[..., object]
) -> HttpResponse:
    comparison = comparison_for(request, comparison_id)
    service(comparison=comparison, user=request.user)
    return redirect("research:comparison", comparison.pk)


@dataclass(frozen=True)
class Part:
    """One campaign of a comparison; `version` is the one that the results were made from."""

    side: str
    campaign: Campaign
    version: int | None

    @property
    def moved(self) -> bool:
        return self.version is not None and self.version != self.campaign.agreement.version


def _parts(comparison: Comparison) -> list[Part]:
    basis = comparison.basis or [None] * len(comparison.campaigns)
    parts = [
        Part(SIDES[role.partition("_")[0]], campaign, version)
        for (role, campaign), version in zip(comparison.campaigns, basis, strict=True)
        if campaign is not None
    ]
    return sorted(parts, key=lambda part: list(SIDES.values()).index(part.side))


def _context(comparison: Comparison, late: bool) -> dict[str, Any]:
    results = comparison.results
    context = {
        "project": comparison.project,
        "comparison": comparison,
        "late": late,
        "parts": _parts(comparison),
        "waits_for": comparison.waits_for,
    }
    if not results:
        return context
    return context | {
        "cells": cells_of(results),
        "charts": charts_of(results),
        "picks": picks_table(results) if results else None,
        "omitted": omitted_of(results),
        "left_out": left_out_of(results),
    }


def _is_late() -> bool:
    """Return whether the background work has not been seen for a while."""
    return not sweep_is_alive()


def _etag(request: ResearcherRequest, comparison: Comparison, late: bool) -> str:
    """Return the ETag; it includes the minute, because ages are shown in minutes, and what the
    reader may see."""
    parts = (
        sorted(request.can),
        comparison.name,
        comparison.versions,
        comparison.asked_at,
        comparison.made_at,
        late,
        timezone.now().strftime("%H:%M"),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
