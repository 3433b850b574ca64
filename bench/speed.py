"""The speed of all that people wait for, in one table by the number of judgments.

Flat campaigns with nine judgments of each text. Only the loop is measured in processor time, the
rest by the clock, so leave the machine idle. MIDPATH_BENCH_MOST sets the largest number of
judgments.
"""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from statistics import median, quantiles
from typing import Any

import psutil
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Dataset, Enrolment, Project, Snapshot
from annotation.services.datasets.datasets import import_dataset
from annotation.services.snapshots.snapshots import ask_for_snapshot
from annotation.services.work.claim import claim_hit
from bench.exports import timed
from bench.inflow import pour_gold
from bench.loop import ANSWER, LOOPS, ROUNDS, Contender, bare_view, times_as_costly, worker_loop
from bench.site.client import WorkerClient
from bench.site.raw import raw
from bench.site.server import BARE, Server, celery, family, serve
from bench.site.studies import REDUNDANCY, enrol, judge, make_campaign, make_owner, tidy_up
from tasks import fold
from tasks.campaign_counts import count_campaign, due_counts
from tasks.reconcile import reconcile_campaign
from tasks.run_job import run_job

SIZES = (1_000, 10_000, 100_000, 1_000_000)
MOST = int(os.environ.get("MIDPATH_BENCH_MOST", SIZES[-1]))
MOST_TEXTS = 100_000  # in one file
USERS, SECONDS = 50, 20
TURNS = 15
WORKERS = REDUNDANCY - 1
# Two contenders take tasks of each campaign.
SPARE = 2 * (ROUNDS + 1) * LOOPS + 2

PAGES = {"dashboard": "campaign", "its live part": "live", "workers": "workers"}

Column = dict[str, str]


def main() -> None:
    fold.REST_SECONDS = 0.0
    campaigns, columns = dict[int, Campaign](), dict[int, Column]()
    for size in (*(one for one in SIZES if one < MOST), MOST):
        campaigns[size] = campaign = judged(size)
        columns[size] = {"judgments folded a second": f"{size / timed_fold(campaign):,.0f}"}
        tidy_up()
        columns[size] |= recounted(campaign) | imported(min(size, MOST_TEXTS))
        if due_counts() == [campaign.pk]:  # as the sweep would ask
            columns[size]["counts for the dashboard"] = seconds(
                timed(partial(count_campaign, campaign.pk))
            )
    with serve("config.settings") as server:
        for size, campaign in campaigns.items():
            columns[size] |= pages(server, campaign)
        for size, loops in measured_loops(server, campaigns).items():
            columns[size] |= loops
    columns[MOST] |= crowded()
    show(columns)


def judged(judgments: int) -> Campaign:
    """Return a campaign with about so many judgments, and with tasks for the loops to measure."""
    items = judgments // WORKERS
    campaign = make_campaign(items + SPARE)
    for number in range(WORKERS):
        judge(enrol(campaign, f"worker {number}", done=items))
    tidy_up()
    campaign.refresh_from_db()
    return campaign


def timed_fold(campaign: Campaign) -> float:
    return timed(partial(fold.fold_all, campaign.pk))


def recounted(campaign: Campaign) -> Column:
    owner = make_owner(campaign.dataset.project)

    def snapshot() -> None:
        asked = ask_for_snapshot(campaign=campaign, user=owner, files=("gold",))
        run_job("snapshot", asked.pk)
        assert Snapshot.objects.get(pk=asked.pk).status == Snapshot.Status.READY

    return {
        "reconcile, one process": seconds(timed(partial(reconcile_campaign, campaign.pk))),
        "gold": seconds(timed(partial(pour_gold, campaign.pk))),
        "snapshot with gold": seconds(timed(snapshot)),
    }


