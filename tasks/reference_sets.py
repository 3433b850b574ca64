"""Reference sets, computed like comparisons: outside of folds, from one snapshot, rarely and one by
one."""

import time
from collections.abc import Collection
from datetime import datetime, timedelta

from celery import shared_task
from django.db.models.functions import Now

from analysis.machines.with_crowd import compared_with_crowd
from analysis.reading.material import read_material
from analysis.reading.set_answers import read_set_answers
from analysis.reading.snapshot import snapshot
from analysis.reports.decisions import read_decided
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, HeldSet
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.services.clock import database_now
from annotation.services.jobs.kinds import Lane
from midpath.tables.figures.machines import SetComparison
from tasks.decision_reports import bases_of_decisions
from tasks.leases import alone
from tasks.reports import FAILED_REST, REST_SECONDS, REST_SHARE, Basis, bases

# Increase this when results of a set get new contents, so that earlier ones are recomputed.
REVISION = 3


@shared_task(name="tasks.hold", acks_late=False)
def compute_reference_set(set_id: int) -> bool:
    """Compute the results of a reference set, unless the lane of reports is full: folds need a free
    process."""
    with alone(f"hold {set_id}", Lane.COMPUTING) as mine:
        is_due = mine and set_id in due_held_sets()
        if is_due:
            make_reference_set(set_id)
    return is_due


def due_held_sets() -> list[int]:
    """Return the reference sets whose campaigns have new figures and whose wait is over."""
    rows = HeldSet.objects.not_deleted().filter(rests_until__lte=Now())
    rows = rows.filter(
        campaign__agreement__version__gt=0, campaign__agreement__judgments__lte=MAX_JUDGMENTS
    )
    found = list(rows.order_by("made_at", "pk").values_list("pk", "campaign", "basis"))
    if not found:
        return []
    # A campaign that was removed in the meantime has no versions, and its sets are gone, too.
    now = _bases({campaign for _, campaign, _ in found})
    return [pk for pk, campaign, basis in found if basis != now.get(campaign, basis)]


def make_reference_set(set_id: int) -> bool:
    """Compute the results of a reference set; return False if it was deleted. After a failure it
    waits."""
    began = time.monotonic()
    rows = HeldSet.objects.not_deleted().filter(pk=set_id, campaign__agreement__version__gt=0)
    if not HeldSet.objects.filter(pk__in=rows).update(rests_until=Now() + FAILED_REST):
        return False
    with snapshot():
        reference = rows.select_related("set", "campaign__dataset", "campaign__agreement").first()
        if reference is None:
            return False
        campaign = reference.campaign
        basis = _bases({campaign.pk})[campaign.pk]
        answers = read_set_answers(reference.set, campaign)
        material = read_material(campaign, analysis_of(campaign))
        decided = read_decided(campaign)
        read_at = database_now()
    results = compared_with_crowd(material, answers, decided)
    _store(reference, results, basis, read_at, time.monotonic() - began)
    return True


def _bases(campaigns: Collection[int]) -> dict[int, Basis]:
    """Return the versions that each comparison was computed from: of the figures and of the
    decisions."""
    states = bases(AgreementState.objects.filter(campaign__in=campaigns))
    decided = bases_of_decisions(Campaign.objects.filter(pk__in=campaigns))
    return {pk: [*basis, *decided.get(pk, ()), REVISION] for pk, basis in states.items()}


def _store(
    reference: HeldSet, results: SetComparison, basis: Basis, read_at: datetime, took: float
) -> None:
    HeldSet.objects.filter(pk=reference.pk).update(
        results=results,
        basis=basis,
        version=basis[0],
        judgments=reference.campaign.agreement.judgments,
        made_at=read_at,
        rests_until=Now() + timedelta(seconds=max(REST_SECONDS, REST_SHARE * took)),
    )
