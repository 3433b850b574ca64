"""Start the servers as in production, let locust's users work, and compare what they were told with
the database."""

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import psutil
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.models import AgreementState, Campaign, Judgment
from bench.health import container_command
from bench.site.proxy import proxy
from bench.site.server import postmaster
from bench.site.studies import make_campaign, make_owner, tidy_up
from embedded.child import Child
from tests.faults.checker import violations
from tests.faults.history import History, Lease, Submission
from tests.faults.processes import Stack, all_folded, free_web_port, wait_for, wait_for_web

IN_PRODUCTION = {"MIDPATH_DEBUG": "0", "MIDPATH_SWEEP_SECONDS": "5"}
HITS = 20_000
RESEARCHERS = 2
SPAWN_SECONDS = 10
OPERATIONS = ("50%", "95%", "99%", "Max Response Time")


@dataclass(frozen=True)
class Load:
    """How many users work for how many seconds, how many seconds they think about each task, and
    how many milliseconds 95 of 100 submissions may take."""

    users: int
    seconds: int
    think: float
    slowest: float


def soak(load: Load) -> int:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    campaign = make_campaign(HITS)
    # All users come from one address, as in a large class.
    Campaign.objects.filter(pk=campaign.pk).update(joins_per_address=None)
    tidy_up()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="soak-")))
        servers = Stack(
            folder, settings.REDIS_URL, {"MIDPATH_DEBUG": "0", "MIDPATH_SWEEP_SECONDS": "5"}
        )
        stack.callback(servers.stop)
        web_port = free_web_port()
        web = servers.start("web", *container_command(), "--bind", f"127.0.0.1:{web_port}")
        celery = servers.start_celery()
        wait_for_web(web_port)
        port = stack.enter_context(proxy(web_port))
        meter = Meter({"web": pid_of(web), "Celery": pid_of(celery), "PostgreSQL": postmaster()})
        show(f"{load.users} users for {load.seconds} s, {load.think:g} s between two tasks")
        with meter.running():
            run_locust(folder, f"http://127.0.0.1:{port}", campaign, load)
        settled = wait_for(all_folded, seconds=60, what="the last fold")
        return report(folder, campaign, meter, settled, load.slowest)


def pid_of(child: Child) -> int:
    assert child.process is not None
    return child.process.pid


def run_locust(folder: Path, origin: str, campaign: Campaign, load: Load) -> None:
    about = {
        "SOAK_CAMPAIGN": campaign.code,
        "SOAK_DASHBOARD": reverse("research:campaign", args=(campaign.pk,)),
        "SOAK_SESSION": session_of_owner(campaign),
        "SOAK_HISTORY": str(folder / "history.jsonl"),
        "SOAK_THINK_SECONDS": str(load.think),
        "SOAK_RESEARCHERS": str(RESEARCHERS),
    }
    options = [
        *("-f", str(Path(__file__).parent / "locustfile.py"), "--headless", "--only-summary"),
        *("--host", origin, "--csv", str(folder / "locust")),
        *("-u", str(load.users + RESEARCHERS), "-r", str(max(1, load.users // SPAWN_SECONDS))),
        *("-t", f"{load.seconds}s", "--stop-timeout", "60", "--exit-code-on-error", "0"),
    ]
    with (folder / "locust.log").open("w") as log:
        subprocess.run(
            [sys.executable, "-m", "locust", *options],
            env={**os.environ, **about},
            stdout=log,
            stderr=subprocess.STDOUT,
            check=True,
        )


def session_of_owner(campaign: Campaign) -> str:
    client = Client()
    client.force_login(make_owner(campaign.dataset.project))
    return str(client.cookies["sessionid"].value)


@dataclass
class Meter:
    """The CPU time and memory of groups of processes, named by their first process."""

    roots: Mapping[str, int]
    begun: dict[str, tuple[float, float]] = field(default_factory=dict)
    ended: dict[str, tuple[float, float]] = field(default_factory=dict)
    peak: dict[str, float] = field(default_factory=dict)
    seconds: float = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        self.begun, began = self._now(), time.monotonic()
        over = Event()
        watching = Thread(target=self._watch, args=(over,))
        watching.start()
        try:
            yield
        finally:
            over.set()
            watching.join()
            self.ended, self.seconds = self._now(), time.monotonic() - began

    def _watch(self, over: Event) -> None:
        while not over.wait(1):
            for name, (_, memory) in self._now().items():
                self.peak[name] = max(self.peak.get(name, 0), memory)

    def _now(self) -> dict[str, tuple[float, float]]:
        return {name: usage_of(root) for name, root in self.roots.items()}

    def lines(self) -> Iterator[str]:
        for name, (cpu, memory) in self.ended.items():
            cpu_before, memory_before = self.begun[name]
            share = 100 * (cpu - cpu_before) / self.seconds
            yield (
                f"{name:12} CPU {share:5.1f} % of a core, memory {memory_before:.0f} MB at the "
                f"start, {memory:.0f} MB at the end, {self.peak.get(name, memory):.0f} MB at most"
            )


def usage_of(root: int) -> tuple[float, float]:
    """Return the CPU seconds and the megabytes of a process and its descendants; pages that they
    share count once."""
    cpu = memory = 0.0
    for process in [psutil.Process(root), *psutil.Process(root).children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            cpu += times.user + times.system
            memory += process.memory_full_info().pss / 1e6
    return cpu, memory


def read_history(path: Path) -> History:
    history = History()
    for line in path.read_text().splitlines():
        one = json.loads(line)
        if "lease" in one:
            history.add(Lease(**one["lease"]))
        else:
            history.add(Submission(**one["submission"]))
    return history


def report(folder: Path, campaign: Campaign, meter: Meter, settled: float, slowest: float) -> int:
    """Print the tables and return the exit code."""
    with (folder / "locust_stats.csv").open() as file:
        rows = {row["Name"]: row for row in csv.DictReader(file)}
    show_operations(list(rows.values()))
    for line in meter.lines():
        show(line)
    history = read_history(folder / "history.jsonl")
    folds = AgreementState.objects.get(campaign=campaign).version
    show(
        f"{len(history.acknowledged())} submissions acknowledged, {Judgment.objects.count()} "
        f"stored, {folds} folds, settled {settled:.1f} s after the end"
    )
    found = violations(history, [campaign])
    show(f"checker: {len(found)} violations of the invariants")
    for violation in found[:20]:
        show(f"  {violation}")
    errors = int(rows["Aggregated"]["Failure Count"])
    slow = "submit" not in rows or float(rows["submit"]["95%"]) >= slowest
    if errors:
        show((folder / "locust.log").read_text()[-3000:])
    return int(bool(found) or bool(errors) or slow)


def show_operations(rows: Sequence[Mapping[str, str]]) -> None:
    show(
        f"{'operation':18}{'requests':>9}{'errors':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}  ms"
    )
    for row in rows:
        times = "".join(f"{float(row[name]):8.0f}" for name in OPERATIONS)
        show(f"{row['Name']:18}{row['Request Count']:>9}{row['Failure Count']:>8}{times}")


def show(line: str) -> None:
    print(line, flush=True)  # noqa: T201