def pages(server: Server, campaign: Campaign) -> Column:
    """Measure pages of researchers by the clock, over one connection."""
    browser = Client()
    browser.force_login(make_owner(campaign.dataset.project))
    headers = {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def opened(address: str, known: str = "") -> str:
        connection.request("GET", address, headers=headers | {"If-None-Match": known})
        response = connection.getresponse()
        body = response.read()
        # A part known for a moment may just have changed: it says how many minutes old figures are.
        assert response.status in {200, 304}, body
        return response.headers.get("ETag", "")

    column = {}
    for title, name in PAGES.items():
        address = reverse(f"research:{name}", args=(campaign.pk,))
        etag = opened(address)
        took = median(timed(partial(opened, address)) for _ in range(TURNS))
        column[f"page: {title}"] = milliseconds(took)
        if etag:
            took = median(timed(partial(opened, address, opened(address))) for _ in range(TURNS))
            column[f"page: {title}, unchanged"] = milliseconds(took)
    connection.close()
    return column


def imported(texts: int) -> Column:
    project = Project.objects.create(name=f"{texts:,} texts")
    body = "".join(f"one of so many texts {number}\n" for number in range(texts)).encode()
    bring = partial(import_dataset, project=project, user=None, name="texts", filename="texts.txt")
    took = timed(partial(bring, body=body))
    assert Dataset.objects.get(project=project).item_count == texts
    return {f"import (up to {MOST_TEXTS:,} texts)": seconds(took)}


def measured_loops(ours: Server, campaigns: dict[int, Campaign]) -> dict[int, Column]:
    """Measure the worker's loop at each size in turn with a bare view and with PostgreSQL alone."""
    with ExitStack() as stack:
        bare = stack.enter_context(serve("bench.site.bare_settings", BARE))
        simplest = Contender("bare view", bare, stack.enter_context(bare_view(bare)))
        alone: dict[int, Contender] = {}
        loops: dict[int, Contender] = {}
        for size, campaign in campaigns.items():
            writes = stack.enter_context(raw(enrol(campaign, "raw"), ANSWER, ANSWER["boundaries"]))
            alone[size] = Contender("PostgreSQL", writes, writes.once)
            worker = enrol(campaign, "looping")
            once = stack.enter_context(worker_loop(ours, worker))
            loops[size] = Contender("ours", ours, once)
        for _ in range(ROUNDS + 1):
            for contender in (simplest, *alone.values(), *loops.values()):
                contender.run()
        memory = largest(family(ours.process.pid))
    return {
        size: {
            "worker’s loop, processor": milliseconds(median(one.cpu[1:]) / 1000),
            "× a bare view": f"{times_as_costly(one, simplest):.2f}",
            "× the same writes in PostgreSQL": f"{times_as_costly(one, alone[size]):.2f}",
            "memory of a web process": memory,
        }
        for size, one in loops.items()
    }


def crowded() -> Column:
    """Let 50 workers loop without a pause while Celery folds."""
    campaign = make_campaign(100_000)
    tidy_up()
    with celery("celery"), serve("config.settings") as server:
        given = {
            "port": server.port,
            "seconds": SECONDS,
            "workers": [looping(server, enrol(campaign, f"user {n}")) for n in range(USERS)],
        }
        done = subprocess.run(
            [sys.executable, "-m", "bench.site.crowd"],
            input=json.dumps(given),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        took: list[float] = json.loads(done.stdout)
        return {
            "memory of a Celery process": largest(
                one for one in psutil.Process().children(recursive=True) if is_celery(one)
            ),
            f"loops a second, {USERS} users": f"{len(took) / SECONDS:,.0f}",
            "their 95th percentile": milliseconds(quantiles(took, n=20)[-1]),
        }


def looping(server: Server, enrolment: Enrolment) -> dict[str, Any]:
    client = WorkerClient(server.port, enrolment)
    client.close()
    return {
        "path": reverse("worker:submit", args=(client.code, 0)).replace("/0/", "/{}/"),
        "headers": client.headers,
        "payload": ANSWER,
        "assignment": claim_hit(enrolment_id=enrolment.pk).pk,
    }


def largest(processes: Iterable[psutil.Process]) -> str:
    """Return the memory of the largest process; what several share counts in parts."""
    return f"{max(one.memory_full_info().pss for one in processes) / 1e6:.0f} MB"


def is_celery(process: psutil.Process) -> bool:
    return "celery" in process.cmdline()


def seconds(number: float) -> str:
    return f"{number:.2f} s"


def milliseconds(number: float) -> str:
    return f"{number * 1000:.1f} ms"


def show(columns: dict[int, Column]) -> None:
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    print(f"{'judgments':34}" + "".join(f"{size:>13,}" for size in columns))
    for name in names:
        print(f"{name:34}" + "".join(f"{column.get(name, ''):>13}" for column in columns.values()))
