"""Reports: results too expensive for a fold, computed separately from one version of a campaign.

A sweep starts those that are due. A report reads one snapshot, computes outside of it, and
takes no lock that a fold or a submission waits for. The wait until the next one grows with the time
that it took.
"""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from celery import shared_task
from django.db.models import BigIntegerField, Func, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Greatest, Now

from analysis.reading.material import Material, read_material, read_own_material
from analysis.reading.snapshot import snapshot
from analysis.reports.arms import arms_of
from analysis.reports.bias import bias_of
from analysis.reports.breakdowns import breakdowns_of
from analysis.reports.figure_history import store_intervals
from analysis.reports.intervals import intervals_of, own_intervals_of
from analysis.reports.pilot import pilot_of
from analysis.reports.planning import planning_of
from analysis.reports.scheme_reports import collection_of, crowd_of, evidence_of
from analysis.reports.signals import signals_of, store_signals
from analysis.schemes import ANALYSES, analysis_of
from analysis.schemes.base import OwnMaterial
from analysis.schemes.mixins import HasVotes
from annotation.models import (
    AgreementState,
    Campaign,
    CampaignReport,
    Decision,
    EntailmentState,
    WordList,
)
from annotation.models.agreement import MAX_JUDGMENTS, MAX_VOTES
from annotation.services.clock import database_now
from annotation.services.datasets.collection import COLLECTION
from annotation.services.jobs.kinds import Lane
from tasks.leases import alone
from tasks.vote_parts import read_votes_together

REST_SECONDS = 30.0
# Reports may take at most a twentieth of one process.
REST_SHARE = 20
# The wait after a failure or a killed process, which would fail again at each sweep.
FAILED_REST = timedelta(minutes=10)

# Increase this when reports get new contents, so that earlier ones are recomputed.
REVISION = 13

Basis = list[int]
Results = dict[str, object]
Kind = CampaignReport.Kind
MAKERS: Mapping[Kind, Callable[[Material], Results]] = {
    Kind.BIAS: bias_of,
    Kind.INTERVALS: intervals_of,
    Kind.PLANNING: planning_of,
    Kind.CROWD: lambda material: crowd_of(material.own),
    Kind.EVIDENCE: evidence_of,
    Kind.COLLECTION: collection_of,
    Kind.SIGNALS: signals_of,
    Kind.ARMS: arms_of,
    Kind.BREAKDOWNS: breakdowns_of,
    Kind.PILOT: pilot_of,
}
# The reports on campaigns with more than MAX_JUDGMENTS, from votes as columns.
OF_VOTES: Mapping[Kind, Callable[[OwnMaterial], Results]] = {
    Kind.CROWD: crowd_of,
    Kind.INTERVALS: own_intervals_of,
}


class Made(NamedTuple):
    """The moment that reports describe: its versions, its judgments and its time."""

    campaign: Campaign
    basis: Basis
    judgments: int
    at: datetime


@shared_task(name="tasks.report", acks_late=False)
def report(campaign_id: int) -> bool:
    """Compute a campaign's reports if they are still due, since two sweeps may have queued them.

    Few processes at a time compute reports, so that folds always find a free process.
    """
    with alone(f"report {campaign_id}", Lane.COMPUTING) as mine:
        is_due = mine and campaign_id in due_campaigns()
        if is_due:
            make_reports(campaign_id)
    return is_due


def due_campaigns() -> list[int]:
    """Return the campaigns whose reports are out of date and whose wait is over, the longest
    waiting first."""
    rested = CampaignReport.objects.exclude(kind__in=(Kind.DECISIONS, Kind.COUNTS))
    resting = rested.filter(rests_until__gt=Now()).values("campaign")
    small = Q(judgments__lte=MAX_JUDGMENTS)
    large = Q(judgments__lte=MAX_VOTES, campaign__scheme__in=schemes_with_votes())
    states = AgreementState.objects.filter(small | large, campaign__deleted_at=None, version__gt=0)
    current = bases(states.exclude(campaign__in=resting))
    large_ones = set(states.exclude(small).values_list("campaign", flat=True))
    made: dict[int, dict[str, Basis]] = {pk: {} for pk in current}
    order = dict.fromkeys(current, 0)
    reports = CampaignReport.objects.filter(campaign__in=current, kind__in=MAKERS)
    for place, (campaign_id, kind, basis) in enumerate(
        reports.order_by("made_at", "pk").values_list("campaign", "kind", "basis"), start=1
    ):
        made[campaign_id][kind] = basis
        order[campaign_id] = place
    due = [
        pk
        for pk, basis in current.items()
        if any(made[pk].get(kind) != basis for kind in (OF_VOTES if pk in large_ones else MAKERS))
    ]
    return sorted(due, key=order.__getitem__)


def schemes_with_votes() -> list[str]:
    """Return the schemes whose campaigns may be large and still have reports."""
    return [name for name, one in ANALYSES.items() if isinstance(one, HasVotes)]


