"""The cost of a snapshot and of its parts, compared with PostgreSQL's own COPY of the same rows,
and the memory of its process.

The judgments are copied first as plain rows (`COPY (SELECT row_to_json …)` of the table alone),
then as a snapshot's file, several times in turn; the ratio of the medians is printed. The gold of a
large campaign is written in a separate process, whose memory is printed."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from django.db import connection

from analysis.reading.extent import Extent
from analysis.snapshots.copied import JUDGMENTS, copy_lines
from annotation.models import Campaign, Snapshot
from annotation.services.snapshots.snapshots import ask_for_snapshot
from bench.inflow import Nowhere
from bench.site.studies import VECTORS, enrol, judge, make_campaign, make_owner, tidy_up
from tasks.run_job import run_job

ITEMS = 20_000
WORKERS = 5
GOLD_ITEMS, GOLD_WORKERS = 100_000, 10
TURNS = 3
PLAIN = (
    "COPY (SELECT row_to_json(judgment) FROM annotation_judgment judgment "
    "WHERE campaign_id = {campaign}) TO STDOUT"
)


def main(items: int = ITEMS, workers: int = WORKERS) -> None:
    campaign = judged(items, workers)
    print(f"{items:,} items, {items * workers:,} judgments")
    plain, ours = Nowhere(), Nowhere()
    times: dict[str, list[float]] = {"plain": [], "ours": []}
    for _ in range(TURNS):
        times["plain"].append(timed(lambda: copy_plain(campaign, plain)))
        times["ours"].append(timed(lambda: copy_lines(JUDGMENTS, Extent(campaign), ours)))
    median = {name: statistics.median(each) for name, each in times.items()}
    for name, sink in (("plain", plain), ("ours", ours)):
        print(f"{name:6} {median[name]:7.2f} s {sink.size / TURNS / 1e6:8.1f} MB")
    print(f"judgments.jsonl costs {median['ours'] / median['plain']:.2f} times a plain COPY")
    user = make_owner(campaign.dataset.project)
    for files in ((), ("gold",)):
        snapshot = ask_for_snapshot(campaign=campaign, user=user, files=files)
        took = timed(partial(run_job, "snapshot", snapshot.pk))
        snapshot = Snapshot.objects.get(pk=snapshot.pk)
        size = sum(snapshot.files.values_list("size", flat=True))
        named = "a snapshot" + (" with gold" if files else "")
        print(f"{named:24} {took:7.2f} s {size / 1e6:8.1f} MB, {snapshot.status}")
    for scheme in VECTORS:
        measure_gold(scheme)


def measure_gold(scheme: str, items: int = GOLD_ITEMS, workers: int = GOLD_WORKERS) -> None:
    campaign = judged(items, workers, scheme)
    command = [sys.executable, "-m", "bench.gold", str(campaign.pk)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    took, worked, size, before, peak = json.loads(done.stdout)
    print(
        f"gold of {items * workers:,} judgments ({scheme}) on {items:,} texts: {took:.2f} s "
        f"({worked:.2f} s of processor), {size:.1f} MB, peak {peak:.0f} MB, "
        f"of which {before:.0f} MB are there before"
    )


def judged(items: int, workers: int, scheme: str = "flat") -> Campaign:
    campaign = make_campaign(items, scheme)
    for number in range(workers):
        judge(enrol(campaign, f"worker {number}", done=items))
    tidy_up()
    campaign.refresh_from_db()
    return campaign


def copy_plain(campaign: Campaign, sink: Nowhere) -> None:
    with connection.cursor() as cursor:
        cursor.copy_expert(PLAIN.format(campaign=int(campaign.pk)), sink)


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
