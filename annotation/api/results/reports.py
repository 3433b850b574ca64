"""Operations that read stored reports on planning and biases."""

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Boolean, DateTime, Float, Integer, Object, String
from annotation.api.fields import Form, WholeInText
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import campaign_for, project_for
from annotation.api.visibility import as_seen, sight_of
from annotation.capabilities import Capability
from annotation.models import Campaign, CampaignReport
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.schemes import SEGMENTATIONS
from annotation.services.campaigns.plans import bought
from annotation.services.errors import Conflict, Invalid
from midpath.json_types import JsonMapping
from midpath.text.formatting import typed

Kind = CampaignReport.Kind
MAX_CONCURRENT = 8
NONE_YET = (
    "There is no report yet; it is computed soon after the first judgments, or only by the command "
    f"manage.py report if there are more than {MAX_JUDGMENTS:,}."
)


class Report(Form):
    """A stored report, which may be of an earlier version than the figures."""

    campaign = Integer("The campaign's number.", source="campaign_id")
    version = Integer("The version from which it was computed.")
    judgments = Integer("How many were in the figures of that version.")
    made_at = DateTime("When it was made.")


class Width(Form):
    """An expected figure with the width of its interval; null: undefined."""

    value = Float("The figure.", allow_null=True)
    width = Float("The width of its 95% interval.", allow_null=True)
    reason = String("Why the figure or its width is undefined; null if it is not.", allow_null=True)


class Way(Form):
    """A plan: a fixed number of judgments per item, or more until workers agree."""

    name = String("The number of judgments per item, or the minimum and maximum.")
    adaptive = Boolean("Whether it requests more judgments where workers disagree.")
    per_item = Float("The average number of judgments per item; null: undefined.", allow_null=True)
    judgments = Integer("The number of judgments for all items of the campaign.", allow_null=True)
    cost = String("Their rewards, a decimal string; without a platform's fee.", allow_null=True)
    alpha = Width(help_text="Of the agreement.")
    yes = Width(help_text="Of the share of items whose consensus is yes.")
    settled = Width(help_text="Of the share of items of which more than half agree.")
    accuracy = Width(help_text="Of the share of gold answers that the consensus matches.")
    items = Integer("How many items have that many judgments.")
    note = String(
        "Why figures are null, or why α can jump; empty if there is nothing to explain.",
        allow_blank=True,
    )


