"""The response time of /health/ under the costliest posts.

Meanwhile 12 workers post the costliest answers of every scheme, each over 16 connections: refused
ones, and others to HITs that they have already judged. 95 of 100 requests should take less than 100
ms. Another worker submits one HIT after the other as intended. The server is started as in the
container, and with the stack's proxy if nginx is installed.

All of it stays on this machine and is bounded: it lasts SECONDS, with MAXIMUM posts per connection.
"""

import base64
import http.client
import json
import secrets
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache, partial
from http import HTTPStatus
from statistics import quantiles
from uuid import uuid4

from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from annotation.models import Assignment
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import submit_judgment
from bench.loop import ANSWER
from bench.site.client import WorkerClient
from bench.site.costly import Payload, Target, make_targets
from bench.site.proxy import proxy, there_is_a_proxy
from bench.site.server import serve
from bench.site.studies import enrol, make_campaign, tidy_up

NAMES, CONNECTIONS = 12, 16
SECONDS, MAXIMUM = 20, 2_000
WARMING, CALM_SECONDS = 20, 4
SECONDS_BETWEEN_CHECKS, THINKING = 0.05, 0.3
TIMEOUT = 60
PROCESSES = 2


def main() -> None:
    key = secrets.token_hex(32)
    environment = {"MIDPATH_DEBUG": "0", "MIDPATH_SECRET_KEY": key, "MIDPATH_HOSTS": "127.0.0.1"}
    with override_settings(SECRET_KEY=key):
        sieges = [make_requests(f"name {number}") for number in range(NAMES)]
        worker = enrol(make_campaign(20_000), "well-meaning")
        tidy_up()
        with ExitStack() as stack:
            server = stack.enter_context(serve("config.settings", container_command(), environment))
            port = server.port
            if there_is_a_proxy():
                port = stack.enter_context(proxy(server.port))
            submit = submitter(WorkerClient(port, worker), claim_hit(enrolment_id=worker.pk))
            for _ in range(WARMING):
                check_health(port)
            print(f"{'':<28}{'requests':>9}{'median':>9}{'p95':>9}{'longest':>9}  ms")
            measure(port, submit, "at rest", CALM_SECONDS)
            began = server.cpu_seconds()
            attackers = [begin(port, sieges[place::PROCESSES]) for place in range(PROCESSES)]
            measure(port, submit, "besieged", SECONDS)
            answers: Counter[str] = Counter()
            for attacker in attackers:
                answers.update(json.loads(attacker.communicate()[0]))
            spent = (server.cpu_seconds() - began) / max(answers.total(), 1) * 1000
    counted = ", ".join(f"{times:,} × {status}" for status, times in sorted(answers.items()))
    through = "through the proxy" if there_is_a_proxy() else "without a proxy: nginx is not here"
    print(f"{NAMES * CONNECTIONS} connections in {SECONDS} s, {through}: {counted}")
    print(f"{spent:.2f} ms of gunicorn's and PostgreSQL's processor time for each")


def container_command() -> list[str]:
    """Return the command by which the image starts gunicorn, without the bind address."""
    script = (settings.BASE_DIR / "scripts" / "serve").read_text()
    words = shlex.split(script.partition("exec ")[2].replace("\\\n", " ").replace('"$@"', ""))
    at = words.index("--bind")
    return [*words[:at], *words[at + 2 :]]


def make_requests(name: str) -> list[bytes]:
    """Return a worker's costliest posts: to a judged HIT of each scheme, and to one open HIT."""
    requests = []
    for target in targets():
        enrolment = enrol(target.campaign, name)
        judged = claim_hit(enrolment_id=enrolment.pk).pk
        submit_judgment(
            enrolment=enrolment,
            assignment_id=judged,
            submission_id=uuid4(),
            payload=target.sound,
        )
        leased = claim_hit(enrolment_id=enrolment.pk).pk
        client = WorkerClient(0, enrolment)
        posts = [(judged, target.further), *((leased, refused) for refused in target.refused)]
        requests += [as_sent(client, assignment, payload) for assignment, payload in posts]
    return requests


@cache
def targets() -> list[Target]:
    return list(make_targets())


def as_sent(client: WorkerClient, assignment: int, payload: Payload) -> bytes:
    body = json.dumps({"submission_id": str(uuid4()), "payload": payload}).encode()
    headers = {**client.headers, "Host": "127.0.0.1", "Content-Length": str(len(body))}
    path = reverse("worker:submit", args=(client.code, assignment))
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def begin(port: int, sieges: Sequence[list[bytes]]) -> "subprocess.Popen[str]":
    """Start a process that posts for these workers; each connection starts elsewhere in their
    posts."""
    requests = [request for siege in sieges for request in siege]
    turns, first = [], 0
    for siege in sieges:
        places = [*range(first, first + len(siege))]
        first += len(siege)
        for number in range(CONNECTIONS):
            at = number * len(siege) // CONNECTIONS
            turns.append(places[at:] + places[:at])
    options = {
        "port": port,
        "seconds": SECONDS,
        "most": MAXIMUM,
        "requests": [base64.b64encode(request).decode() for request in requests],
        "turns": turns,
    }
    attacker = subprocess.Popen(
        [sys.executable, "-m", "bench.site.siege"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert attacker.stdin is not None
    attacker.stdin.write(json.dumps(options))
    attacker.stdin.close()
    attacker.stdin = None
    return attacker


def submitter(client: WorkerClient, first: Assignment) -> Callable[[], int]:
    """Return a function that submits the current HIT and takes the next one from the response.

    It opens a connection for each, since people pause longer than a connection lasts.
    """
    assignment = first.pk

    def submit() -> int:
        nonlocal assignment
        status, answer = client.submit(assignment, ANSWER)
        assignment = answer["hit"]["assignment"] if status == HTTPStatus.CREATED else assignment
        client.close()
        return status

    return submit


def measure(port: int, submit: Callable[[], int], when: str, seconds: float) -> None:
    with ThreadPoolExecutor(2) as pool:
        checking = pool.submit(timed, partial(check_health, port), seconds, SECONDS_BETWEEN_CHECKS)
        submitting = pool.submit(timed, submit, seconds, THINKING)
        show(f"/health/ {when}", checking.result())
        show(f"a submit {when}", submitting.result())


def check_health(port: int) -> int:
    """Return the status of /health/, over a new connection each time, as monitoring does.

    Without beat the status is 503.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/health/")
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def timed(once: Callable[[], int], seconds: float, pause: float) -> list[float]:
    until, times = time.perf_counter() + seconds, []
    while (began := time.perf_counter()) < until:
        status = once()
        assert status in {HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.SERVICE_UNAVAILABLE}, status
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(pause)
    return times


def show(what: str, times: Sequence[float]) -> None:
    cuts = quantiles([*times, *times], n=20, method="inclusive")
    print(f"{what:<28}{len(times):>9}{cuts[9]:>9.0f}{cuts[-1]:>9.0f}{max(times):>9.0f}", flush=True)
