"""One worker's signals: their stake, answer by answer."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, WorkerSignals
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import csv_file, file_name
from annotation.research.common.names import pseudonym
from annotation.research.common.replica import may_be_old
from annotation.research.common.return_links import just_excluded
from annotation.research.results.signals import campaign_and_report
from annotation.research.results.signals_table import AGAIN, CERTIFIED, cells_of, course_rows
from annotation.services.work.time_spent import span_of
from midpath.tables.comma_separated import csv_of
from midpath.tables.figures.signal_figures import Signals
from midpath.tables.reading import stake
from midpath.tables.table import Column
from midpath.text.formatting import counted

MAX_DRAWN = 2_000


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    campaign, report = campaign_and_report(request, campaign_id)
    one = _signals_of(campaign, enrolment_id)
    results: Signals | None = report.results if report else None
    reason = results["reason"] if results else ""
    cells = cells_of(one, campaign, tested=not reason)
    context = campaign_context(campaign) | {
        "report": report,
        "one": one,
        "name": pseudonym(one.enrolment.worker.number),
        "cells": cells[2:],
        "again": AGAIN,
        "time": span_of(one.milliseconds),
        "verdict": f"No reading test here. {reason}" if reason else verdict(one, results),
        "charts": [] if reason else [_course(one, one.ranks)],
        "csv": reverse("research:worker_signals_csv", args=(campaign.pk, enrolment_id)),
        "undo": just_excluded(request, campaign),
    }
    return render(request, "research/results/worker_signals.html", context)


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    campaign, _ = campaign_and_report(request, campaign_id)
    one = _signals_of(campaign, enrolment_id)
    name = file_name(campaign.name, f"worker-{one.enrolment.worker.number}-reading.csv")
    return csv_file(csv_of(_course(one, one.ranks)), name)


def _signals_of(campaign: Campaign, enrolment_id: int) -> WorkerSignals:
    return get_object_or_404(campaign.signals.select_related("enrolment__worker"), pk=enrolment_id)


def verdict(one: WorkerSignals, results: Signals | None) -> str:
    """Describe the worker's reading test in a few sentences."""
    if not one.ranked:
        return (
            "None of their answers could be ranked yet: too few others have judged the same items."
        )
    now = f"Their stake is {stake(one.stake)}"
    if one.state == WorkerSignals.State.OTHER:
        return (
            "Their answers fit other texts better than their own, as if they were shifted, for "
            "example each given one text late. The stake on this reached "
            f"{stake(one.highest_against)}."
        )
    if one.state == WorkerSignals.State.CERTIFIED:
        when = counted(one.certified_at or 0, "ranked answer")
        return f"Certified reader, after {when}. {now}; its highest was {stake(one.highest)}."
    if one.state == WorkerSignals.State.LOST:
        return (
            f"Certified after {counted(one.certified_at or 0, 'ranked answer')}, but not since "
            f"task {one.lost_since:,}: from then on their answers fit their texts less well. "
            f"This was found at ranked answer {one.lost_at:,}, and their stake restarted at 1. "
            f"{now}; 20 certifies."
        )
    return (
        f"Not certified yet, after {counted(one.ranked, 'ranked answer')}. {now}; 20 certifies."
        + _typical(results, one.ranked)
    )


def _typical(results: Signals | None, ranked: int) -> str:
    """Return the number of ranked answers after which others in the campaign were certified, or the
    usual number."""
    if results is None:
        return ""
    if results["half_after"] is None:
        usual = results.get("usual_answers", 0)
        return f" Too early: usually after about {usual} answers." if ranked < usual else ""
    most = results["nine_tenths_after"]
    also = "" if most is None else f", nine out of ten by {most:,}"
    return f" Half of this campaign’s workers were certified by {results['half_after']:,}{also}."


def _course(one: WorkerSignals, ranks: Sequence[Sequence[float]]) -> Chart:
    return Chart(
        key="course",
        title="Stake over time",
        about="Each answer is a bet that it fits its own text better than other texts. The "
        "chart shows the resulting stakes as powers of ten: a habit’s stake goes up and "
        "down around 0 and sinks; a reader’s rises. It restarts at 0 when a certificate is "
        "lost.",
        kind="line",
        first="ranked answer",
        across="ranked answers",
        up="stake, power of ten",
        columns=[
            Column("on reading", decimals=2),
            Column("on fitting other texts better", decimals=2),
            Column(CERTIFIED, role="level", decimals=2),
            Column("fits better elsewhere", "count", ""),
            Column("alike", "count", ""),
            Column("texts compared", "count", ""),
            Column("p", role="", decimals=4),
        ],
        rows=course_rows(ranks[:MAX_DRAWN]),
        empty="None of their answers could be ranked yet.",
        readings=[f"The chart shows the first {MAX_DRAWN:,} of {one.ranked:,}."]
        if one.ranked > MAX_DRAWN
        else [],
    )
