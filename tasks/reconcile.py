"""Recompute the figures from the rows, compare them for equality, and repair differences.

The comparison reads one snapshot without a lock; only a repair takes the lock.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from celery import shared_task
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.entailment import item_entailment, store_entailment
from analysis.reading.contexts import contexts_of
from analysis.reading.judgment_rows import as_folded, counting
from analysis.reading.snapshot import allow_long_thought, snapshot
from analysis.reports.figure_history import add_point
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, EntailmentState, ItemEntailment, ItemSummary
from annotation.services.health import RECONCILE_DIFFERED, beat_heart
from midpath.kernels.entailing import entailing
from tasks.fold import SUMMARIZED, count_items, fold_all, lock_states, summary_of
from tasks.leases import Lock, alone

logger = logging.getLogger(__name__)

# About twenty times as long as comparing one judgment takes.
REST_PER_JUDGMENT = timedelta(milliseconds=5)


@dataclass
class Recomputed:
    """The results computed from the folded rows of one campaign."""

    tally: Tally
    judgments: int
    summaries: dict[int, ItemSummary]
    entailments: dict[int, "RecomputedEntailment"]


@dataclass
class RecomputedEntailment:
    tally: Tally
    items: dict[int, ItemEntailment]


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
def reconcile_live() -> None:
    """Reconcile live campaigns, in one process at a time, so that folds find a free process.

    A campaign that a fold locks for long is left to the next run. A failing campaign does not stop
    the others.
    """
    with alone(Lock.RECONCILE) as mine:
        for campaign_id in list(due()) if mine else ():
            try:
                reconcile_campaign(campaign_id)
            except OperationalError as error:
                logger.warning("Campaign %s is reconciled later: %s", campaign_id, error)
            except Exception:
                logger.exception("Campaign %s cannot be reconciled", campaign_id)


def due() -> QuerySet[AgreementState, int]:
    """Return the campaigns to compare: those changed since the last time, and each once a day.

    They must have waited since then, longer if there is more to compare.
    """
    unchanged = Q(reconciled_version=F("version"), reconciled_at__gt=Now() - timedelta(days=1))
    resting = Q(reconciled_at__gt=Now() - F("judgments") * REST_PER_JUDGMENT)
    states = AgreementState.objects.exclude(unchanged).exclude(resting)
    return states.order_by("campaign").values_list("campaign_id", flat=True)


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
    campaign = Campaign.objects.get(pk=campaign_id)
    state = AgreementState.objects.get(campaign=campaign)
    report = Report(campaign_id, state.version, state.judgments)
    report.differing.extend(_differences(campaign, state, recompute(campaign)))
    return report


def recompute(campaign: Campaign) -> Recomputed:
    items = as_folded(campaign.pk)
    contexts = contexts_of(analysis_of(campaign).kernel, campaign, items.keys())
    return Recomputed(
        tally=count_items(campaign, items),
        judgments=sum(map(len, items.values())),
        summaries={
            rows[0].hit_id: summary_of(campaign, rows, contexts[item_id])
            for item_id, rows in items.items()
        },
        entailments={
            entailment.pk: _recompute_entailment(entailment)
            for entailment in EntailmentState.objects.filter(
                Q(flat=campaign) | Q(nested=campaign)
            ).select_related("nested")
        },
    )


def _recompute_entailment(entailment: EntailmentState) -> RecomputedEntailment:
    flats, nesteds = as_folded(entailment.flat_id), as_folded(entailment.nested_id)
    result, by = RecomputedEntailment(Tally(), {}), entailing(entailment.nested.settings)
    for item_id in flats.keys() & nesteds.keys():
        sides = flats[item_id], nesteds[item_id]
        result.tally += by.contribution(*map(counting, sides))
        found = item_entailment(entailment, *sides)
        result.items[found.flat_hit_id] = found
    return result


def _differences(campaign: Campaign, state: AgreementState, right: Recomputed) -> Iterator[str]:
    if Tally(state.state) != right.tally or state.judgments != right.judgments:
        yield "state"
    if state.version and state.figures != analysis_of(campaign).kernel.figures(right.tally):
        yield "figures"
    stored = {summary.hit_id: summary for summary in ItemSummary.objects.filter(campaign=campaign)}
    for hit_id in sorted(stored.keys() | right.summaries.keys()):
        if not _same_summary(stored.get(hit_id), right.summaries.get(hit_id)):
            yield f"summary of HIT {hit_id}"
    for entailment in EntailmentState.objects.filter(pk__in=right.entailments):
        yield from _entailment_differences(entailment, right.entailments[entailment.pk])


def _same_summary(stored: ItemSummary | None, right: ItemSummary | None) -> bool:
    if stored is None or right is None:
        return stored is right
    return all(getattr(stored, name) == getattr(right, name) for name in SUMMARIZED)


def _entailment_differences(
    entailment: EntailmentState, right: RecomputedEntailment
) -> Iterator[str]:
    if Tally(entailment.state) != right.tally:
        yield f"entailment state {entailment.pk}"
    elif entailment.version and entailment.figures != segmentation.entailment_figures(right.tally):
        yield f"entailment figures {entailment.pk}"
    stored = dict(
        ItemEntailment.objects.filter(entailment=entailment).values_list("flat_hit", "summary")
    )
    for flat_hit in sorted(stored.keys() | right.items.keys()):
        found = right.items.get(flat_hit)
        if found is None or stored.get(flat_hit) != found.summary:
            yield f"entailment of HIT {flat_hit}"


def _mend(campaign_id: int) -> None:
    """Write the results from the rows if they differ, under the same lock as folds."""
    with transaction.atomic():
        allow_long_thought()
        campaign = Campaign.objects.get(pk=campaign_id)
        state = lock_states(campaign)[campaign_id]
        right = recompute(campaign)
        if not any(_differences(campaign, state, right)):
            return
        state.state = dict(right.tally)
        state.judgments = right.judgments
        state.figures = analysis_of(campaign).kernel.figures(right.tally)
        state.version += 1
        state.save(update_fields=["state", "judgments", "figures", "version"])
        add_point(state)
        ItemSummary.objects.filter(campaign=campaign).delete()
        ItemSummary.objects.bulk_create(right.summaries.values(), batch_size=1000)
        for entailment in EntailmentState.objects.filter(pk__in=right.entailments):
            mended = right.entailments[entailment.pk]
            store_entailment(entailment, mended.tally)
            ItemEntailment.objects.filter(entailment=entailment).delete()
            ItemEntailment.objects.bulk_create(mended.items.values(), batch_size=1000)
