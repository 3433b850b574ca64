"""Distribution of a campaign's judgments over its workers: a stored result."""

from django.http import HttpResponse
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.charts import Chart, drawn
from annotation.research.common.downloads import table_as_csv
from midpath.tables.breakdowns.groups_and_workers import WorkloadFigures, workload_table

NOTHING_YET: WorkloadFigures = {
    "workers": 0,
    "judgments": 0,
    "few": 0,
    "below": 0,
    "most": 0,
    "gini": {"value": None, "reason": "No report yet."},
    "lorenz": [],
}


@needs(to_read=Capability.SEE_WORKERS)
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project who may see workers."""
    campaign = campaign_for(request, campaign_id)
    chart = workload_of(campaign)
    return table_as_csv([chart], chart.key, campaign.name)


def workload_context(campaign: Campaign) -> dict[str, object]:
    return {
        "chart": workload_of(campaign),
        "csv": reverse("research:workload_csv", args=(campaign.pk,)),
    }


def workload_of(campaign: Campaign) -> Chart:
    """Return the Lorenz curve of the last report; without rows before it."""
    reports = campaign.reports.filter(kind=CampaignReport.Kind.BREAKDOWNS)
    results = reports.values_list("results", flat=True).first()
    return drawn(
        workload_table(results["workload"] if results else NOTHING_YET),
        "line",
        across="least active workers",
        up="of all judgments",
        title="Who did how much",
        about="The share of all counted judgments that the least active workers did (the Lorenz "
        "curve). The closer to the diagonal, the more evenly the work was divided; the Gini "
        "coefficient is 0 if all did the same, and close to 1 if one did almost everything.",
    )
