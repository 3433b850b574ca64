"""The delay from a submit until the dashboard shows it in the figures.

A worker submits over HTTP and a real Celery worker folds. The partial that a dashboard polls every
second is polled until it shows the new version. Workers start one after the other.
"""

import http.client
import re
import time
from random import Random
from statistics import median

from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from annotation.services.work.claim import claim_hit
from bench.loop import ANSWER
from bench.site.client import WorkerClient
from bench.site.server import Server, celery, serve
from bench.site.studies import enrol, make_campaign, make_owner, tidy_up

HITS = 2_000
SUBMITS = 20
MAX_PAUSE_SECONDS = 1.0  # seconds between two workers
SECONDS_BETWEEN_POLLS = 0.005
TIMEOUT_SECONDS = 30.0
VERSION = re.compile(rb'data-version="(\d+)')


def main() -> None:
    campaign = make_campaign(HITS)
    tidy_up()
    with celery("celery"), serve("config.settings") as server:
        dashboard = Dashboard(server, campaign)
        times = [submit_and_wait(server, campaign, dashboard, turn) for turn in range(SUBMITS + 1)]
    times = times[1:]  # the first waits for the Celery workers to start
    print(f"{SUBMITS} submits, from sending one to its version on the dashboard, seconds")
    print(f"median {median(times):.2f}, longest {max(times):.2f}, shortest {min(times):.2f}")


class Dashboard:
    """The requests of a signed-in member's browser, over one connection."""

    def __init__(self, server: Server, campaign: Campaign) -> None:
        browser = Client()
        browser.force_login(make_owner(campaign.dataset.project))
        cookie = browser.cookies["sessionid"]
        self.headers = {"Cookie": f"sessionid={cookie.value}", "HX-Request": "true"}
        self.path = reverse("research:live", args=(campaign.pk,))
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=TIMEOUT_SECONDS
        )

    def version(self) -> int:
        self.connection.request("GET", self.path, headers=self.headers)
        response = self.connection.getresponse()
        body = response.read()
        found = VERSION.search(body)
        assert response.status == 200, body
        assert found is not None
        return int(found[1])


def submit_and_wait(server: Server, campaign: Campaign, dashboard: Dashboard, turn: int) -> float:
    enrolment = enrol(campaign, f"worker {turn}")
    assignment = claim_hit(enrolment_id=enrolment.pk)
    client = WorkerClient(server.port, enrolment)
    time.sleep(Random(turn).random() * MAX_PAUSE_SECONDS)
    before = dashboard.version()
    begun = time.perf_counter()
    status, answer = client.submit(assignment.pk, ANSWER)
    assert status == 201, answer
    while dashboard.version() == before:
        assert time.perf_counter() - begun < TIMEOUT_SECONDS, "The figures did not come."
        time.sleep(SECONDS_BETWEEN_POLLS)
    taken = time.perf_counter() - begun
    client.close()
    return taken
