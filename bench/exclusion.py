"""The cost of excluding a worker with 10,000 judgments from a campaign of a million HITs, and of
including them again.

Two others judged the same HITs, so the figures change. Meanwhile another worker claims and submits
without a pause; the longest waits are printed. Afterwards the figures are compared with those
recomputed from all rows."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import connection

from annotation.models import AgreementState, Campaign, Enrolment
from annotation.services.pay.overview import money_of
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, foresee_exclusion, include_worker
from bench.folds import submit_one
from bench.site.studies import enrol, judge, make_campaign, make_owner, tidy_up
from tasks import fold
from tasks.reconcile import reconcile_campaign

HITS = 1_000_000
DONE = 10_000
OTHERS = 2


@dataclass
class Meanwhile:
    """The times that another worker waited for a claim and a submit, in seconds."""

    took: list[float] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def run(self, campaign: Campaign, name: str) -> None:
        while not self.over.is_set():
            begun = time.perf_counter()
            submit_one(campaign, name)
            self.took.append(time.perf_counter() - begun)
        connection.close()


def main(hits: int = HITS, done: int = DONE) -> None:
    fold.REST_SECONDS = 0.0
    campaign, worker = campaign_with(hits, done)
    user = make_owner(campaign.dataset.project)
    print(f"{hits:,} HITs, a worker with {done:,} judgments")
    report_time("forecast of its cost", lambda: money_of([campaign]))
    report_time("foreseeing the exclusion", lambda: foresee_exclusion(campaign, [worker]))
    before = figures_of(campaign)
    with meanwhile(campaign, "first"):
        report_time(
            "excluding the worker",
            lambda: exclude_worker(enrolment=worker, user=user, reason="bench"),
        )
    report_time("until the figures are without them", lambda: fold.fold_all(campaign.pk))
    compare(campaign)
    assert figures_of(campaign) != before
    with meanwhile(campaign, "second"):
        report_time("including them again", lambda: include_worker(enrolment=worker, user=user))
    report_time("until the figures are with them", lambda: fold.fold_all(campaign.pk))
    compare(campaign)


def campaign_with(hits: int, done: int) -> tuple[Campaign, Enrolment]:
    campaign = make_campaign(hits)
    Campaign.objects.filter(pk=campaign.pk).update(
        hourly_wage=None, reward=Decimal("0.05"), currency="USD"
    )
    workers = [enrol(campaign, f"worker {number}", done=done) for number in range(1 + OTHERS)]
    for worker in workers:
        judge(worker)
    Enrolment.objects.filter(campaign=campaign).update(earning=done)
    fold.fold_all(campaign.pk)
    claim_hit(enrolment_id=workers[0].pk)
    tidy_up()
    campaign.refresh_from_db()
    return campaign, workers[0]


def figures_of(campaign: Campaign) -> dict[str, object]:
    state = AgreementState.objects.get(campaign=campaign)
    return dict(state.state)


def report_time(what: str, job: Callable[[], object]) -> None:
    begun = time.perf_counter()
    job()
    print(f"{what:40}{time.perf_counter() - begun:9.2f} s")


@contextmanager
def meanwhile(campaign: Campaign, name: str) -> Iterator[None]:
    others = Meanwhile()
    thread = threading.Thread(target=others.run, args=(campaign, name))
    thread.start()
    try:
        yield
    finally:
        others.over.set()
        thread.join()
    longest, many = max(others.took), len(others.took)
    print(f"{'  longest claim and submit meanwhile':40}{longest:9.2f} s   of {many:,}")


def compare(campaign: Campaign) -> None:
    begun = time.perf_counter()
    report = reconcile_campaign(campaign.pk)
    equal = "equal" if report.equal else f"NOT EQUAL: {', '.join(report.differing[:5])}"
    print(f"{'figures and a recomputation':40}{time.perf_counter() - begun:9.2f} s   {equal}")
