"""Campaigns of many judgments, created row by row, and the memory that processing them takes."""

import gc
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from uuid import uuid4

from django.utils import timezone

from analysis.exports.export_registry import exports_of
from analysis.reading.extent import Extent
from analysis.reading.snapshot import snapshot
from annotation.models import Assignment, Campaign, Judgment
from tests.helpers.factories import enrol

OFTEN = (100, 1, 1)


def judged_by_rows(
    campaign: Campaign, *, workers: int, vector: Callable[[Random], Sequence[int]]
) -> Campaign:
    """Let this many workers judge each HIT at random, as the services would leave it."""
    luck = Random(campaign.hit_count)
    for enrolment in [enrol(campaign) for _ in range(workers)]:
        leases = Assignment.objects.bulk_create(
            Assignment(
                hit=hit,
                enrolment=enrolment,
                status="submitted",
                expires_at=timezone.now(),
                ended_at=timezone.now(),
            )
            for hit in campaign.hits.all()
        )
        Judgment.objects.bulk_create(
            Judgment(
                assignment=lease,
                campaign=campaign,
                hit_id=lease.hit_id,
                submission_id=uuid4(),
                payload={},
                vector=vector(luck),
            )
            for lease in leases
        )
    return campaign


def peak_of(work: Callable[[], object]) -> int:
    """Return the peak memory of the second run: the first fills permanent caches.

    Existing objects are frozen, so that garbage collection runs often: otherwise the amount of
    garbage at the peak would be random.
    """
    work()
    gc.collect()
    gc.freeze()
    gc.collect()
    before = gc.get_threshold()
    gc.set_threshold(*OFTEN)
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*before)


def gold_to_nowhere(campaign: Campaign, name: str = "gold") -> None:
    with snapshot():
        exports_of(campaign)[name].pour(Extent(campaign), _Nowhere())


def held_while_written(campaign: Campaign, name: str = "gold") -> int:
    """Return the memory in use while a file is written, without what was used for a moment
    before."""
    gold_to_nowhere(campaign, name)
    scale = _Scale()
    gc.collect()
    tracemalloc.start()
    try:
        with snapshot():
            exports_of(campaign)[name].pour(Extent(campaign), scale)
    finally:
        tracemalloc.stop()
    return scale.most


def growth(make: Callable[[int], Campaign], few: int, many: int, name: str = "gold") -> float:
    """Return the additional memory that a file takes for each item more; constant costs are part of
    what few of them take."""
    sizes = [peak_of(partial(gold_to_nowhere, make(items), name)) for items in (few, many)]
    return (sizes[1] - sizes[0]) / (many - few)


class _Nowhere:
    def write(self, data: bytes) -> None:
        pass


class _Scale:
    most = 0

    def write(self, data: bytes) -> None:
        gc.collect()
        self.most = max(self.most, tracemalloc.get_traced_memory()[0])
