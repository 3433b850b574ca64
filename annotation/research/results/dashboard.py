"""The live dashboard. It reads stored results and computes none."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypedDict

from django.db.models import Q
from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.addons import links_on
from annotation.capabilities import Capability
from annotation.models import (
    AgreementState,
    Campaign,
    CampaignReport,
    EntailmentState,
    ItemSummary,
    Judgment,
)
from annotation.research.campaigns.campaigns import MOVES, Move, campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.pay.cost_texts import costs_of
from annotation.research.results.disputes import why_disputed
from annotation.research.results.figures import Cell, agreement_cells, entailment_cell
from annotation.research.results.intervals import intervals_report
from annotation.research.results.live_status import Pulse, pulse_of
from annotation.research.results.progress import course_cells, course_of
from annotation.research.results.signals import alike_said
from annotation.research.results.submissions import placed
from annotation.research.schemes.base import PLACES, Link, Panel, SchemeView
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasGoldAnswers
from annotation.services.campaigns.figure_history import (
    agreement_points,
    figures_over_time,
    throughput,
)
from annotation.services.work.counting import withdrawn_from

DISPUTES = 5


@require_safe
@needs(Capability.SEE_FIGURES)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. A draft shows its terms, a launched campaign its figures."""
    campaign = campaign_for(request, campaign_id)
    context = campaign_context(campaign) | {
        "done": _just_done(request, campaign),
        "worker_link": request.build_absolute_uri(reverse("worker:join", args=(campaign.code,))),
    }
    if campaign.status == Campaign.Status.DRAFT:
        context["costs"] = costs_of(campaign)
        context["has_gold_answers"] = isinstance(scheme_of(campaign), HasGoldAnswers)
        context["links_of_addons"] = links_on(campaign, "draft", request.can)
        return render(request, "research/campaigns/draft.html", context)
    live_context = _live_context(request, campaign)
    context |= {**live_context, **_history_context(campaign)}
    for panel in live_context["panels"]:
        context |= panel.context()
    if Capability.SEE_WORKERS in request.can:
        context["alike"] = _alike(campaign)
    context["figures"] = [
        ("Progress", "course", placed(live_context["course"], alone=True)),
        ("Figures", "", placed(live_context["cells"])),
    ]
    context["places"] = {
        place: [panel for panel in live_context["panels"] if panel.place == place]
        for place in PLACES
    }
    return render(request, "research/results/dashboard.html", context)


def _alike(campaign: Campaign) -> list[str]:
    """Return what the last report of signals says about workers with identical answers."""
    reports = campaign.reports.filter(kind=CampaignReport.Kind.SIGNALS)
    results = reports.values_list("results", flat=True).first()
    return alike_said(results) if results else []


@require_safe
@needs(Capability.SEE_FIGURES)
def live(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. The dashboard polls it every second; 304 if nothing has changed."""
    return _part(
        request, campaign_id, "research/results/live/live.html", partial(_refreshed, request)
    )


@require_safe
@needs(Capability.SEE_FIGURES)
def history(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the numbers behind the charts."""
    return _part(request, campaign_id, "research/results/history/history.html", _history_context)


def _part(
    request: ResearcherRequest,
    campaign_id: int,
    template: str,
    context_of: Callable[[Campaign, Pulse], dict[str, object]],
) -> HttpResponse:
    """A polled part of the page, with its ETag."""
    pulse = pulse_of(request.user, campaign_id)
    if pulse is None or pulse.version is None:
        raise Http404
    if request.headers.get("If-None-Match") == pulse.etag:
        return _revalidated(HttpResponseNotModified(), pulse.etag)
    campaign = campaign_for(request, campaign_id)
    context = {"campaign": campaign, "oob": True} | context_of(campaign, pulse)
    return _revalidated(render(request, template, context), pulse.etag)


def _just_done(request: ResearcherRequest, campaign: Campaign) -> Move | None:
    """Return the last transition, if the URL names it and no other has followed."""
    step = MOVES.get(request.GET.get("done", ""))
    return step if step and step.after == campaign.status else None


def _revalidated(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _refreshed(request: ResearcherRequest, campaign: Campaign, pulse: Pulse) -> dict[str, object]:
    """Return the context of the parts to refresh, empty for the others."""
    live_context = _live_context(request, campaign, pulse)
    panels = [panel for panel in live_context["panels"] if panel.live]
    context: dict[str, object] = {**live_context}
    for panel in panels:
        context |= panel.context()
    return context | {"panels": panels}


class LiveContext(TypedDict):
    """The context of the parts that are refreshed. `moves` has the steps that the campaign's status
    allows, by name; `waiting` counts the judgments that the figures do not contain yet."""

    pulse: Pulse
    waiting: int
    withdrawn: int
    agreement: AgreementState
    course: Sequence[Cell]
    whole: bool
    cells: Sequence[Cell]
    view: SchemeView
    panels: Sequence[Panel]
    links: Sequence[Link]
    noun: str
    disputes: Sequence[Mapping[str, object]]
    moves: Sequence[tuple[str, Move]]


def _live_context(
    request: ResearcherRequest, campaign: Campaign, pulse: Pulse | None = None
) -> LiveContext:
    pulse = pulse or pulse_of(request.user, campaign.pk)
    if pulse is None:
        raise Http404
    figures, report = campaign.agreement.figures, intervals_report(campaign)
    view = view_of(campaign)
    course = course_of(campaign, campaign.agreement.judgments)
    cells = [
        *agreement_cells(campaign, figures, report),
        *view.cells(campaign, report),
        *(entailment_cell(campaign, entailment, report) for entailment in _entailments(campaign)),
    ]
    waiting = Judgment.objects.unfolded().filter(campaign=campaign).count() if pulse.late else 0
    return {
        "pulse": pulse,
        "waiting": waiting,
        "withdrawn": withdrawn_from(campaign),
        "agreement": campaign.agreement,
        "course": course_cells(course, waiting),
        "whole": course.is_whole,
        "cells": cells,
        "view": view,
        "panels": [
            panel
            for panel in view.panels(campaign)
            if not panel.tells_words or Capability.SEE_TEXTS in request.can
        ],
        "links": view.links(campaign),
        "noun": scheme_of(campaign).noun,
        "disputes": _disputes(campaign),
        "moves": [(name, move) for name, move in MOVES.items() if campaign.status in move.before],
    }


def _history_context(campaign: Campaign, pulse: Pulse | None = None) -> dict[str, object]:
    return {
        "lines": figures_over_time(campaign),
        "points": agreement_points(campaign),
        "buckets": throughput(campaign),
    }


def _entailments(campaign: Campaign) -> list[EntailmentState]:
    return list(
        EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
        .select_related("flat", "nested")
        .order_by("pk")
    )


def _disputes(campaign: Campaign) -> list[dict[str, object]]:
    summaries = (
        ItemSummary.objects.filter(campaign=campaign, disagreement__gt=0)
        .select_related("hit__item")
        .order_by("-disagreement", "hit_id")[:DISPUTES]
    )
    view = view_of(campaign)
    return [
        {**view.dispute(campaign, summary), "why": why_disputed(summary, view.judged_as)}
        for summary in summaries
    ]
