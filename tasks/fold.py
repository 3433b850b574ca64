"""Fold new judgments into the figures, and withdrawn ones out of them.

A judgment counts (it should be in the figures) and is folded (it is). Under the lock of the
dataset's agreement states, a fold takes the rows where the two differ, changes the states by what
their items contribute now minus what they contributed before, and marks the rows: exactly once, in
any order, even after a kill.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from celery import shared_task
from django.db import OperationalError, connection, transaction
from psycopg2.errors import LockNotAvailable

from agreement.tally import Tally
from agreement.votes.entropy import entropy
from analysis.entailment import fold_entailments
from analysis.reading.contexts import contexts_of
from analysis.reading.item_ranges import ranges_of
from analysis.reading.judgment_rows import Row, as_folded, by_item, counting, folded, rows_of_hits
from analysis.reading.snapshot import allow_long_thought
from analysis.reports.figure_history import add_point
from analysis.schemes import analysis_of
from annotation.events import emit
from annotation.models import AgreementState, Campaign, ItemSummary, Judgment
from annotation.services.clock import database_now
from annotation.services.jobs.messages import send_each
from midpath.kernels.base import ItemContext
from midpath.tables.figures.common import Summary
from tasks.events import JudgmentsFolded

# One long tree takes a tenth of a second; the database ends a transaction idle for a minute.
MAX_CONCURRENT = 250
REST_SECONDS = 0.25
# The first number of these advisory locks; no other advisory lock here uses it.
GATHERING = 7_236_103
# Rows are locked in the same order as when a worker is excluded or included, to avoid a deadlock.
MARK_FOLDED = """
WITH locked AS MATERIALIZED (
    SELECT id FROM annotation_judgment WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE
)
UPDATE annotation_judgment AS judgment SET folded = NOT folded
FROM locked WHERE judgment.id = locked.id
"""
TRY_LOCK = "SELECT pg_try_advisory_xact_lock(%s, (%s %% 2147483647)::integer)"


class Summarized(NamedTuple):
    """The columns of a summary that folds write and reconciliation compares."""

    judgments: int
    distinct: int
    disagreement: float | None
    entropy: float | None
    tied: bool
    undecided: bool
    judged_at: datetime
    summary: Summary


@shared_task(name="tasks.fold")
def fold(campaign_id: int) -> bool:
    """Fold once, and queue another fold for judgments that came in the meantime.

    If another process is about to fold this campaign, return: it will find the same judgments. If
    one is folding this dataset, return, too: it looks again afterwards.
    """
    if not _gather_alone(campaign_id):
        return False
    try:
        fold_once(campaign_id, wait=False)
    except Campaign.DoesNotExist:
        return True  # Deleted since the message was sent, so there is nothing left to fold.
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            return False
        raise
    send_each("tasks.fold", _siblings_to_fold(campaign_id))
    return True


def fold_all(campaign_id: int) -> int:
    """Fold everything that waits now, and return the number of judgments folded in or out.

    Judgments that come in the meantime are left to the next task or sweep, so that no campaign
    blocks others.
    """
    waiting = Judgment.objects.unfolded().filter(campaign=campaign_id).count()
    total = 0
    while total < waiting:
        _gather(campaign_id)
        taken = fold_once(campaign_id)
        if not taken:
            break
        total += taken
    return total


def fold_part(campaign_id: int) -> bool:
    """Fold once, and return whether more may wait."""
    _gather(campaign_id)
    try:
        return fold_once(campaign_id) == MAX_CONCURRENT
    except Campaign.DoesNotExist:
        return False  # Deleted in the meantime.


def fold_once(campaign_id: int, *, wait: bool = True) -> int:
    with transaction.atomic():
        campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign_id)
        state = lock_states(campaign, wait=wait)[campaign_id]
        pending = _pending(campaign_id)
        if not pending:
            return 0
        items = by_item(rows_of_hits({hit_id for _, hit_id in pending}))
        contexts = contexts_of(analysis_of(campaign).kernel, campaign, items.keys())
        _change_state(campaign, state, items, contexts)
        add_point(state, fold_entailments(campaign, items))
        write_summaries(campaign, items, contexts)
        mark_folded([row for rows in items.values() for row in rows])
        emit(JudgmentsFolded(campaign, items))
    return len(pending)


def lock_states(campaign: Campaign, *, wait: bool = True) -> dict[int, AgreementState]:
    """Lock all states of a dataset in one order, since entailment joins its campaigns.

    The campaigns themselves are not locked, because every submission's foreign keys need them.
    """
    states = (
        AgreementState.objects.select_for_update(of=("self",), no_key=True, nowait=not wait)
        .filter(campaign__dataset=campaign.dataset_id)
        .order_by("campaign_id")
    )
    return {state.campaign_id: state for state in states}


def _siblings_to_fold(campaign_id: int) -> list[int]:
    """Return the campaigns of its dataset that have judgments to fold."""
    siblings = Campaign.objects.filter(dataset__campaigns=campaign_id).values("pk")
    waiting = Judgment.objects.unfolded().filter(campaign__in=siblings).order_by()
    return list(waiting.values_list("campaign", flat=True).distinct())


def _gather_alone(campaign_id: int) -> bool:
    """Gather unless another process does so for this campaign; return whether this one did.

    Unlike a lease, the lock of a transaction costs no write, and every nudge comes here.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TRY_LOCK, (GATHERING, campaign_id))
        mine = bool(cursor.fetchone()[0])
        if mine:
            _gather(campaign_id)
    return mine


