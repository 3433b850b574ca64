"""Recompute the figures from the rows, compare them for equality, and repair differences.

The comparison reads one snapshot without a lock; only a repair takes the lock.
"""

import logging
from dataclasses import dataclass, field
from datetime import timedelta

from celery import shared_task
from django.db import OperationalError, transaction
from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat, Greatest, Now

from agreement.tally import Tally
from agreement.version import VERSION
from analysis.entailment import store_entailment
from analysis.reading.item_ranges import ItemRange, ranges_of
from analysis.reading.snapshot import SnapshotGone, allow_long_thought, snapshot
from analysis.reports.figure_history import add_point
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, Heartbeat, ItemEntailment, ItemSummary
from annotation.services.health import RECONCILE_DIFFERED, beat_heart
from tasks.fold import fold_all, lock_states, store_summaries
from tasks.leases import alone
from tasks.recompute import (
    Compared,
    add_up,
    compare_items,
    differences,
    entailments_with,
    recompute,
)
from tasks.reports import FAILED_REST
from tasks.shards import OtherVersion, require_version, shared_out

logger = logging.getLogger(__name__)

# About twenty times as long as comparing one judgment takes.
REST_PER_JUDGMENT = timedelta(milliseconds=5)
# The beginning of the names of heartbeats for attempts that are running or did not finish. They are
# kept apart from `reconciled_at`, which only a comparison may set: checks and upgrades rely on it.
TRIED = "reconciling-"


@dataclass
class Report:
    """The outcome of a comparison; `differing` names each stored result that differed from the
    rows."""

    campaign_id: int
    version: int
    judgments: int
    differing: list[str] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        return not self.differing


@shared_task(name="tasks.reconcile_live", acks_late=False)
def reconcile_live() -> bool:
    """Reconcile live campaigns, in one process at a time, so that folds find a free process.

    A campaign that a fold locks for long is left to a later run. A failing campaign does not stop
    the others, nor does one that kills the process: its attempt is noted before.
    """
    with alone("reconcile") as mine:
        for campaign_id in list(due()) if mine else ():
            beat_heart(f"{TRIED}{campaign_id}")
            try:
                reconcile_campaign(campaign_id)
            except OperationalError as error:
                logger.warning("Campaign %s is reconciled later: %s", campaign_id, error)
            except Exception:
                logger.exception("Campaign %s cannot be reconciled", campaign_id)
    return mine


def due() -> QuerySet[AgreementState, int]:
    """Return the campaigns to compare: those changed since the last time, and each once a day. The
    longest waiting come first.

    They must have waited since the last time or attempt, longer if there is more to compare.
    """
    attempts = Heartbeat.objects.filter(
        name=Concat(Value(TRIED), OuterRef("campaign_id"), output_field=CharField())
    )
    unchanged = Q(reconciled_version=F("version"), reconciled_at__gt=Now() - timedelta(days=1))
    states = AgreementState.objects.exclude(unchanged).annotate(
        tried_at=Subquery(attempts.values("beat_at")), last_at=Greatest("reconciled_at", "tried_at")
    )
    rested = Q(last_at=None) | Q(last_at__lte=Now() - F("judgments") * REST_PER_JUDGMENT)
    not_failed = Q(tried_at=None) | Q(tried_at__lte=Now() - FAILED_REST)
    in_order = states.filter(rested, not_failed).order_by(F("last_at").asc(nulls_first=True), "pk")
    return in_order.values_list("campaign_id", flat=True)


def reconcile_campaign(campaign_id: int) -> Report:
    fold_all(campaign_id)
    with snapshot():
        report = _compare(campaign_id)
    if not report.equal:
        _mend(campaign_id)
        beat_heart(RECONCILE_DIFFERED)
    AgreementState.objects.filter(campaign=campaign_id).update(
        reconciled_at=Now(), reconciled_version=report.version, mended=len(report.differing)
    )
    Heartbeat.objects.filter(name=f"{TRIED}{campaign_id}").delete()
    return report


def campaigns_to_recount() -> QuerySet[Campaign]:
    """Return the campaigns whose figures were never reconciled, or were marked by a migration."""
    marked = Campaign.objects.launched().filter(agreement__reconciled_at=None)
    return marked.filter(agreement__version__gt=0).order_by("pk")


def recount_campaign(campaign_id: int) -> None:
    """Replace figures that an earlier version counted differently. This is not an error, so they
    are not reported as repaired."""
    fold_all(campaign_id)
    _mend(campaign_id)
    AgreementState.objects.filter(campaign=campaign_id).update(
        reconciled_at=Now(), reconciled_version=F("version"), mended=0
    )


def _compare(campaign_id: int) -> Report:
    campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
    state = AgreementState.objects.get(campaign=campaign)
    report = Report(campaign_id, state.version, state.judgments)
    ranges = ranges_of(campaign, state.judgments)
    parts = shared_out(compare_range, [(campaign_id, *part) for part in ranges])
    right = add_up(Compared(*part) for part in parts)
    report.differing.extend(differences(campaign, state, right))
    return report


@shared_task(
    name="tasks.compare_range",
    ignore_result=False,
    acks_late=False,
    throws=(SnapshotGone, OtherVersion),
)
def compare_range(
    shared: str | None, campaign_id: int, *ends: int | None, version: str = VERSION
) -> Compared:
    require_version(version)
    with snapshot(shared):
        return compare_items(Campaign.objects.get(pk=campaign_id), ItemRange(*ends))


def _mend(campaign_id: int) -> None:
    """Write the results from the rows if they differ, under the same lock as folds."""
    with transaction.atomic():
        allow_long_thought()
        campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
        state = lock_states(campaign)[campaign_id]
        ranges = ranges_of(campaign, state.judgments)
        right = add_up(compare_items(campaign, part) for part in ranges)
        if not any(differences(campaign, state, right)):
            return
        state.state = dict(right.tally)
        state.judgments = right.judgments
        state.figures = analysis_of(campaign).kernel.figures(Tally(right.tally))
        state.version += 1
        state.save(update_fields=["state", "judgments", "figures", "version"])
        add_point(state)
        for entailment in entailments_with(campaign):
            store_entailment(entailment, Tally(right.entailments[str(entailment.pk)]))
        for part in ranges:
            _write_items(campaign, part)


def _write_items(campaign: Campaign, items: ItemRange) -> None:
    right = recompute(campaign, items)
    ItemSummary.objects.filter(items.of("hit__item"), campaign=campaign).delete()
    store_summaries(campaign, right.summaries)
    for pk, found in right.entailments.items():
        ItemEntailment.objects.filter(items.of("flat_hit__item"), entailment=pk).delete()
        ItemEntailment.objects.bulk_create(found.items.values(), batch_size=1000)
