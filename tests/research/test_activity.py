"""The first pages of researchers: what goes on, what waits, and the steps of a study."""

import re
from typing import Any

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign, Decision, ItemSummary, Judgment, Message
from annotation.research.project.activity import judged_today
from annotation.services.progress.figure_history import agreement_points
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.pages import read, read_words
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.django_db


def context_of(client: Client, address: str) -> Any:
    return client.get(address).context


def test_a_project_shows_the_agreement_and_course_of_each_campaign(
    study: Study, owner: Client
) -> None:
    rows = context_of(owner, f"/research/projects/{study.project.pk}/")["activity"]
    by_campaign = {row.campaign.pk: row for row in rows}
    row = by_campaign[study.flat.pk]
    figures = study.flat.agreement.figures
    assert row.cell.value == f"{figures['alpha']['d1']['value']:.3f}".replace("-", "−")
    assert row.cell.verdict is not None
    points = [one for one in agreement_points(study.flat) if one.readings[0].value is not None]
    assert (row.spark is None) == (len(points) < 2)
    assert row.today == Judgment.objects.filter(campaign=study.flat).count()
    assert by_campaign[study.draft.pk].cell is None


def test_judgments_of_yesterday_are_not_of_today(study: Study) -> None:
    rows = Judgment.objects.filter(campaign=study.flat)
    before = rows.count()
    assert judged_today([study.flat.pk]) == {study.flat.pk: before}
    first = rows.order_by("pk")[0]
    with_times = Judgment.objects.filter(pk=first.pk)
    with_times.update(submitted_at="2026-01-01T00:00:00Z")
    assert judged_today([study.flat.pk]) == {study.flat.pk: before - 1}


def test_undecided_items_and_messages_wait_until_they_are_dealt_with(
    study: Study, owner: Client
) -> None:
    address = f"/research/projects/{study.project.pk}/"
    campaigns = Campaign.objects.filter(dataset__project=study.project)
    undecided = ItemSummary.objects.filter(campaign__in=campaigns, undecided=True)
    Message.objects.create(
        enrolment=(enrolment := study.flat.enrolments.order_by("pk")[0]),
        campaign=study.flat,
        sender=Message.Sender.WORKER,
        text="Is a name one part?",
        key="00000000-0000-4000-8000-000000000001",
    )
    found = {one.kind: one for one in context_of(owner, address)["waiting"]}
    expected = undecided.exclude(hit__in=Decision.objects.final().values("hit")).count()
    assert {kind: one.count for kind, one in found.items()} == (
        {"Undecided": expected, "Messages": 1} if expected else {"Messages": 1}
    )
    enrolment.messages.update(settled_at="2026-01-01T00:00:00Z")
    assert "Messages" not in read(owner, address).partition("waiting-for")[2]


def test_the_steps_tick_themselves(study: Study, owner: Client) -> None:
    project = make_project(study.owner)
    address = f"/research/projects/{project.pk}/"
    steps = context_of(owner, address)["checklist"]
    assert (steps.done, steps.next.name, steps.next.verb) == (0, "Add data", "Add data")
    make_dataset(2, project=project)
    steps = context_of(owner, address)["checklist"]
    assert (steps.done, steps.next.name) == (1, "Set up the task")
    shown = context_of(owner, f"/research/projects/{study.project.pk}/")["checklist"]
    assert shown.campaign == study.draft
    assert shown.next.name == "Try it"
    AuditEvent.objects.create(
        verb="campaign.dry_run", project=study.project, campaign=study.draft, user=study.owner
    )
    shown = context_of(owner, f"/research/projects/{study.project.pk}/")["checklist"]
    assert shown.next.name == "Launch"
    assert re.search("Review and launch", read_words(owner, shown_at(study)))


def shown_at(study: Study) -> str:
    return f"/research/projects/{study.project.pk}/"


def test_projects_show_live_agreement_and_cost_the_same(study: Study, owner: Client) -> None:
    [row] = context_of(owner, "/research/")["going_on"]
    assert row.project == study.project
    assert row.newest.campaign.status == "live"
    assert row.newest.cell.defined
    live = Campaign.objects.filter(dataset__project=study.project, status="live")
    assert row.today == Judgment.objects.filter(campaign__in=live).count()
    with assert_queries(11):
        owner.get("/research/")
    make_project(study.owner)
    with assert_queries(11):
        owner.get("/research/")
