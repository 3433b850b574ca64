"""The work of 1, 2 and 4 processes: python -m bench.shards

First, Celery workers of one process each fold four campaigns of four datasets. Then one campaign is
reconciled by this process and by such workers; the results are compared with those of one process:
equal to the last digit. The campaigns are flat, with ten judgments of each text.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from analysis.reading.item_ranges import ranges_of
from analysis.reading.snapshot import snapshot
from annotation.models import AgreementState, Campaign, Judgment
from bench.site.studies import REDUNDANCY, enrol, judge, make_campaign, tidy_up
from config.celery import app
from tasks import fold
from tasks.recompute import Compared, add_up
from tasks.reconcile import compare_range
from tasks.shards import shared_out

JUDGMENTS = (100_000, 1_000_000)
PROCESSES = (1, 2, 4)
FOLDED, CAMPAIGNS = 40_000, 4
POLL_SECONDS = 0.05


def main() -> None:
    measure_folds()
    fold.REST_SECONDS = 0.0
    print(f"{'reconciling':>12}{'processes':>11}{'seconds':>10}{'speed-up':>10}   results")
    for judgments in JUDGMENTS:
        measure(campaign_with(judgments), judgments)


def measure_folds() -> None:
    alone = 0.0
    print(f"{'folding':>12}{'processes':>11}{'a second':>10}{'speed-up':>10}")
    for processes in PROCESSES:
        campaigns = [judged(FOLDED // CAMPAIGNS) for _ in range(CAMPAIGNS)]
        waiting = Judgment.objects.unfolded().filter(campaign__in=campaigns)
        tidy_up()
        with workers(processes):
            begun = time.perf_counter()
            for campaign in campaigns:
                fold.fold.delay(campaign.pk)
            while waiting.exists():
                time.sleep(POLL_SECONDS)
            rate = FOLDED / (time.perf_counter() - begun)
        alone = alone or rate
        print(f"{FOLDED:>12,}{processes:>11}{rate:>10,.0f}{rate / alone:>8.2f} ×")


def judged(judgments: int) -> Campaign:
    hits = judgments // REDUNDANCY
    campaign = make_campaign(hits)
    for number in range(REDUNDANCY):
        judge(enrol(campaign, f"worker {number}", done=hits))
    return campaign


def campaign_with(judgments: int) -> Campaign:
    campaign = judged(judgments)
    begun = time.perf_counter()
    fold.fold_all(campaign.pk)
    rate = judgments / (time.perf_counter() - begun)
    tidy_up()
    print(f"{judgments:>12,} judgments folded, {rate:,.0f} a second")
    return campaign


def measure(campaign: Campaign, judgments: int) -> None:
    alone: tuple[float, Compared] | None = None
    for processes in PROCESSES:
        with workers(processes - 1):
            begun = time.perf_counter()
            found = recomputed(campaign)
            seconds = time.perf_counter() - begun
        alone = alone or (seconds, found)
        equal = "equal" if found == alone[1] and not found.differing else "NOT EQUAL"
        ratio = alone[0] / seconds
        print(f"{judgments:>12,}{processes:>11}{seconds:>8.2f} s{ratio:>8.2f} ×   {equal}")


def recomputed(campaign: Campaign) -> Compared:
    with snapshot():
        state = AgreementState.objects.get(campaign=campaign)
        ranges = ranges_of(campaign, state.judgments)
        parts = shared_out(compare_range, [(campaign.pk, *part) for part in ranges])
        return add_up(Compared(*part) for part in parts)


@contextmanager
def workers(many: int) -> Iterator[None]:
    """Run Celery workers of one process each on the database of this process."""
    name = connection.settings_dict["NAME"]
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "solo"]
    started = [
        subprocess.Popen(
            [*command, "--hostname", f"bench{number}@{name}", "--loglevel", "ERROR"],
            env=os.environ,
            stdout=subprocess.DEVNULL,
        )
        for number in range(many)
    ]
    try:
        while many and len(app.control.ping(timeout=1) or ()) < many:
            pass
        yield
    finally:
        for one in started:
            one.terminate()
            one.wait()


if __name__ == "__main__":
    main()
