"""A campaign's figures by the length of its items or by a column of its dataset: stored results."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.charts import Chart, drawn
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.replica import may_be_old
from annotation.research.results.no_report import why_no_report
from annotation.schemes import scheme_of
from annotation.schemes.shown import shown_figures
from midpath.breakdowns import LENGTH, Breakdown
from midpath.tables.breakdowns.groups_and_workers import (
    ThreeFigure,
    WorkloadFigures,
    breakdown_table,
    three_table,
)
from midpath.tables.breakdowns.wordings import WordingFigures, wordings_table
from midpath.tables.table import Table
from midpath.text.formatting import counted

MAX_NAME_LENGTH = 60
NOTHING_YET: Breakdown = {"by": LENGTH, "groups": [], "without": 0}


class BreakdownReport(TypedDict):
    """The stored breakdowns, by length first; the columns left out, with their numbers of values;
    how judgments are distributed over workers; the agreement of three random workers, if
    answers come from a few choices; and the figures by wording, if there are several."""

    breakdowns: Sequence[Breakdown]
    left_out: Mapping[str, int]
    columns_left_out: int
    workload: WorkloadFigures
    three: NotRequired[Mapping[str, ThreeFigure]]
    wordings: NotRequired[Sequence[WordingFigures]]


NO_REPORT = "No report yet. It appears here soon after the first judgments."


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Columns contain words of the dataset, so they are only for members
    who may see its texts."""
    campaign = _campaign(request, campaign_id)
    report = campaign.reports.filter(kind=CampaignReport.Kind.BREAKDOWNS).first()
    context = campaign_context(campaign) | {"report": report}
    if report is None:
        context["none"] = why_no_report(campaign, NO_REPORT)
    else:
        results: BreakdownReport = report.results
        able = _able(request, results)
        chosen = _chosen(request, able)
        noun = scheme_of(campaign).noun
        context |= {
            "chart": _chart(campaign, chosen),
            "columns": [one["by"] for one in able[1:]],
            "by": chosen["by"],
            "csv": f"{reverse('research:breakdowns_csv', args=(campaign.pk,))}?"
            + urlencode({"by": chosen["by"]}),
            "left_out": list(_left_out(results)) if Capability.SEE_TEXTS in request.can else [],
            "wordings": _wordings(campaign, results),
            "three": three_table(results["three"], f"{noun}s") if "three" in results else None,
        }
    return render(request, "research/results/breakdowns.html", context)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the numbers of the page with the same query."""
    campaign = _campaign(request, campaign_id)
    report = campaign.reports.filter(kind=CampaignReport.Kind.BREAKDOWNS).first()
    able = _able(request, report.results) if report else [NOTHING_YET]
    chart = _chart(campaign, _chosen(request, able))
    return table_as_csv([chart], chart.key, campaign.name)


def _campaign(request: ResearcherRequest, campaign_id: int) -> Campaign:
    campaign = campaign_for(request, campaign_id)
    if campaign.status == Campaign.Status.DRAFT:
        raise Http404
    return campaign


def _able(request: ResearcherRequest, results: BreakdownReport) -> Sequence[Breakdown]:
    """Return the breakdowns that the member may see."""
    may_see_all = Capability.SEE_TEXTS in request.can
    return results["breakdowns"] if may_see_all else results["breakdowns"][:1]


def _chosen(request: ResearcherRequest, able: Sequence[Breakdown]) -> Breakdown:
    """Return the requested breakdown, by default that by length. A column may be called "length",
    too; the first one is meant."""
    wanted = request.GET.get("by") or LENGTH
    found = next((one for one in able if one["by"] == wanted), None)
    if found is None:
        raise Http404
    return found


def _chart(campaign: Campaign, found: Breakdown) -> Chart:
    scheme = scheme_of(campaign)
    table = breakdown_table(found, shown_figures(scheme), f"{scheme.noun}s", _shortened)
    is_length = found["by"] == LENGTH
    return drawn(
        table,
        "line" if is_length else "bar",
        across="words" if is_length else "",
        about=f"The figures of the dashboard, computed from the {scheme.noun}s of each "
        f"{'length' if is_length else 'value'} alone. Small groups vary by chance.",
    )


def _wordings(campaign: Campaign, results: BreakdownReport) -> Table | None:
    scheme = scheme_of(campaign)
    if "wordings" not in results:
        return None
    return wordings_table(results["wordings"], shown_figures(scheme), f"{scheme.noun}s")


def _left_out(results: BreakdownReport) -> list[str]:
    found = [f"{name} ({counted(many, 'value')})" for name, many in results["left_out"].items()]
    lines = [f"Columns with too many values: {', '.join(found)}."] if found else []
    if more := results["columns_left_out"]:
        lines.append(f"{counted(more, 'further column')} not shown.")
    return lines


def _shortened(value: str) -> str:
    return value if len(value) <= MAX_NAME_LENGTH else f"{value[: MAX_NAME_LENGTH - 1]}…"
