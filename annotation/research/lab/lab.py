"""The bias laboratory: stored reports of campaigns side by side."""

from collections import Counter
from collections.abc import Sequence

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport, EntailmentState, Project
from annotation.research.common.access import ResearcherRequest, campaign_for, membership_of, needs
from annotation.research.common.charts import Chart
from annotation.research.common.downloads import table_as_csv
from annotation.research.lab.biases import charts_of
from annotation.research.lab.campaign_choice import Studied
from annotation.research.lab.proposals import links_of_addons
from annotation.research.lab.series import fit_to_page
from annotation.schemes import SEGMENTATIONS
from annotation.services.errors import Invalid

# The page of 40 campaigns with 500 workers each takes 1 s of CPU time, that of 14 takes .6 s:
# `fit_to_page` limits the displayed workers.
MAX_CAMPAIGNS = 40
FIRST_SHOWN = 4


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project. Reads stored reports, computes none."""
    project = membership_of(request, project_id).project
    return render(request, "research/lab/lab.html", Laboratory(project, request.GET).context())


@needs(to_read=Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, project_id: int, chart: str) -> HttpResponse:
    """Members of the project: the numbers of one chart of the page with the same query."""
    project = membership_of(request, project_id).project
    return table_as_csv(Laboratory(project, request.GET).charts(), chart, project.name)


@needs(to_read=Capability.SEE_FIGURES)
def of_campaign(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: the laboratory for one campaign, as one of its tabs."""
    campaign = campaign_for(request, campaign_id)
    if campaign.scheme not in SEGMENTATIONS or campaign.status == Campaign.Status.DRAFT:
        raise Http404
    alone = request.GET.copy()
    alone.setlist("campaign", [str(campaign.pk)])
    laboratory = Laboratory(campaign.dataset.project, alone)
    # Charts of the other scheme, or of two campaigns, would be empty here.
    extra = {"charts": [chart for chart in laboratory.charts_of_page() if chart.rows]}
    context = laboratory.context() | extra | {"campaign": campaign, "dataset": campaign.dataset}
    return render(request, "research/lab/biases.html", context)


class Laboratory:
    """The campaigns of a project that the query selects, with their reports."""

    def __init__(self, project: Project, query: QueryDict) -> None:
        self._project = project
        self._query = query
        self._known = list(
            Campaign.objects.launched()
            .filter(dataset__project=project, scheme__in=SEGMENTATIONS)
            .select_related("dataset", "agreement")
            .order_by("pk")
        )
        chosen = self._chosen()
        reports = {
            (report.campaign_id, report.kind): report
            for report in CampaignReport.objects.filter(campaign__in=chosen)
        }
        names = Counter(campaign.name for campaign in chosen)
        self.studied = [
            Studied(
                campaign,
                f"{campaign.name}, {campaign.dataset}"
                if names[campaign.name] > 1
                else campaign.name,
                reports.get((campaign.pk, CampaignReport.Kind.BIAS)),
                reports.get((campaign.pk, CampaignReport.Kind.INTERVALS)),
            )
            for campaign in chosen
        ]

    def _chosen(self) -> list[Campaign]:
        """Return the named campaigns; if none is named, the first ones with judgments.

        A campaign of another project is treated as if it did not exist.
        """
        wanted = set(self._query.getlist("campaign"))
        if not wanted:
            return [campaign for campaign in self._known if campaign.agreement.judgments][
                :FIRST_SHOWN
            ]
        if wanted - {str(campaign.pk) for campaign in self._known}:
            raise Http404
        if len(wanted) > MAX_CAMPAIGNS:
            raise Invalid(f"Choose at most {MAX_CAMPAIGNS} campaigns. You chose {len(wanted)}.")
        return [campaign for campaign in self._known if str(campaign.pk) in wanted]

    @property
    def languages(self) -> Sequence[str]:
        found = {name for one in self.studied for name in one.results.get("prepositions", ())}
        return sorted(found)

    @property
    def language(self) -> str:
        """Return the requested language, or the one whose words are most frequent in the displayed
        results."""
        requested = self._query.get("language", "")
        if requested in self.languages:
            return requested
        counted: Counter[str] = Counter()
        for one in self.studied:
            for name, around in one.results.get("prepositions", {}).items():
                counted[name] += around["prepositions"]
        return max(sorted(counted), key=counted.__getitem__, default="en")

    def charts(self) -> list[Chart]:
        chosen = [one.campaign.pk for one in self.studied]
        entailments = EntailmentState.objects.filter(flat__in=chosen, nested__in=chosen)
        return charts_of(
            self.studied, list(entailments.order_by("flat_id", "nested_id")), self.language
        )

    def charts_of_page(self) -> list[Chart]:
        return fit_to_page(self.charts())

    def context(self) -> dict[str, object]:
        chosen = [one.campaign.pk for one in self.studied]
        return {
            "project": self._project,
            "links_of_addons": links_of_addons(self._project),
            "known": self._known,
            "query_of_all": "&".join(f"campaign={one.pk}" for one in self._known)
            if len(chosen) < len(self._known) <= MAX_CAMPAIGNS
            else "",
            "studied": self.studied,
            "chosen": chosen,
            "charts": self.charts_of_page(),
            "languages": self.languages,
            "language": self.language,
            "query": "&".join([*(f"campaign={pk}" for pk in chosen), f"language={self.language}"]),
        }
