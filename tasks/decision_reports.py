"""The report on decisions, recomputed after decisions or changes of the figures. It is separate
from the other reports, which leave decisions out, so a decision makes none of them due."""

import time
from datetime import datetime, timedelta

from celery import shared_task
from django.db.models import BigIntegerField, F, Func, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest, Now

from analysis.reading.snapshot import snapshot
from analysis.reports.decisions import decided_of, read_decided
from annotation.models import AgreementState, Campaign, CampaignReport, Decision
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.services.jobs.kinds import Lane
from tasks.leases import alone
from tasks.reports import FAILED_REST

REST_SECONDS = 5.0
REST_SHARE = 20
# Increase this when the report gets new contents, so that earlier ones are recomputed.
REVISION = 1
KIND = CampaignReport.Kind.DECISIONS


@shared_task(name="tasks.report_decisions", acks_late=False)
def report_decisions(campaign_id: int) -> bool:
    """Compute the report if it is still due and the lane of reports has room."""
    with alone(f"report_decisions {campaign_id}", Lane.COMPUTING) as mine:
        is_due = mine and campaign_id in due_decided()
        if is_due:
            make_decided(campaign_id)
    return is_due


def due_decided() -> list[int]:
    """Return the campaigns whose report on decisions is out of date and whose wait is over."""
    current = bases_of_decisions(Campaign.objects.not_deleted())
    reports = CampaignReport.objects.filter(campaign__in=current, kind=KIND)
    resting = set(reports.filter(rests_until__gt=Now()).values_list("campaign", flat=True))
    made = dict(reports.values_list("campaign", "basis"))
    return [pk for pk, basis in current.items() if pk not in resting and made.get(pk) != basis]


def make_decided(campaign_id: int) -> None:
    """Compute a campaign's report on decisions. After a failure, or if the process is killed, it
    waits."""
    began = time.monotonic()
    _try(campaign_id)
    with snapshot():
        bases = bases_of_decisions(Campaign.objects.filter(pk=campaign_id))
        if campaign_id not in bases:
            return
        campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
        material = read_decided(campaign)
        state = AgreementState.objects.get(campaign=campaign_id)
    results = decided_of(material)
    rest = max(REST_SECONDS, REST_SHARE * (time.monotonic() - began))
    CampaignReport.objects.filter(campaign=campaign_id, kind=KIND).update(
        version=state.version,
        judgments=state.judgments,
        basis=bases[campaign_id],
        results=results,
        made_at=Now(),
        rests_until=Now() + timedelta(seconds=rest),
    )


def _try(campaign_id: int) -> None:
    """Let the report rest as after a failure. Before the first one, its row has no results."""
    attempt = CampaignReport(
        campaign_id=campaign_id,
        kind=KIND,
        version=0,
        basis=[],
        results={},
        rests_until=Now() + FAILED_REST,
    )
    CampaignReport.objects.bulk_create(
        [attempt],
        update_conflicts=True,
        unique_fields=["campaign", "kind"],
        update_fields=["rests_until"],
    )


def bases_of_decisions(campaigns: QuerySet[Campaign]) -> dict[int, list[int]]:
    """Return the version of the figures of each campaign with decisions, and the time of its last
    decision or withdrawal, in microseconds. An index finds both, however many decisions it has."""
    decisions = Decision.objects.filter(campaign=OuterRef("pk"))
    withdrawals = decisions.filter(withdrawn_at__isnull=False)
    last = Func(
        Greatest(F("decided"), Subquery(last_of(withdrawals, "withdrawn_at"))),
        template="(EXTRACT(EPOCH FROM %(expressions)s) * 1000000)::bigint",
        output_field=BigIntegerField(),
    )
    found = campaigns.annotate(decided=Subquery(last_of(decisions, "decided_at")), last=last)
    rows = found.filter(decided__isnull=False, agreement__judgments__lte=MAX_JUDGMENTS)
    columns = rows.values_list("pk", "agreement__version", "last")
    return {pk: [version, at, REVISION] for pk, version, at in columns}


def last_of(decisions: QuerySet[Decision], time: str) -> QuerySet[Decision, datetime]:
    return decisions.order_by(f"-{time}").values_list(time, flat=True)[:1]