def _gather(campaign_id: int) -> None:
    """Wait for a moment after a fold, so that a burst of submissions makes few folds.

    No row is locked during this, so other campaigns of the dataset are folded.
    """
    state = AgreementState.objects.filter(campaign=campaign_id).only("folded_at").first()
    if state is None or not 0 < len(_pending(campaign_id)) < MAX_CONCURRENT:
        return
    rested = (database_now() - state.folded_at).total_seconds()
    if rested < REST_SECONDS:
        time.sleep(REST_SECONDS - max(rested, 0))


def _pending(campaign_id: int) -> list[tuple[int, int]]:
    unfolded = Judgment.objects.unfolded().filter(campaign=campaign_id).order_by("id")
    return list(unfolded.values_list("pk", "hit_id")[:MAX_CONCURRENT])


def _change_state(
    campaign: Campaign,
    state: AgreementState,
    items: Mapping[int, Collection[Row]],
    contexts: Mapping[int, ItemContext],
) -> None:
    kernel = analysis_of(campaign).kernel
    tally = _stored_tally(campaign, state)
    tally += kernel.total((counting(rows), contexts[pk]) for pk, rows in items.items())
    tally -= kernel.total((folded(rows), contexts[pk]) for pk, rows in items.items())
    state.judgments += sum(row.counts - row.folded for rows in items.values() for row in rows)
    state.state = dict(tally)
    state.figures = kernel.figures(tally)
    state.version += 1
    state.folded_at = database_now()
    state.save(update_fields=["state", "figures", "version", "judgments", "folded_at"])


def _stored_tally(campaign: Campaign, state: AgreementState) -> Tally:
    """Return the stored state. If an earlier version left an incomplete one, recount it once from
    the folded judgments.
    """
    tally = Tally(state.state)
    if analysis_of(campaign).kernel.is_whole(tally):
        return tally
    allow_long_thought()
    ranges = ranges_of(campaign, state.judgments)
    return Tally.total(count_items(campaign, as_folded(campaign.pk, part)) for part in ranges)


def count_items(campaign: Campaign, items: Mapping[int, Collection[Row]]) -> Tally:
    kernel = analysis_of(campaign).kernel
    contexts = contexts_of(kernel, campaign, items.keys())
    return kernel.total((counting(rows), contexts[pk]) for pk, rows in items.items())


def write_summaries(
    campaign: Campaign, items: Mapping[int, Collection[Row]], contexts: Mapping[int, ItemContext]
) -> None:
    """Write the summaries of HITs; a HIT without judgments that count has none."""
    summaries = summaries_of(campaign, items, contexts)
    store_summaries(campaign, summaries)
    hits = {row.hit_id for rows in items.values() for row in rows}
    ItemSummary.objects.filter(hit__in=hits - summaries.keys()).delete()


def store_summaries(campaign: Campaign, summaries: Mapping[int, Summarized]) -> None:
    ItemSummary.objects.bulk_create(
        (
            ItemSummary(hit_id=hit_id, campaign=campaign, **summary._asdict())
            for hit_id, summary in summaries.items()
        ),
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["hit"],
        update_fields=list(Summarized._fields),
    )


def summaries_of(
    campaign: Campaign, items: Mapping[int, Collection[Row]], contexts: Mapping[int, ItemContext]
) -> dict[int, Summarized]:
    """Return the summaries of the HITs that have judgments that count."""
    kernel = analysis_of(campaign).kernel
    counted = {pk: [row for row in rows if row.counts] for pk, rows in items.items()}
    given = {pk: rows for pk, rows in counted.items() if rows}
    found = kernel.summaries([(counting(rows), contexts[pk]) for pk, rows in given.items()])
    return {
        rows[0].hit_id: _summarized(rows, summary, undecided=kernel.undecided(summary))
        for rows, summary in zip(given.values(), found, strict=True)
    }


def _summarized(rows: Sequence[Row], summary: Summary, *, undecided: bool) -> Summarized:
    disagreement = summary["disagreement"]["value"]
    times = [] if disagreement is None else times_given(summary)
    return Summarized(
        judgments=len(rows),
        distinct=len(summary["annotations"]),
        disagreement=disagreement,
        entropy=entropy(times) if times else None,
        tied=len(times) > 1 and times[0] == times[1],
        undecided=undecided,
        judged_at=max(row.submitted_at for row in rows),
        summary=summary,
    )


def times_given(summary: Summary) -> list[int]:
    """Count each answer, the most frequent first."""
    return sorted((count for _, count in summary["annotations"]), reverse=True)


def mark_folded(rows: Collection[Row]) -> None:
    """Mark rows as folded with the value that was read.

    If a review changed a row in the meantime, it is left to the next fold. Only folds change what
    is folded, under their lock, so it is still the opposite of the value that was read.
    """
    changed = [row.pk for row in rows if row.counts != row.folded]
    with connection.cursor() as cursor:
        cursor.execute(MARK_FOLDED, [changed])
