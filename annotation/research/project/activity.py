"""The activity in projects: the agreement and the pace of their campaigns, and what waits for the
reader. All is read for many campaigns at once."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.db.models.functions import Now, TruncDay
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import (
    Campaign,
    CampaignReport,
    Decision,
    ItemSummary,
    Judgment,
    Message,
    Project,
)
from annotation.research.common.access import ResearcherRequest, may_open
from annotation.research.common.item_rows import Dispute
from annotation.research.results.figures import Cell, agreement_cells
from annotation.research.results.verdicts import MOST_POINTS, Spark, spark_of
from annotation.research.schemes.registry import view_of
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Figure

EXAMPLES = 3

# The course of one figure per campaign, thinned, the newest point always among the rest.
COURSES = """
WITH wanted AS (
    SELECT campaign, string_to_array(path, ',') AS path
    FROM unnest(%(campaigns)s, %(paths)s) AS one(campaign, path)
), numbered AS (
    SELECT id, wanted.path, count(*) OVER (PARTITION BY campaign) AS points,
        row_number() OVER (PARTITION BY campaign ORDER BY version DESC) - 1 AS place
    FROM annotation_figurepoint JOIN wanted ON campaign = campaign_id
)
SELECT point.campaign_id, (point.figures #>> path)::float
FROM numbered JOIN annotation_figurepoint point USING (id)
WHERE place %% greatest(1, ceil(points / %(most)s::numeric))::bigint = 0
ORDER BY point.campaign_id, point.version
"""


@dataclass(frozen=True)
class Active:
    """A campaign with its agreement, the course of it, and its judgments since midnight (UTC)."""

    campaign: Campaign
    cell: Cell | None
    spark: Spark | None
    today: int


def activity_of(
    campaigns: Sequence[Campaign], today: Mapping[int, int] | None = None
) -> list[Active]:
    """Return what goes on in campaigns that were read with their agreement.

    today : their judgments since midnight, if they are counted already
    """
    launched = [one for one in campaigns if one.status != Campaign.Status.DRAFT]
    reports = {
        report.campaign_id: report
        for report in CampaignReport.objects.filter(campaign__in=launched, kind="intervals")
    }
    courses = _courses(launched)
    today = judged_today([one.pk for one in launched]) if today is None else today
    return [
        Active(
            campaign,
            _agreement(campaign, reports.get(campaign.pk)),
            spark_of(courses.get(campaign.pk, ())),
            today.get(campaign.pk, 0),
        )
        for campaign in campaigns
    ]


@dataclass(frozen=True)
class GoingOn:
    """A project, its newest live campaign with agreement, the judgments of all its live campaigns
    since midnight (UTC), and how many messages and undecided items wait in them."""

    project: Project
    newest: Active | None
    today: int
    waiting: int


def going_on(projects: Sequence[Project]) -> list[GoingOn]:
    """Return what goes on in projects that were annotated with their numbers of campaigns."""
    live = Campaign.objects.in_use().filter(
        dataset__project__in=projects, status=Campaign.Status.LIVE
    )
    rows = live.values_list("pk", "dataset__project", "scheme").order_by("pk")
    of = {key: project for key, project, _ in rows}
    main = {project: key for key, project, scheme in rows if _has_main(scheme)}
    shown = Campaign.objects.filter(pk__in=main.values()).select_related("dataset", "agreement")
    today = judged_today(of)
    newest = activity_of(list(shown.defer("agreement__state")), today)
    by_project = {one.campaign.dataset.project_id: one for one in newest}
    judged, waiting = Counter[int](), Counter[int]()
    for key, project in of.items():
        judged[project] += today.get(key, 0)
    for counts in (_asked(of), _disputed(of)):
        for key, number in counts.items():
            waiting[of[key]] += number
    return [
        GoingOn(one, by_project.get(one.pk), judged[one.pk], waiting[one.pk]) for one in projects
    ]


def _has_main(scheme: str) -> bool:
    return any(figure.corrected for figure in SCHEMES[scheme].figures)


def main_figure(campaign: Campaign) -> Figure | None:
    """Return the first figure corrected for chance."""
    return next((one for one in scheme_of(campaign).figures if one.corrected), None)


def _agreement(campaign: Campaign, report: CampaignReport | None) -> Cell | None:
    figure = main_figure(campaign)
    if figure is None or campaign.status == Campaign.Status.DRAFT:
        return None
    cells = agreement_cells(campaign, campaign.agreement.figures, report)
    return next(cell for cell in cells if cell.key == "-".join(figure.path))


def _courses(campaigns: Iterable[Campaign]) -> Mapping[int, list[float | None]]:
    paths = {
        one.pk: ",".join((*figure.path, "value"))
        for one in campaigns
        if (figure := main_figure(one))
    }
    courses: dict[int, list[float | None]] = {}
    if paths:
        with connection.cursor() as cursor:
            cursor.execute(
                COURSES,
                {"campaigns": [*paths], "paths": [*paths.values()], "most": MOST_POINTS},
            )
            for campaign, value in cursor.fetchall():
                courses.setdefault(campaign, []).append(value)
    return courses


def judged_today(campaigns: Collection[int]) -> dict[int, int]:
    """Return the number of judgments since midnight (UTC), by campaign."""
    rows = Judgment.objects.filter(campaign__in=campaigns, submitted_at__gte=TruncDay(Now()))
    return dict(rows.order_by().values_list("campaign").annotate(n=Count("pk")))


@dataclass(frozen=True)
class There:
    """The number of things that wait in one campaign, and the page where they are dealt with."""

    campaign: Campaign
    count: int
    address: str


@dataclass(frozen=True)
class Waiting:
    """Things of one kind that wait for the reader, with examples of disputed items."""

    kind: str
    icon: str
    verb: str
    there: Sequence[There]
    disputes: Sequence[tuple[Campaign, Dispute]] = ()

    @property
    def count(self) -> int:
        return sum(one.count for one in self.there)


def waiting_for(request: ResearcherRequest, campaigns: Sequence[Campaign]) -> list[Waiting]:
    """Return what waits for the reader, of all that they may open."""
    launched = {one.pk: one for one in campaigns if one.status != Campaign.Status.DRAFT}
    questions = _there(request, launched, _asked(launched), "questions")
    decisions = _there(request, launched, _disputed(launched), "decisions")
    examples = []
    if Capability.SEE_TEXTS in request.can:
        shown = _undecided(launched).select_related("hit__item").order_by("-disagreement", "hit")
        for summary in shown[:EXAMPLES] if decisions else ():
            campaign = launched[summary.campaign_id]
            examples.append((campaign, view_of(campaign).dispute(campaign, summary)))
    found = (
        Waiting("Undecided", "split", "Decide", decisions, examples),
        Waiting("Messages", "message-square", "Answer", questions),
    )
    return [one for one in found if one.there]


def _there(
    request: ResearcherRequest, campaigns: Mapping[int, Campaign], counts: dict[int, int], page: str
) -> list[There]:
    found = []
    for key, campaign in campaigns.items():
        address = reverse(f"research:{page}", args=(key,))
        if counts.get(key) and may_open(request, address):
            found.append(There(campaign, counts[key], address))
    return found


def _asked(campaigns: Collection[int]) -> dict[int, int]:
    """Return the number of threads that wait for an answer."""
    waiting = Message.objects.filter(
        campaign__in=campaigns, sender=Message.Sender.WORKER, settled_at=None
    )
    counted = waiting.order_by().values_list("campaign")
    return dict(counted.annotate(n=Count("enrolment", distinct=True)))


def _disputed(campaigns: Collection[int]) -> dict[int, int]:
    return dict(_undecided(campaigns).order_by().values_list("campaign").annotate(n=Count("pk")))


def _undecided(campaigns: Collection[int]) -> QuerySet[ItemSummary]:
    """Return the items whose judgments reach no consensus and that nobody has decided."""
    final = Decision.objects.final().filter(hit=OuterRef("hit"))
    rows = ItemSummary.objects.filter(campaign__in=campaigns, undecided=True)
    return rows.filter(~Exists(final))
