"""The cost and benefit of redundancy, estimated from a campaign's judgments so far."""

from collections.abc import Iterator, Sequence
from typing import Literal, NotRequired, TypedDict

from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.replica import may_be_old
from annotation.research.pay.cost_texts import costs_of, spent_on
from annotation.research.results.no_report import why_no_report
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import Adaptive, YesNo
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.plans import bought
from midpath.tables.table import Column, Row, Value
from midpath.text.formatting import written


class Planned(TypedDict):
    """A figure of a plan; without a value, a reason."""

    value: float | None
    reason: NotRequired[str | None]


class PlannedWithWidth(Planned):
    width: float | None


class Plan(TypedDict):
    """A plan: fixed or adaptive, with its judgments per item, and the items with that many."""

    name: str
    adaptive: bool
    per_item: float | None
    items: int
    note: NotRequired[str]
    alpha: PlannedWithWidth
    yes: PlannedWithWidth
    accuracy: Planned
    settled: Planned


class Plans(TypedDict, total=False):
    """The stored report; empty for a scheme without plans."""

    rows: Sequence[Plan]
    fixed_readings: Sequence[str]
    agreed_readings: Sequence[str]


Right = Literal["accuracy", "settled"]
NO_REPORT = "Nothing to plan from yet. The table appears here soon after the first judgments."
FIXED = "Fixed number of judgments"
NOTE = "note"
AGREED = "Adaptive number of judgments"


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Reads a stored report; only the costs are computed here."""
    campaign = campaign_for(request, campaign_id)
    report = _report_of(campaign)
    context = campaign_context(campaign) | {
        "report": report,
        "charts": [_for_page(one) for one in charts_of(campaign, report.results)] if report else [],
        "none": "" if report else why_no_report(campaign, NO_REPORT),
        "spent": spent_on(campaign),
        "costs": costs_of(campaign, budget_of(campaign)),
    }
    return render(request, "research/results/planner.html", context)


@needs(to_read=Capability.SEE_FIGURES)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int, chart: str) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    report = _report_of(campaign)
    charts = charts_of(campaign, report.results) if report else []
    return table_as_csv(charts, chart, campaign.name)


def charts_of(campaign: Campaign, results: Plans) -> list[Chart]:
    """Return the charts of fixed redundancy and, if the scheme allows it, of adaptive
    redundancy."""
    charts = [_fixed(campaign, results)]
    if isinstance(scheme_of(campaign), Adaptive):
        charts.append(_agreed(campaign, results))
    return charts


def _for_page(chart: Chart) -> Chart:
    """Return the chart without the column of notes, which the page shows below the table."""
    places = [place for place, column in enumerate(chart.columns) if column.name != NOTE]
    return chart.arranged(places)


def _fixed(campaign: Campaign, results: Plans) -> Chart:
    rows = [row for row in results.get("rows", ()) if not row["adaptive"]]
    scheme = scheme_of(campaign)
    noun = scheme.noun
    yes = isinstance(scheme, YesNo) and bool(scheme.yes_answers(campaign.settings))
    yes = yes and _has(rows, "yes")
    known, note = _has(rows, "accuracy"), view_of(campaign).planner_note(campaign)
    columns = [Column("judgments", "count", ""), _cost(campaign)]
    columns += [Column("α, nominal" if note else "α", role=""), Column("width for α")]
    columns += [Column("consensus is yes", "share", ""), Column("width for yes")] * yes
    columns += [Column("right, where known", "share", "")] * known
    columns += [Column(f"{noun}s with that many", "count", ""), Column(NOTE, "text", "")]
    return Chart(
        key="fixed",
        title=FIXED,
        about=f"For each number of judgments per {noun}: the cost of all "
        f"{noun}s{_without(campaign)}, and the width of the 95% intervals. {note}".strip(),
        kind="line",
        first=f"judgments per {noun}",
        across=f"judgments per {noun}",
        up="width of the 95% interval",
        columns=columns,
        rows=[
            Row(
                row["name"],
                [
                    *_bought(campaign, row)[1:],
                    *_figure(row["alpha"]),
                    *(_figure(row["yes"]) if yes else ()),
                    *([row["accuracy"]["value"]] if known else ()),
                    row["items"],
                    text := _note(row, known=known),
                ],
                notes=[text] if text else [],
            )
            for row in rows
        ],
        empty=NO_REPORT,
        readings=results.get("fixed_readings", ()),
    )


def _agreed(campaign: Campaign, results: Plans) -> Chart:
    """Return the adaptive plans together with the fixed ones, so that equal costs can be
    compared."""
    rows = results.get("rows", ())
    noun, known = scheme_of(campaign).noun, _has(rows, "accuracy")
    what: Right = "accuracy" if known else "settled"
    shown = [row for row in rows if row[what]["value"] is not None]
    up = "right, where known" if known else "more than half agree"
    rule, until = "more than half agree", "until they agree"
    if campaign.settles_by_posterior:
        rule = f"the posterior of an answer is at least {campaign.posterior_percent}"
        until = "until settled"
    columns = [
        Column(f"judgments per {noun}", role="x", decimals=1),
        Column("judgments", "count", ""),
    ]
    columns += [_cost(campaign), Column("more than half agree", "share", "" if known else "y")]
    columns += [Column("right, where known", "share", "y")] * known
    columns += [Column(f"{noun}s with that many", "count", "")]
    return Chart(
        key="agreed",
        title=AGREED,
        about=f"Start with a few judgments per {noun} and add one at a time until {rule} or the "
        "maximum is reached. Fixed numbers of judgments are shown for comparison: higher is "
        "better, further left is cheaper.",
        kind="points",
        first="from, up to",
        across=f"judgments per {noun}",
        up=up,
        columns=columns,
        rows=[
            Row(
                _way(row),
                [
                    *_bought(campaign, row),
                    row["settled"]["value"],
                    *([row["accuracy"]["value"]] if known else ()),
                    row["items"],
                ],
                series=until if row["adaptive"] else "fixed",
            )
            for row in shown
        ]
        if any(row["adaptive"] for row in shown)
        else (),
        empty=f"Too few {noun}s have enough judgments yet to predict the effect of adding more.",
        readings=[*results.get("agreed_readings", ()), *_left_out(rows, what)],
    )


def _way(row: Plan) -> str:
    return row["name"] if row["adaptive"] else f"{row['name']}, fixed"


def _left_out(rows: Sequence[Plan], what: Right) -> Iterator[str]:
    """Yield why plans are missing in the table, grouped by reason."""
    ways: dict[str, list[str]] = {}
    for row in rows:
        if row[what]["value"] is None:
            ways.setdefault(row[what].get("reason") or "", []).append(_way(row))
    for reason, names in ways.items():
        yield f"Not in the table: {'; '.join(names)}. {reason}"


def _bought(campaign: Campaign, row: Plan) -> list[Value]:
    """Judgments per item, in total, and their price: a whole number of judgments times the
    reward."""
    each = row["per_item"]
    if each is None:
        return [None, None, None]
    judgments, cost = bought(campaign, each)
    return [each, float(judgments), written(cost)]


def _without(campaign: Campaign) -> str:
    return ", without gold answers" if campaign.uses_known else ""


def _cost(campaign: Campaign) -> Column:
    return Column(f"cost, {campaign.currency}", "money", "")


def _figure(figure: PlannedWithWidth) -> list[Value]:
    return [figure["value"], figure["width"]]


def _note(row: Plan, *, known: bool) -> str:
    """Return why figures in a row are missing, or why its α can jump."""
    notes = [row.get("note", "")]
    if row["alpha"]["value"] is not None:
        notes.append(row["yes"].get("reason") or "")
    if known and row["items"]:
        notes.append(row["accuracy"].get("reason") or "")
    return " ".join(filter(None, notes))


def _has(rows: Sequence[Plan], name: Literal["yes", "accuracy"]) -> bool:
    return any(row[name]["value"] is not None for row in rows)


def _report_of(campaign: Campaign) -> CampaignReport | None:
    return CampaignReport.objects.filter(
        campaign=campaign, kind=CampaignReport.Kind.PLANNING
    ).first()
