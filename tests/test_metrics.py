"""Metrics: what is counted, what a scrape costs, and that dashboard and alerts name what exists."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from annotation.models import Enrolment, Heartbeat, LedgerEntry, Snapshot
from annotation.services.errors import NothingLeft
from annotation.services.health import beat_heart
from annotation.services.monitoring.counters import REQUESTS, SECONDS, TASKS
from annotation.services.work.claim import claim_hit
from annotation.web.metrics import money
from config.celery import app
from tasks.fold import fold as fold_task
from tests.helpers.factories import (
    enrol,
    judge_all_at_random,
    judge_rest,
    make_campaign,
    make_dataset,
)
from tests.helpers.queries import assert_max_queries
from tests.permissions.routes import ROUTES

pytestmark = pytest.mark.django_db
ROOT = Path(settings.BASE_DIR)
MONITORING = ROOT / "monitoring"


def fold(campaign_id: int) -> None:
    """Fold with the task of our own Celery application, as a worker does."""
    app.tasks[fold_task.name](campaign_id)


@pytest.fixture
def client() -> Client:
    money._read_at = float("-inf")
    return Client()


def scrape(client: Client) -> list[Sample]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return [sample for family in families for sample in family.samples]


def value(samples: list[Sample], name: str, **labels: str) -> float:
    found = [one.value for one in samples if one.name == name and one.labels == labels]
    return found[0] if found else 0.0


def test_claims_and_submissions_are_counted_by_outcome(client: Client) -> None:
    campaign = make_campaign(make_dataset(3), redundancy=2)
    before = scrape(client)
    enrolment = enrol(campaign)
    judge_rest(enrolment)
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=enrolment.pk)
    after = scrape(client)

    def grown(name: str, outcome: str) -> float:
        return value(after, name, outcome=outcome) - value(before, name, outcome=outcome)

    assert grown("midpath_submits_total", "stored") == 3
    assert grown("midpath_claims_total", "given") == 3
    assert grown("midpath_claims_total", "nothing_left") >= 1
    assert value(after, "midpath_judgments") == 3
    assert value(after, "midpath_open_assignments") == 0
    assert value(after, "midpath_unfolded_judgments") == 3


def test_requests_are_counted_by_route_and_never_by_address(client: Client) -> None:
    for path in ("/", "/nowhere/17", "/w/secret-code/", "/health/live/"):
        client.get(path, {"PROLIFIC_PID": "5f0a"})
    client.generic("PURGE", "/")
    samples = [one for one in scrape(client) if one.name.startswith("midpath_request")]
    routes = {one.labels["route"] for one in samples}
    assert {"home", "none", "live"} <= routes
    assert {one.labels["method"] for one in samples if "method" in one.labels} <= {
        *("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other")
    }
    assert routes <= {"none", *ROUTES}
    assert not [one for one in samples if "secret-code" in str(one.labels)]
    buckets = [one for one in samples if one.name == "midpath_request_seconds_bucket"]
    assert {one.labels["le"] for one in buckets} == {*map(str, SECONDS), "+Inf"}


def test_money_is_summed_by_currency_without_programs(client: Client) -> None:
    dataset = make_dataset(2)
    for currency, reward in (("USD", "0.10"), ("GBP", "0.25")):
        campaign = make_campaign(dataset, reward=Decimal(reward), currency=currency)
        enrolment = enrol(campaign)
        judge_rest(enrolment)
        approve = {"kind": "approved", "judgments": 2, "amount": 2 * Decimal(reward)}
        LedgerEntry.objects.create(enrolment=enrolment, campaign=campaign, **approve)
        simulated = enrol(campaign)
        judge_rest(simulated)
        Enrolment.objects.filter(pk=simulated.pk).update(of_program=True)
    samples = scrape(client)
    found = {
        (one.labels["currency"], one.labels["state"]): round(one.value, 6)
        for one in samples
        if one.name == "midpath_money"
    }
    expected = {"earned": 2, "approved": 2, "paid": 0, "owed": 2}
    assert found == {
        (currency, state): round(times * reward, 6)
        for currency, reward in (("USD", 0.1), ("GBP", 0.25))
        for state, times in expected.items()
    }


def test_jobs_and_queues_are_reported_by_kind_and_lane(client: Client) -> None:
    campaign = make_campaign(make_dataset(2))
    job = Snapshot.objects.create(campaign=campaign, dataset=campaign.dataset)
    Snapshot.objects.filter(pk=job.pk).update(beat_at=F("beat_at") - timedelta(seconds=30))
    samples = scrape(client)
    assert value(samples, "midpath_jobs", kind="snapshot", status="waiting") == 1
    assert value(samples, "midpath_queue_age_seconds", lane="files") >= 30
    assert value(samples, "midpath_queue_age_seconds", lane="reports") == 0


def test_tasks_are_counted_by_outcome(client: Client) -> None:
    before = scrape(client)
    fold(make_campaign(make_dataset(1)).pk)
    with pytest.raises(ZeroDivisionError):
        fold_failing()
    after = scrape(client)
    for outcome in ("done", "failed"):
        labels = {"task": "tasks.fold", "outcome": outcome}
        grown = value(after, "midpath_tasks_total", **labels)
        assert grown - value(before, "midpath_tasks_total", **labels) == 1


def fold_failing() -> None:
    def fail(campaign_id: int, *, wait: bool) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tasks.fold._gather", lambda campaign_id: None)
        patch.setattr("tasks.fold.fold_once", fail)
        fold(0)


@pytest.mark.parametrize("campaigns", [1, 4])
def test_a_scrape_costs_the_same_queries_for_any_number_of_campaigns(
    client: Client, campaigns: int
) -> None:
    dataset = make_dataset(2)
    for _ in range(campaigns):
        judge_all_at_random(make_campaign(dataset, redundancy=2), workers=2, seed=3)
    beat_heart("sweep")
    scrape(client)
    with assert_max_queries(50) as made:
        scrape(client)
    own = [one["sql"] for one in made.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(own) <= 23, own
    assert not [sql for sql in own if "annotation_ledgerentry" in sql], "money rests a minute"


def test_a_lost_database_is_a_figure(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Heartbeat.objects, "exists", gone)
    samples = scrape(client)
    assert value(samples, "midpath_check_problem", check="database", effect="not_ready") == 1
    assert not [one for one in samples if one.name == "midpath_judgments"]


# Selectors of metrics in PromQL, matchers of labels, and labels by which sums are grouped.
SELECTOR = re.compile(r"\b((?:midpath_|up\b)\w*)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
GROUPED = re.compile(r"\bby\s*\(([^)]*)\)")
LEGEND = re.compile(r"{{\s*(?:\$labels\.)?(\w+)\s*}}")


def queries() -> Iterator[tuple[str, list[str]]]:
    """Yield each query of the dashboard and the alerts, and the texts that show its labels."""
    for panel in json.loads((MONITORING / "grafana.json").read_text())["panels"]:
        for target in panel["targets"]:
            yield target["expr"], LEGEND.findall(target["legendFormat"])
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"], re.findall(r"\$labels\.(\w+)", str(rule["annotations"]))


def faults_of(query: str, shown: list[str], samples: list[Sample]) -> Iterator[str]:
    """Yield what a query names that a scrape does not contain."""
    labels: set[str] = set()
    selectors = SELECTOR.findall(query)
    if not selectors:
        yield f"{query}: no metric"
    for name, matchers in selectors:
        named = [one.labels for one in samples if one.name == name]
        if not named:
            yield f"{query}: no metric {name}"
        labels.update(*named)
        for label, how, wanted in MATCHER.findall(matchers):
            values = [one[label] for one in named if label in one]
            pattern = wanted if "~" in how else re.escape(wanted)
            if not values or (how[0] == "=" and not any(re.fullmatch(pattern, v) for v in values)):
                yield f"{query}: no {label}{how}{wanted}"
    grouped = [one.strip() for part in GROUPED.findall(query) for one in part.split(",")]
    yield from (f"{query}: no label {one}" for one in grouped if one not in labels)
    yield from (f"{query}: {one} is not shown" for one in shown if one not in grouped)


def test_dashboard_and_alerts_name_what_a_scrape_contains(client: Client) -> None:
    campaign = make_campaign(make_dataset(2), reward=Decimal("0.1"))
    judge_rest(enrol(campaign))
    fold(campaign.pk)
    beat_heart("sweep")
    client.get("/research/")
    client.post(f"/w/{campaign.code}/hit/1/submit/", content_type="application/json")
    TASKS.labels("tasks.fold", "failed")
    REQUESTS.labels("GET", "home", "503")
    Snapshot.objects.create(campaign=campaign, dataset=campaign.dataset)
    samples = scrape(client)
    listed = list(queries())
    assert len(listed) > 20
    assert [fault for one, shown in listed for fault in faults_of(one, shown, samples)] == []


def test_a_query_of_something_else_is_found() -> None:
    samples = [Sample("midpath_jobs", {"kind": "snapshot"}, 1.0)]
    assert list(faults_of('max by (kind) (midpath_jobs{kind="snapshot"})', ["kind"], samples)) == []
    for wrong in (
        "midpath_job",
        'midpath_jobs{kind="other"}',
        'midpath_jobs{lane="x"}',
        "sum by (lane) (midpath_jobs)",
        "1",
    ):
        assert list(faults_of(wrong, [], samples)), wrong
    assert list(faults_of("midpath_jobs", ["kind"], samples)), "kind is not grouped by"


def test_the_panels_do_not_overlap() -> None:
    panels = json.loads((MONITORING / "grafana.json").read_text())["panels"]
    places = [(one["gridPos"]["x"], one["gridPos"]["y"]) for one in panels]
    assert len(set(places)) == len({one["id"] for one in panels}) == len(panels)


@pytest.mark.long
def test_promtool_accepts_the_alerts() -> None:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("there is no promtool (Debian's package prometheus)")
    command = [program, "check", "rules", str(MONITORING / "alerts.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "SUCCESS: 10 rules found" in done.stdout
