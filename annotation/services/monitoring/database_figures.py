"""The figures that Prometheus reads from the database: exact, the same from every instance.

The cost of a scrape depends on the numbers of campaigns, of workers in them and of unfinished jobs,
not on the number of judgments. Sums of money are read at most once a minute."""

import time
from collections.abc import Iterator
from decimal import Decimal

from django.db import Error, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from annotation.services.health import database_answers
from annotation.services.monitoring.checks import Result, run_checks
from annotation.services.monitoring.core_checks import all_checks, clock_skew, free_space
from annotation.services.monitoring.queues import unfinished_jobs, unfolded

WORK = """
SELECT (SELECT coalesce(sum(submitted), 0) FROM annotation_enrolment),
       (SELECT count(*) FROM annotation_assignment WHERE status = 'open'),
       (SELECT count(*) FROM annotation_campaign WHERE status = 'live' AND deleted_at IS NULL),
       (SELECT coalesce(sum(mended), 0) FROM annotation_agreementstate),
       (SELECT count(*) FROM annotation_deadletter),
       (SELECT extract(epoch FROM clock_timestamp() - beat_at) FROM annotation_heartbeat
        WHERE name = 'sweep')
"""
# Sums of people only: simulated workers and programs are owed nothing.
MONEY = """
SELECT campaign.currency, sum(done.owing * campaign.reward + coalesce(entered.extra, 0)),
       sum(coalesce(entered.approved + entered.extra, 0)), sum(coalesce(entered.paid, 0))
FROM annotation_campaign campaign
JOIN (SELECT campaign_id, sum(owing) AS owing FROM annotation_enrolment GROUP BY 1) done
    ON done.campaign_id = campaign.id
LEFT JOIN (
    SELECT entry.campaign_id,
           coalesce(sum(amount) FILTER (WHERE kind = 'approved'), 0) AS approved,
           coalesce(sum(amount) FILTER (
               WHERE kind IN ('bonus', 'adjusted', 'compensation')), 0) AS extra,
           coalesce(sum(amount) FILTER (WHERE kind = 'paid'), 0) AS paid
    FROM annotation_ledgerentry entry
    JOIN annotation_enrolment worker ON worker.id = entry.enrolment_id AND NOT worker.of_program
    GROUP BY 1
) entered ON entered.campaign_id = campaign.id
WHERE campaign.deleted_at IS NULL
GROUP BY 1
"""
MONEY_SECONDS = 60

Sums = dict[str, tuple[Decimal, Decimal, Decimal]]


class MoneyReader:
    """The sums of money by currency (earned, approved, paid), read at most once a minute."""

    def __init__(self) -> None:
        self._sums: Sums = {}
        self._read_at = float("-inf")

    def read(self) -> Sums:
        if time.monotonic() - self._read_at >= MONEY_SECONDS:
            with connection.cursor() as cursor:
                cursor.execute(MONEY)
                self._sums = {currency: (a, b, c) for currency, a, b, c in cursor.fetchall()}
            self._read_at = time.monotonic()
        return self._sums


class DatabaseFigures(Collector):
    """A collector for Prometheus. While the database is unreachable, it reports only that."""

    def __init__(self, money: MoneyReader) -> None:
        self._money = money

    def collect(self) -> Iterator[Metric]:
        results = run_checks(all_checks())
        yield _checks(results)
        yield _disks()
        if not database_answers():
            return
        try:
            yield from [*_work(), *_queues(), *self._sums()]
        except Error:
            return

    def _sums(self) -> Iterator[Metric]:
        family = GaugeMetricFamily(
            "midpath_money",
            "Sums by currency: earned, approved, paid, and owed, which is earned and not paid.",
            labels=("currency", "state"),
        )
        for currency, (earned, approved, paid) in sorted(self._money.read().items()):
            sums = {"earned": earned, "approved": approved, "paid": paid, "owed": earned - paid}
            for state, amount in sums.items():
                family.add_metric((currency, state), float(amount))
        yield family


def _checks(results: list[Result]) -> Metric:
    family = GaugeMetricFamily(
        "midpath_check_problem",
        "1 if a check found a problem, which /health/ready/ describes.",
        labels=("check", "effect"),
    )
    for one in results:
        if not one.unknown:
            family.add_metric((one.name, str(one.effect)), float(one.finding is not None))
    return family


def _disks() -> Metric:
    family = GaugeMetricFamily(
        "midpath_disk_free_ratio", "Free share of the disks of watched folders.", labels=("folder",)
    )
    for folder, percent in free_space():
        family.add_metric((str(folder),), percent / 100)
    return family


def _work() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(WORK)
        submitted, leases, live, mended, failed, sweep = cursor.fetchone()
    figures = (
        ("judgments", "Judgments that workers submitted.", submitted),
        ("open_assignments", "HITs that workers have now.", leases),
        ("live_campaigns", "Campaigns that are live.", live),
        (
            "reconcile_differences",
            "Stored results that the last comparison of each campaign corrected.",
            mended,
        ),
        ("dead_letters", "Tasks that failed and did not succeed since.", failed),
        ("clock_skew_seconds", "How far this machine is ahead of the database.", clock_skew()),
        (
            "sweep_age_seconds",
            "Time since the last sweep.",
            float("inf") if sweep is None else max(sweep, 0),
        ),
    )
    for name, meaning, value in figures:
        yield GaugeMetricFamily(f"midpath_{name}", meaning, value=float(value))


def _queues() -> Iterator[Metric]:
    waiting = unfolded()
    yield GaugeMetricFamily(
        "midpath_unfolded_judgments",
        "Judgments that are not in the figures yet, at most 20,000.",
        value=waiting.judgments,
    )
    yield GaugeMetricFamily(
        "midpath_fold_lag_seconds",
        "How long a campaign with such judgments has made no progress.",
        value=waiting.seconds,
    )
    jobs = GaugeMetricFamily(
        "midpath_jobs", "Unfinished jobs of researchers.", labels=("kind", "status")
    )
    ages: dict[str, float] = {}
    for one in unfinished_jobs():
        jobs.add_metric((one.kind, "waiting"), one.waiting)
        jobs.add_metric((one.kind, "running"), one.running)
        lane = str(one.lane)
        ages[lane] = max(ages.get(lane, 0.0), one.seconds)
    yield jobs
    queue = GaugeMetricFamily(
        "midpath_queue_age_seconds", "How long the oldest job of a lane waits.", labels=("lane",)
    )
    for lane, seconds in sorted(ages.items()):
        queue.add_metric((lane,), seconds)
    yield queue
