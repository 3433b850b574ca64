"""Figures on decisions for their page: stored results; none are computed here."""

from collections.abc import Iterator, Mapping

from django.http import HttpResponse

from annotation.capabilities import Capability, refusal_of
from annotation.models import Campaign, CampaignReport
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.names import pseudonym
from annotation.research.decisions.reasons import table_of
from annotation.research.results.found import figure_at
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.services.decisions.reasons import count_reasons
from annotation.services.errors import Forbidden
from midpath.tables.decisions import apart_table, consensus_against, workers_against
from midpath.tables.figures.decision_figures import DecisionFigures
from midpath.tables.table import Table
from midpath.text.formatting import UNDEFINED

ROWS = 20
WORKERS = "workers"


@needs(to_read=Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, campaign_id: int, table: str) -> HttpResponse:
    """Members of the project: all rows of one table. The table of workers is for those who may see
    them."""
    campaign = campaign_for(request, campaign_id)
    if table == WORKERS and Capability.SEE_WORKERS not in request.can:
        raise Forbidden(refusal_of(Capability.SEE_WORKERS))
    report = report_of(campaign)
    tables = [*tables_of(report.results).values()] if report else []
    tables.append(table_of(count_reasons(campaign)))
    return table_as_csv(tables, table, f"{campaign.name} decisions")


def report_of(campaign: Campaign) -> CampaignReport | None:
    made = campaign.reports.filter(kind=CampaignReport.Kind.DECISIONS).exclude(results={})
    return made.first()


def decision_figures(campaign: Campaign) -> dict[str, object]:
    report = report_of(campaign)
    limit = {"too_many": campaign.agreement.judgments > MAX_JUDGMENTS, "most": MAX_JUDGMENTS}
    if report is None:
        return {"report": None, **limit}
    results: DecisionFigures = report.results
    tables = tables_of(results)
    apart = results["apart"]
    return limit | {
        "report": report,
        "figures": results,
        "likeness_told": view_of(campaign).alike,
        "tables": tables,
        "shown_workers": tables[WORKERS].first_rows(ROWS),
        "adjudicators": list(_of_two(campaign, apart["figures"])) if apart else [],
    }


def tables_of(results: DecisionFigures) -> dict[str, Table]:
    found = {
        "consensus": consensus_against(results["consensus"]),
        "blind": consensus_against(results["blind"], "blind", "Consensus, blind,"),
        WORKERS: workers_against(results["workers"], pseudonym),
    }
    apart = results["apart"]
    return found | ({"apart": apart_table(apart["held"])} if apart else {})


def _of_two(campaign: Campaign, figures: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield the scheme's own agreement figures for two adjudicators instead of workers, with the
    reason if one is undefined."""
    for figure in scheme_of(campaign).figures:
        if not figure.agreement:
            continue
        found = figure_at(figures, figure.path)
        value = found.get("value")
        shown = UNDEFINED if value is None else figure.shown(value)
        yield figure.label, shown, found.get("reason", "") if value is None else ""