def bases(states: QuerySet[AgreementState]) -> dict[int, Basis]:
    """Return the versions of everything that reports are computed from.

    They are the campaign's own, its entailments', the revisions of its project's lists of
    prepositions, the time of the last decision on a document, and the revision of the reports
    themselves.
    """
    entailments = EntailmentState.objects.filter(
        Q(flat=OuterRef("campaign")) | Q(nested=OuterRef("campaign"))
    )
    lists = WordList.objects.filter(project=OuterRef("campaign__dataset__project"))
    rows = states.order_by("campaign").values_list(
        "campaign",
        "version",
        _sum(entailments, "version"),
        _sum(lists, "revision"),
        _last_choice(),
    )
    return {campaign_id: [*basis, REVISION] for campaign_id, *basis in rows}


def make_reports(campaign_id: int, *, every_kind: bool = False) -> int | None:
    """Compute a campaign's reports and return their version; None if nothing is folded yet.

    A failing report does not prevent storing the others.

    every_kind : whether to make all reports on a large campaign, too, for which its judgments must
        fit into the memory of this process
    """
    began = time.monotonic()
    states = AgreementState.objects.filter(campaign=campaign_id, version__gt=0)
    if not states.exists():
        return None
    _try(campaign_id)
    with snapshot():
        judgments = states.values_list("judgments", flat=True)[0]
        campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
        made = Made(campaign, bases(states)[campaign_id], judgments, database_now())
        makers = _makers(campaign, is_large=judgments > MAX_JUDGMENTS and not every_kind)
    results: dict[Kind, Results] = {}
    failures: list[Exception] = []
    for kind, make in makers.items():
        try:
            results[kind] = make()
        except Exception as error:  # noqa: BLE001 - raised again when the others are stored
            failures.append(error)
    _store(made, results, time.monotonic() - began)
    if failures:
        raise failures[0]
    CampaignReport.objects.filter(campaign=campaign_id, kind=Kind.TRIED).delete()
    return made.basis[0]


def _makers(campaign: Campaign, *, is_large: bool) -> Mapping[Kind, Callable[[], Results]]:
    """Read what the reports are computed from, and return what computes each."""
    analysis = analysis_of(campaign)
    if is_large:
        own = read_own_material(campaign, analysis, read_votes_together)
        return {kind: partial(make, own) for kind, make in OF_VOTES.items()}
    material = read_material(campaign, analysis, read_votes_together)
    return {kind: partial(make, material) for kind, make in MAKERS.items()}


def _try(campaign_id: int) -> None:
    CampaignReport.objects.update_or_create(
        campaign_id=campaign_id,
        kind=Kind.TRIED,
        defaults={
            "version": 0,
            "basis": [],
            "results": {},
            "made_at": Now(),
            "rests_until": Now() + FAILED_REST,
        },
    )


def _store(made: Made, results: dict[Kind, Results], took: float) -> None:
    campaign, version = made.campaign, made.basis[0]
    rest = timedelta(seconds=max(REST_SECONDS, REST_SHARE * took))
    if Kind.SIGNALS in results:
        store_signals(campaign.pk, version, results[Kind.SIGNALS])
    CampaignReport.objects.bulk_create(
        (
            CampaignReport(
                campaign=campaign,
                kind=kind,
                version=version,
                judgments=made.judgments,
                basis=made.basis,
                results=found,
                made_at=made.at,
                rests_until=Now() + rest,
            )
            for kind, found in results.items()
        ),
        update_conflicts=True,
        unique_fields=["campaign", "kind"],
        update_fields=["version", "judgments", "basis", "results", "made_at", "rests_until"],
    )
    if Kind.INTERVALS in results:
        store_intervals(campaign.pk, version, results[Kind.INTERVALS])


def _sum(rows: QuerySet[EntailmentState] | QuerySet[WordList], column: str) -> Coalesce:
    total = (
        rows.order_by()
        .annotate(all_of_them=Value(1))
        .values("all_of_them")
        .annotate(total=Sum(column))
        .values("total")
    )
    return Coalesce(Subquery(total, output_field=BigIntegerField()), 0)


def _last_choice() -> Coalesce:
    """Return the time of the last decision on a document, or of its withdrawal, in microseconds.
    Return 0 if there is none, and for schemes whose answers are weighed: their reports leave
    decisions out."""
    made = Decision.objects.filter(campaign=OuterRef("campaign"), campaign__scheme=COLLECTION)
    latest = Func(
        Subquery(
            made.order_by()
            .values("campaign")
            .annotate(last=Greatest(Max("decided_at"), Max("withdrawn_at")))
            .values("last")
        ),
        template="(EXTRACT(EPOCH FROM %(expressions)s) * 1000000)::bigint",
        output_field=BigIntegerField(),
    )
    return Coalesce(latest, 0)
