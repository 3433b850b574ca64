"""The cost of one worker's loop: submit a HIT over HTTP and get the next in the same response.

Compared with a bare Django view that does one SELECT and one INSERT. All run in turn, round after
round, so that a busy machine slows all equally; the figures are medians over the rounds.
"""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol

from annotation.models import Enrolment, Item
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from bench.site.server import BARE, Server, serve
from bench.site.studies import WORDS, enrol, make_campaign, tidy_up

ROUNDS = 9
LOOPS = 60
SIZES = (2_000, 100_000)
DONE = 10_000
ANSWER = {"boundaries": [0, 1] * (WORDS // 2 - 1) + [0]}


class Measured(Protocol):
    def cpu_seconds(self) -> float: ...


@dataclass
class Contender:
    name: str
    server: Measured
    once: Callable[[], None]
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def run(self, loops: int = LOOPS) -> None:
        cpu, wall = self.server.cpu_seconds(), time.perf_counter()
        for _ in range(loops):
            self.once()
        self.wall.append((time.perf_counter() - wall) / loops * 1000)
        self.cpu.append((self.server.cpu_seconds() - cpu) / loops * 1000)


def main() -> None:
    campaigns = {size: make_campaign(size) for size in SIZES}
    workers = {
        f"{SIZES[0]:,} HITs, new worker": enrol(campaigns[SIZES[0]], "new"),
        f"{SIZES[1]:,} HITs, new worker": enrol(campaigns[SIZES[1]], "new"),
        f"{SIZES[1]:,} HITs, {DONE:,} done": enrol(campaigns[SIZES[1]], "busy", done=DONE),
    }
    tidy_up()
    with ExitStack() as stack:
        ours = stack.enter_context(serve("config.settings"))
        bare = stack.enter_context(serve("bench.site.bare_settings", BARE))
        contenders = [Contender("bare view", bare, stack.enter_context(bare_view(bare)))]
        for name, enrolment in workers.items():
            once = stack.enter_context(worker_loop(ours, enrolment))
            contenders.append(Contender(name, ours, once))
        for _ in range(ROUNDS + 1):
            for contender in contenders:
                contender.run()
    show(contenders)


@contextmanager
def bare_view(server: Server) -> Iterator[Callable[[], None]]:
    item = Item.objects.order_by("pk").values_list("pk", flat=True)[0]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def once() -> None:
        connection.request("GET", f"/bare/{item}/")
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, body

    yield once
    connection.close()


@contextmanager
def worker_loop(server: Server, enrolment: Enrolment) -> Iterator[Callable[[], None]]:
    client = WorkerClient(server.port, enrolment)
    assignment = claim_hit(enrolment_id=enrolment.pk).pk

    def once() -> None:
        nonlocal assignment
        status, answer = client.submit(assignment, ANSWER)
        assert status == 201, answer
        assignment = answer["hit"]["assignment"]

    yield once
    client.close()


def show(contenders: list[Contender]) -> None:
    """Print the medians without the first round, which only warms up."""
    bare = contenders[0]
    print(f"{'worker loop':32}{'CPU ms':>9}{'wall ms':>9}{'× bare CPU':>12}")
    for contender in contenders:
        print(
            f"{contender.name:32}{median(contender.cpu[1:]):9.2f}"
            f"{median(contender.wall[1:]):9.2f}{times_as_costly(contender, bare):12.2f}"
        )
    first, *others = contenders[1:]
    for other in others:
        print(f"{other.name} costs {times_as_costly(other, first):.2f} × {first.name}")


def times_as_costly(one: Contender, other: Contender) -> float:
    """Return the median ratio of their processor times in each round but the first."""
    return median(a / b for a, b in zip(one.cpu[1:], other.cpu[1:], strict=True))
