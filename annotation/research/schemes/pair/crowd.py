"""The crowd of a campaign of pairs, and the consensus of its answers: stored results, in depth."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.models import HIT, Campaign, CampaignReport
from annotation.numbers import percent
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, researcher
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import table_as_csv
from annotation.research.schemes.pair.crowd_charts import MOST_DIFFERING, charts_of, methods_of

SCHEME = "pair"
NO_REPORT = (
    "Nothing is reported yet. This page comes by itself, soon after the first judgments; the "
    "figures that need no names are on the dashboard."
)


@require_safe
@researcher
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Reads stored results, computes none."""
    campaign, report = _campaign_and_report(request, campaign_id)
    differing = report.results["differences"] if report else []
    context = campaign_context(campaign) | {
        "report": report,
        "none": NO_REPORT,
        "charts": [(chart, _csv(campaign, chart.key)) for chart in _charts(campaign, report)],
        "methods": methods_of(report.results) if report else [],
        "differing": _lines(campaign, differing[:MOST_DIFFERING]),
        "differing_count": report.results["differing"] if report else 0,
        "differing_csv": reverse("export_file", args=(campaign.pk, "consensus-csv")),
    }
    return render(request, "research/schemes/pair/crowd.html", context)


@require_safe
@researcher
def as_csv(request: ResearcherRequest, campaign_id: int, chart: str) -> HttpResponse:
    """Members of the project: the numbers of one chart of the page."""
    campaign, report = _campaign_and_report(request, campaign_id)
    return table_as_csv(_charts(campaign, report), chart, campaign.name)


def _campaign_and_report(
    request: ResearcherRequest, campaign_id: int
) -> tuple[Campaign, CampaignReport | None]:
    campaign = launched_for(request.user, campaign_id, SCHEME)
    report = campaign.reports.filter(kind=CampaignReport.Kind.CROWD).first()
    return campaign, report


def _charts(campaign: Campaign, report: CampaignReport | None) -> list[Chart]:
    return charts_of(campaign, report.results if report else None)


def _csv(campaign: Campaign, chart: str) -> str:
    return reverse("research:crowd_csv", args=(campaign.pk, chart))


def _lines(campaign: Campaign, differing: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each with its pair's HIT, whose page shows the two texts."""
    hits = HIT.objects.filter(campaign=campaign, item__text__in=[one["pair"] for one in differing])
    hit_of = dict(hits.order_by("known").values_list("item__text", "pk"))
    return [
        {
            **one,
            "hit": hit_of.get(one["pair"]),
            "chance": percent(one["posterior"][one["dawid_skene"]]),
        }
        for one in differing
    ]
