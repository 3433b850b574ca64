"""The crowd of a campaign and its consensus in detail: stored results."""

from collections.abc import Sequence
from typing import Literal

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import HIT, Campaign, CampaignReport
from annotation.models.agreement import MAX_VOTES
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.replica import may_be_old
from annotation.research.results.crowd_charts import MAX_DIFFERING
from annotation.research.results.no_report import why_no_report
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from midpath.tables.crowd import methods_table
from midpath.tables.figures.crowd_figures import CrowdLine, CrowdReport
from midpath.tables.table import Table

NO_REPORT = (
    "No report yet. It appears here soon after the first judgments. Until then, see the figures "
    "on the dashboard."
)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign, report = _campaign_and_report(request, campaign_id)
    results: CrowdReport | None = report.results if report else None
    differing = results["differences"] if results else []
    context = campaign_context(campaign) | {
        "report": report,
        "none": "" if report else why_no_report(campaign, NO_REPORT, MAX_VOTES),
        "charts": [
            (chart, reverse("research:crowd_csv", args=(campaign.pk, chart.key)))
            for chart in _charts(campaign, report)
        ],
        "scheme": scheme_of(campaign),
        "note": view_of(campaign).crowd_note,
        "methods": _methods(campaign, results) if results else None,
        "no_models": results.get("no_models", "") if results else "",
        "differing": _lines(campaign, differing[:MAX_DIFFERING]),
        "differing_count": results["differing"] if results else 0,
        "differing_csv": reverse("export_file", args=(campaign.pk, "consensus-csv")),
    }
    return render(request, "research/results/crowd.html", context)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int, chart: str) -> HttpResponse:
    campaign, report = _campaign_and_report(request, campaign_id)
    return table_as_csv(_charts(campaign, report), chart, campaign.name)


def _campaign_and_report(
    request: ResearcherRequest, campaign_id: int
) -> tuple[Campaign, CampaignReport | None]:
    campaign = campaign_for(request, campaign_id)
    if not view_of(campaign).settled or campaign.status == Campaign.Status.DRAFT:
        raise Http404
    return campaign, campaign.reports.filter(kind=CampaignReport.Kind.CROWD).first()


def _charts(campaign: Campaign, report: CampaignReport | None) -> list[Chart]:
    return view_of(campaign).crowd_charts(campaign, report.results if report else None)


def _methods(campaign: Campaign, results: CrowdReport) -> Table | None:
    settled = view_of(campaign).settled
    called = f"{scheme_of(campaign).noun}s"
    fits = {"dawid_skene": results["dawid_skene"], **results.get("models", {})}
    return methods_table(results["consensus"], settled, called, fits) if settled else None


def _lines(campaign: Campaign, differing: Sequence[CrowdLine]) -> list[dict[str, object]]:
    """Return the lines, each with its HIT, whose page shows the judgments."""
    view = view_of(campaign)
    key: Literal["pair", "item"] = "pair" if view.settled == "pairs" else "item"
    hits = HIT.objects.filter(campaign=campaign, item__text__in=[one[key] for one in differing])
    hit_of = dict(hits.order_by("known").values_list("item__text", "pk"))
    return [
        {**view.consensus_line(campaign, one), "name": one[key], "hit": hit_of.get(one[key])}
        for one in differing
    ]