class ReadPlan(ResearcherOperation):
    class Output(Report):
        currency = String("Of the costs.")
        ways = Way(many=True, help_text="The plans, fixed ones first.")
        method = Array("How this was computed, in sentences.", child=String())

    @sees_figures(name="read_plan", gives={200: Output}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the estimated cost and benefit of other numbers of judgments."""
        campaign = campaign_for(request, campaign_id)
        report = _report_of(campaign, Kind.PLANNING)
        return {
            **_made(report),
            "currency": campaign.currency,
            "ways": [_way(campaign, row) for row in report.results.get("rows", ())],
            "method": report.results.get("method", ()),
        }


class WordingFigures(Form):
    """A wording of the instructions, with the figures of its workers alone."""

    name = String("Its name; the campaign's own instructions are `First`.")
    assigned = Integer("How many workers were assigned to it.")
    workers = Integer("How many of them have judgments in the figures.")
    items = Integer("How many items these judgments are of.")
    judgments = Integer("How many these judgments are.")
    seconds = Float("Their median time; null: none.", allow_null=True)
    figures = Object("The figures of the dashboard, computed from these judgments alone.")


class ReadWordings(ResearcherOperation):
    class Output(Report):
        wordings = WordingFigures(many=True, help_text="In order; empty if there is only one.")

    @sees_figures(name="read_wordings", gives={200: Output}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """Read a campaign's figures by the wording of its instructions."""
        report = _report_of(campaign_for(request, campaign_id), Kind.BREAKDOWNS)
        return {**_made(report), "wordings": report.results.get("wordings", ())}


class BreakdownGroup(Form):
    """The items with one value, and their figures."""

    value = String("The value of the column, or the number of words.", allow_blank=True)
    items = Integer("How many items have it.")
    judgments = Integer("How many judgments they have.")
    figures = Object("The figures of the dashboard, computed from these items alone.")


class BreakdownByValue(Form):
    by = String("`length`, or the name of a column of the dataset.")
    groups = BreakdownGroup(many=True, help_text="One per value, in order.")
    without = Integer("How many items have no value.")


class ReadBreakdowns(ResearcherOperation):
    class Output(Report):
        breakdowns = BreakdownByValue(
            many=True,
            help_text="By length; for members who may see texts, also by each column.",
        )
        left_out = Object("The columns with too many values, with the number of these.")
        workload = Object("How judgments are distributed over workers.")

    @sees_figures(name="read_breakdowns", gives={200: Output}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """Read a campaign's figures by the length of its items and by column."""
        campaign = campaign_for(request, campaign_id)
        report = _report_of(campaign, Kind.BREAKDOWNS)
        can_see_texts = Capability.SEE_TEXTS in sight_of(request, campaign.dataset.project_id)
        return {
            **_made(report),
            "breakdowns": report.results["breakdowns"][: None if can_see_texts else 1],
            "left_out": report.results["left_out"] if can_see_texts else {},
            "workload": report.results["workload"],
        }


class Biases(Report):
    """The biases of a campaign's workers: preferences that do not depend on the text."""

    scheme = String("`flat` or `nested`.", source="campaign.scheme")
    results = Object(
        "Contains figures: segments or heights by length, deviations from chance; prepositions by "
        "language, and the language whose words occur most; entailment by its number; workers: "
        "each with their habits and their agreement with the others. Workers' numbers are left out "
        "for members who may not see who answered what."
    )


class ReadBiases(ResearcherOperation):
    @sees_figures(name="read_biases", gives={200: Biases}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> Response:
        """Read the biases of a segmentation campaign."""
        campaign = campaign_for(request, campaign_id)
        if campaign.scheme not in SEGMENTATIONS:
            raise Invalid("Only segmentation campaigns have these biases.", field="campaign")
        report = _report_of(campaign, Kind.BIAS)
        return Response(_biases(request, report, campaign.dataset.project_id))


class ListBiases(ResearcherOperation):
    class Filters(Paging):
        limit = WholeInText(
            "The maximum page size; each report can cover 500 workers.",
            required=False,
            default=4,
            min_value=1,
            max_value=MAX_CONCURRENT,
        )

    class Output(Page):
        results = Biases(many=True, help_text="The reports of this page, one for a campaign.")

    @sees_figures(name="list_biases", asks=Filters, gives={200: Output})
    def get(self, request: Request, project_id: int) -> Response:
        """List the biases of a project's segmentation campaigns, for comparison.
        `after` is a campaign's number."""
        project = project_for(request, project_id)
        campaigns = Campaign.objects.launched().filter(
            dataset__project=project, scheme__in=SEGMENTATIONS
        )
        rows = _with_campaigns(CampaignReport.objects.filter(campaign__in=campaigns))
        shown, following = page_of(rows, request, self.query, key="campaign_id")
        seen = [_biases(request, report, project.pk) for report in shown]
        return Response({"results": seen, "next": following})


def _with_campaigns(reports: QuerySet[CampaignReport]) -> QuerySet[CampaignReport]:
    return reports.filter(kind=Kind.BIAS).select_related("campaign")


def _report_of(campaign: Campaign, kind: str) -> CampaignReport:
    found = CampaignReport.objects.filter(campaign=campaign, kind=kind)
    report = found.select_related("campaign").first()
    if report is None or not report.results:
        raise Conflict(NONE_YET)
    return report


def _made(report: CampaignReport) -> dict[str, object]:
    names = ("campaign_id", "version", "judgments", "made_at")
    return {name: getattr(report, name) for name in names}


def _way(campaign: Campaign, row: JsonMapping) -> dict[str, object]:
    each = row["per_item"]
    judgments, cost = (None, None) if each is None else bought(campaign, each)
    fields = {"note": "", **row}
    return {**fields, "judgments": judgments, "cost": None if cost is None else typed(cost)}


def _biases(request: Request, report: CampaignReport, project_id: int) -> object:
    seen = as_seen(report.results, sight_of(request, project_id))
    return Biases({**_made(report), "campaign": report.campaign, "results": seen}).data
