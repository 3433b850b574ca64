"""The work of 1, 2 and 4 processes: python -m bench.shards

First, Celery workers of one process each fold four campaigns of four datasets. Then this process
and such workers reconcile one flat campaign, and compute the report on a crowd with Dawid and
Skene's model for one campaign of labels. The results are compared with those of one process: equal
to the last digit. Each text has ten judgments. MIDPATH_BENCH_MOST sets the largest number of
judgments.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import cast

from django.conf import settings
from django.db import connection

from analysis.reading.item_ranges import ranges_of
from analysis.reading.material import read_own_material
from analysis.reading.snapshot import snapshot
from analysis.reading.vote_parts import VotePart
from analysis.reports.scheme_reports import crowd_of
from analysis.schemes import analysis_of
from analysis.schemes.mixins import HasVotes
from annotation.models import AgreementState, Campaign, Judgment
from annotation.services.jobs.kinds import Lane
from bench.site.studies import REDUNDANCY, enrol, judge, make_campaign, tidy_up
from config.celery import app
from tasks import fold
from tasks.recompute import Compared, add_up
from tasks.reconcile import compare_range
from tasks.shards import shared_out
from tasks.vote_parts import read_votes_together

JUDGMENTS = (100_000, 1_000_000, 10_000_000)
MOST = int(os.environ.get("MIDPATH_BENCH_MOST", JUDGMENTS[1]))
PROCESSES = (1, 2, 4)
FOLDED, CAMPAIGNS = 40_000, 4
POLL_SECONDS = 0.05


def main() -> None:
    measure_folds()
    fold.REST_SECONDS = 0.0
    for judgments in (one for one in JUDGMENTS if one <= MOST):
        measure("reconciling", partial(recomputed, campaign_with(judgments, "flat")), judgments)
        campaign = campaign_with(judgments, "label")
        measure("reading votes", partial(votes_of, campaign), judgments)
        measure("report", partial(report_on_crowd, campaign), judgments)


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


def judged(judgments: int, scheme: str = "flat") -> Campaign:
    hits = judgments // REDUNDANCY
    campaign = make_campaign(hits, scheme)
    for number in range(REDUNDANCY):
        judge(enrol(campaign, f"worker {number}", done=hits))
    return campaign


def campaign_with(judgments: int, scheme: str) -> Campaign:
    campaign = judged(judgments, scheme)
    begun = time.perf_counter()
    fold.fold_all(campaign.pk)
    rate = judgments / (time.perf_counter() - begun)
    tidy_up()
    print(f"{judgments:>12,} judgments folded, {rate:,.0f} a second")
    return campaign


def measure(what: str, compute: Callable[[], object], judgments: int) -> None:
    alone: tuple[float, object] | None = None
    print(f"{what:>14}{'processes':>11}{'seconds':>10}{'speed-up':>10}   results")
    for processes in PROCESSES:
        with workers(processes - 1):
            begun = time.perf_counter()
            found = compute()
            seconds = time.perf_counter() - begun
        alone = alone or (seconds, found)
        equal = "equal" if found == alone[1] else "NOT EQUAL"
        ratio = alone[0] / seconds
        print(f"{judgments:>14,}{processes:>11}{seconds:>8.2f} s{ratio:>8.2f} ×   {equal}")


def recomputed(campaign: Campaign) -> Compared:
    with snapshot():
        state = AgreementState.objects.get(campaign=campaign)
        ranges = ranges_of(campaign, state.judgments)
        parts = shared_out(compare_range, [(campaign.pk, *part) for part in ranges])
        found = add_up(Compared(*part) for part in parts)
    assert not found.differing
    return found


def votes_of(campaign: Campaign) -> Sequence[VotePart]:
    with snapshot():
        return read_votes_together(campaign, cast(HasVotes, analysis_of(campaign)))


def report_on_crowd(campaign: Campaign) -> object:
    with snapshot():
        own = read_own_material(campaign, analysis_of(campaign), read_votes_together)
    return crowd_of(own)


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


@contextmanager
def slots(lane: Lane, many: int) -> Iterator[None]:
    """Give a lane slots, and run a Celery worker for each but the first, which is this process's
    own."""
    settings.LANES = settings.LANES | {lane: many}
    os.environ["MIDPATH_LANES"] = ",".join(
        f"{key}={value}" for key, value in settings.LANES.items()
    )
    with workers(many - 1):
        yield


if __name__ == "__main__":
    main()
