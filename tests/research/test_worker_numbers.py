"""A worker has one number: on every page, in every file, in the audit log and in the API."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analysis.exports.export_registry import export_file, exports_of
from annotation.models import Campaign, CampaignReport, Judgment, Project, User
from annotation.services.accounts.tokens import issue_token
from tests.helpers.apps import make_apps
from tests.helpers.evidence import PLAIN, document, import_lines, question
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)
from tests.helpers.figures import make_figures
from tests.helpers.pages import read, signed_in
from tests.helpers.pairs import BINARY, make_pairs
from tests.helpers.sites import make_sites, version

pytestmark = pytest.mark.long
# They judge in that order; between them is one who works elsewhere in the project only.
NUMBERS = {"cleo": 3, "ada": 1}
CALLED = ["worker 1", "worker 3"]
ANSWERS: dict[str, dict[str, Any]] = {
    "flat": {"boundaries": [0]},
    "nested": {"boundaries": [0]},
    "pair": {"answer": 0},
    "evidence": {"answerable": True, "sentences": [1]},
    "question": {"questions": ["Who reads it?", "Is it sold?"]},
    "document": version(),
}


@pytest.fixture
def user(db: None) -> User:
    return make_user()


@pytest.fixture
def project(user: User) -> Project:
    """It is not the first project here, and has earlier work."""
    for name in ("somebody", "else"):
        enrol(make_campaign(), name)
    project = make_project(user)
    before = make_campaign(make_dataset(["one two"], project), name="Before")
    for name in ("ada", "bob", "cleo"):
        enrol(before, name)
    return project


@pytest.fixture(params=ANSWERS)
def campaign(request: pytest.FixtureRequest, project: Project) -> Campaign:
    made = _campaign(request.param, project)
    for name in NUMBERS:
        enrolment = enrol(made, name)
        for _ in range(made.hit_count):
            judge_next(enrolment, ANSWERS[request.param])
    make_figures(made)
    return made


def _campaign(scheme: str, project: Project) -> Campaign:
    match scheme:
        case "pair":
            # Enough items for the workers to be in the table of agreement between workers.
            return make_campaign(make_pairs(10, project=project), scheme=scheme, settings=BINARY)
        case "evidence":
            dataset = import_lines(document(), question(), project=project)
            return make_campaign(dataset, scheme=scheme, settings=PLAIN)
        case "question":
            dataset = make_apps(project)
            return make_campaign(dataset, scheme=scheme, settings={"questions": 2}, reward="1")
        case "document":
            return make_campaign(make_sites(project), scheme=scheme)
    return make_campaign(make_dataset(["red wine"], project), scheme=scheme)


def called_in(text: str) -> list[str]:
    return sorted(set(re.findall(r"\bworker \d+", text)))


def pages(campaign: Campaign) -> Iterator[str]:
    hit = campaign.hits.order_by("position")[0]
    yield reverse("research:workers", args=(campaign.pk,))
    yield reverse("research:workers_csv", args=(campaign.pk,))
    yield reverse("research:item", args=(campaign.pk, hit.pk))
    yield reverse("research:item_history", args=(campaign.pk, hit.pk))
    if campaign.scheme == "pair":
        yield reverse("research:crowd", args=(campaign.pk,))
    if campaign.scheme in {"flat", "nested"}:
        lab = reverse("research:lab", args=(campaign.dataset.project_id,))
        yield f"{lab}?campaign={campaign.pk}"
        yield reverse("research:biases", args=(campaign.pk,))
    if campaign.scheme in {"question", "document"}:
        yield reverse("research:items", args=(campaign.pk,))


@pytest.mark.quick
@pytest.mark.few(2)
def test_pages_say_the_same_number(campaign: Campaign, user: User) -> None:
    client = signed_in(user)
    for address in pages(campaign):
        answer = read(client, address)
        assert called_in(answer) == CALLED, address


def test_audit_says_them(campaign: Campaign, user: User) -> None:
    address = reverse("research:audit", args=(campaign.dataset.project_id,))
    found = signed_in(user).get(f"{address}?everyone").content.decode()
    assert called_in(found) == ["worker 1", "worker 2", "worker 3"]
    events = campaign.audit.filter(verb="worker.joined").order_by("pk")
    assert [event.worker.number for event in events if event.worker] == [3, 1]


def test_the_api_says_them_and_finds_by_them(campaign: Campaign, user: User) -> None:
    _, key = issue_token(project=campaign.dataset.project, user=user, name="reader")
    path = f"/api/v1/campaigns/{campaign.pk}/judgments"
    bearer = {"Authorization": f"Bearer {key}"}
    every = Client().get(path, headers=bearer).json()["results"]
    named = dict(Judgment.objects.values_list("pk", "assignment__enrolment__worker__external_id"))
    assert [row["worker"] for row in every] == [NUMBERS[named[row["id"]]] for row in every]
    hers = Client().get(path, {"worker": 3}, headers=bearer).json()["results"]
    assert {named[row["id"]] for row in hers} == {"cleo"}


TABLES = ("table-judgments-jsonl",)


def test_files_say_them(campaign: Campaign) -> None:
    for name in exports_of(campaign):
        if name.startswith(("table-", "dataset", "soft-labels")) and name not in TABLES:
            continue
        found = set(_workers_in(name, export_file(campaign.pk, name).body.decode()))
        if name not in {"consensus-csv", "answer-sets", "decisions-csv", "decisions-jsonl"}:
            assert found == {"1", "3"}, name


def _workers_in(name: str, body: str) -> Iterator[str]:
    match name:
        case "gold":
            yield from json.loads(body)["workers"]
        case "judgments-csv" | "crowd-kit":
            yield from (row["worker"] for row in csv.DictReader(io.StringIO(body)))
        case "judgments-jsonl" | "questions" | "versions" | "table-judgments-jsonl":
            yield from (str(json.loads(line)["worker"]) for line in body.splitlines())
        case "evidence-jsonl" | "evidence-answered":
            [first] = [row for row in map(json.loads, body.splitlines()) if "answers" in row]
            yield from first["answers"]
        case "privacyqa" | "privacyqa-csv" | "privacyqa-answered":
            [head, *_] = body.splitlines()
            yield from re.findall(r"\b\d+\b", head)
        case "squad":
            yield from re.findall(r'"annotator":\s*"(\d+)"', body)
        case "label-studio":
            yield from (worker for task in json.loads(body) for worker in task["data"]["workers"])
        case "web-annotation":
            yield from re.findall(r'"nickname":\s*"(\d+)"', body)


def test_reports_say_them(campaign: Campaign) -> None:
    kind = {"pair": "crowd", "evidence": "evidence"}.get(campaign.scheme, "bias")
    results = CampaignReport.objects.get(campaign=campaign, kind=kind).results
    if kind == "crowd":
        results = results["worker_agreement"]
    found = [str(one["worker"]) for one in results.get("workers", ())]
    assert found == (["1", "3"] if campaign.scheme in {"flat", "nested", "pair"} else [])
