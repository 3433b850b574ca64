"""The live dashboard. It reads stored results and computes none."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypedDict

from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse

from annotation.addons import links_on
from annotation.capabilities import Capability
from annotation.models import AgreementState, Campaign, CampaignReport, ItemSummary, Judgment
from annotation.research.campaigns.campaigns import MOVES, Move, campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.replica import may_be_old
from annotation.research.pay.cost_texts import costs_of
from annotation.research.results.figures import Cell, agreement_cells, entailment_cells, placed
from annotation.research.results.intervals import intervals_report
from annotation.research.results.live_status import Pulse, pulse_of
from annotation.research.results.pilot import pilot_of
from annotation.research.results.progress import course_cells, course_of
from annotation.research.results.signals import alike_said
from annotation.research.results.verdicts import Spark, spark_of
from annotation.research.schemes.base import PLACES, Link, Panel, SchemeView
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure
from annotation.schemes.mixins import HasGoldAnswers
from annotation.services.campaigns.budget import budget_of
from annotation.services.progress.campaign_counts import throughput
from annotation.services.progress.figure_history import (
    Point,
    agreement_points,
    figures_over_time,
)
from annotation.services.progress.throughput import Bucket
from annotation.services.replica import seconds_behind_here
from annotation.services.work.counting import withdrawn_from
from midpath.text.formatting import counted

DISPUTES = 5
MAX_COUNTS = 4
# Counts stay on one line.
RATIO = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    budget = budget_of(campaign) if campaign.status == Campaign.Status.DRAFT else None
    context = campaign_context(campaign, budget) | {
        "done": _just_done(request, campaign),
        "worker_link": request.build_absolute_uri(reverse("worker:join", args=(campaign.code,))),
    }
    if budget is not None:
        context["costs"] = costs_of(campaign, budget)
        context["has_gold_answers"] = isinstance(scheme_of(campaign), HasGoldAnswers)
        context["links_of_addons"] = links_on(campaign, "draft", request.can)
        return render(request, "research/campaigns/draft.html", context)
    pulse = pulse_of(request.user, campaign.pk)
    if pulse is None:
        raise Http404
    live_context = _live_context(request, campaign, pulse)
    past = _history_context(campaign, pulse)
    context |= {**live_context, **past}
    for panel in live_context["panels"]:
        context |= panel.context()
    if campaign.pilot_items:
        context["pilot"] = pilot_of(campaign)
    if Capability.SEE_WORKERS in request.can:
        context["alike"] = _alike(campaign)
    context["figures"] = [
        ("Progress", "course", placed(live_context["course"], alone=True)),
        ("Figures", "", placed(live_context["cells"])),
    ]
    cells = [*live_context["course"], *live_context["cells"]]
    context["sparks"] = {cell.key: None for cell in cells} | past["sparks"]
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


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def live(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. The dashboard polls it every second; 304 if nothing has changed."""
    return _part(
        request, campaign_id, "research/results/live/live.html", partial(_refreshed, request)
    )


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def history(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    return _part(request, campaign_id, "research/results/history/history.html", _history_context)


def _part(
    request: ResearcherRequest,
    campaign_id: int,
    template: str,
    context_of: Callable[[Campaign, Pulse], Mapping[str, object]],
) -> HttpResponse:
    """A polled part of the page, with its ETag."""
    pulse = pulse_of(request.user, campaign_id)
    if pulse is None or pulse.version is None:
        campaign_for(request, campaign_id)  # audits an access by who is no member
        raise Http404
    if request.headers.get("If-None-Match") == pulse.etag:
        return _revalidated(HttpResponseNotModified(), pulse.etag)
    campaign = campaign_for(request, campaign_id)
    context = {"campaign": campaign, "oob": True, **context_of(campaign, pulse)}
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
    allows, by name; `waiting` counts the judgments that the figures do not contain yet; `behind` is
    how many seconds old the data of a replica may be."""

    pulse: Pulse
    behind: float | None
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


def _live_context(request: ResearcherRequest, campaign: Campaign, pulse: Pulse) -> LiveContext:
    waiting = Judgment.objects.unfolded().filter(campaign=campaign).count() if pulse.late else 0
    course = course_of(campaign, campaign.agreement.judgments)
    progress = course_cells(course, waiting)
    figures, report = campaign.agreement.figures, intervals_report(campaign)
    view = view_of(campaign)
    cells = [
        *agreement_cells(campaign, figures, report),
        *view.cells(campaign, report),
        *entailment_cells(campaign, report),
    ]
    return {
        "pulse": pulse,
        "behind": seconds_behind_here(),
        "waiting": waiting,
        "withdrawn": withdrawn_from(campaign),
        "agreement": campaign.agreement,
        "course": progress,
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
        "disputes": _disputes(campaign, view),
        "moves": [(name, move) for name, move in MOVES.items() if campaign.status in move.before],
    }


class HistoryContext(TypedDict):
    lines: Sequence[Figure]
    points: Sequence[Point]
    buckets: Sequence[Bucket]
    sparks: dict[str, Spark | None]


def _history_context(campaign: Campaign, pulse: Pulse) -> HistoryContext:
    lines, points = figures_over_time(campaign), agreement_points(campaign)
    buckets = throughput(campaign)
    return {
        "lines": lines,
        "points": points,
        "buckets": buckets,
        "sparks": _sparks(lines, points, buckets),
    }


def _sparks(
    lines: Sequence[Figure], points: Sequence[Point], buckets: Sequence[Bucket]
) -> dict[str, Spark | None]:
    """Return the sparklines by the key of their cell: judgments per time, those so far, those that
    earn their reward, and each figure."""
    entailments = points[-1].entailed if points else {}
    is_paid = bool(buckets) and buckets[-1].paid_so_far > 0
    return {
        "judgments": spark_of([bucket.so_far for bucket in buckets]),
        "time": spark_of([bucket.judgments for bucket in buckets]),
        **{
            "-".join(figure.path): spark_of([point.readings[place].value for point in points])
            for place, figure in enumerate(lines)
        },
        **({"money": spark_of([bucket.paid_so_far for bucket in buckets])} if is_paid else {}),
        **{
            f"entailment-{key}": spark_of([point.entailed.get(key) for point in points])
            for key in entailments
        },
    }


def _disputes(campaign: Campaign, view: SchemeView) -> list[dict[str, object]]:
    summaries = (
        ItemSummary.objects.filter(campaign=campaign, disagreement__gt=0)
        .select_related("hit__item")
        .order_by("-disagreement", "hit_id")[:DISPUTES]
    )
    return [
        {**view.dispute(campaign, summary), "why": _why_disputed(summary, view.judged_as)}
        for summary in summaries
    ]


def _why_disputed(summary: ItemSummary, judged_as: str) -> str:
    """Return the number of different answers, the count of each, and the outcome: "3 answers, 2 : 2
    : 1, a tie"."""
    counts = sorted((count for _, count in summary.summary["annotations"]), reverse=True)
    ratio = RATIO.join(f"{count:,}" for count in counts[:MAX_COUNTS])
    more = f"{RATIO}…" if len(counts) > MAX_COUNTS else ""
    if len(counts) > 1 and counts[0] == 1:
        return f"{counted(len(counts), judged_as)}, each given once"
    parts = [counted(len(counts), judged_as), f"{ratio}{more}"]
    if len(counts) > 1 and counts[0] == counts[1]:
        parts.append("a tie")
    elif 2 * counts[0] <= sum(counts):
        parts.append("none has more than half")
    return ", ".join(parts)
