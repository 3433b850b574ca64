"""Members with few capabilities walk through all that they are shown: a viewer and an auditor, in a
browser."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Heartbeat, Judgment
from annotation.services.accounts.members import change_member
from annotation.services.decisions.decide import accept_judgment
from annotation.services.lifecycle.archive import archive
from annotation.services.lifecycle.deletion import delete
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers import evidence
from tests.helpers.addons import made_of_addons
from tests.helpers.factories import make_campaign, make_dataset
from tests.journeys.researcher import sign_in
from tests.journeys.walking import Walk
from tests.journeys.worker import expect_accessible
from tests.research.study import TEXTS, Study, judge_all, make_study

NOTE = "As chapter nine says"
# What members do for themselves, whatever their role.
OF_THEIR_OWN = {
    *("account_logout", "research:dismiss_hint", "research:restore_hints"),
    *("research:tokens", "research:revoke_token", "research:leave_project"),
    *("account_tokens", "research:new_project", "research:projects"),
}
# What auditors never see: words of texts and answers, notes on them, and workers' identities.
OF_TEXTS = (*TEXTS, "first aid", "barbie", "wine", *evidence.SENTENCES, evidence.QUESTION, NOTE)
OF_WORKERS = re.compile(r"\bworker \d|\b(?:w1|w2|judge[ab])\b", re.IGNORECASE)
SEEN = {
    *("research:campaign", "research:decisions", "research:planner"),
    *("research:audit", "research:away", "research:members", "research:search"),
}


def study_with_all() -> Study:
    """Return the study with reports, decisions, evidence and objects of add-ons."""
    study = make_study()
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() + timedelta(hours=1))
    again = make_campaign(study.dataset, name="Flat again", redundancy=2)
    for worker, cut in (("judgea", 1), ("judgeb", 0)):
        judge_all(again, worker, cut)
    lines = evidence.document(sections=evidence.sections()), evidence.question()
    questions = evidence.import_lines(*lines, project=study.project)
    with_evidence = make_campaign(
        questions, name="Evidence", scheme="evidence", settings=evidence.PLAIN, redundancy=3
    )
    evidence.judge_all(with_evidence, 3, marked={"house/1": [[2, 3], [2], []]})
    for hit in study.flat.hits.order_by("position")[:2]:
        judged = Judgment.objects.filter(hit=hit).earliest("pk")
        accept_judgment(judgment=judged, user=study.owner, note=NOTE)
    for campaign in (study.flat, study.nested, again, with_evidence):
        fold_all(campaign.pk)
        make_reports(campaign.pk)
        make_decided(campaign.pk)
    archive(thing=make_dataset(["night train"], study.project), user=study.owner)
    delete(thing=make_campaign(study.dataset, name="Never", launch=False), user=study.owner)
    made_of_addons(study.project, study.owner)
    return study


def walked(context: BrowserContext, server: str, study: Study, role: str) -> Walk:
    """Let the teammate, in this role, open all that they are shown, starting from the list of
    projects."""
    change_member(project=study.project, by=study.owner, user_id=study.teammate.pk, role=role)
    walk = Walk(sign_in(context, study.teammate), server)
    flawed = {}
    search = reverse("research:search", args=(study.project.pk,))
    for address in walk.go(reverse("research:projects"), f"{search}?q=e"):
        try:
            expect_accessible(walk.page)
        except AssertionError as error:
            flawed[address] = str(error)
    assert not flawed
    assert not walk.refused, "shown, and not there for them"
    assert set(walk.opened) >= SEEN
    return walk


@pytest.mark.long
def test_a_viewer_reads_all_that_they_are_shown_and_writes_nothing(
    context: BrowserContext, live_server: LiveServer
) -> None:
    study = study_with_all()
    walk = walked(context, live_server.url, study, "viewer")
    assert {"research:items", "research:item", "research:workers"} <= set(walk.opened)
    written = {name: where for name, where in walk.writes.items() if name not in OF_THEIR_OWN}
    assert not written, "a button that writes"
    walk.page.goto(reverse("research:decisions", args=(study.flat.pk,)))
    expect(walk.page.get_by_role("region", name="Decisions made")).to_contain_text("first aid")


def test_an_auditors_dashboard_updates(context: BrowserContext, live_server: LiveServer) -> None:
    study = make_study()
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() + timedelta(hours=1))
    change_member(project=study.project, by=study.owner, user_id=study.teammate.pk, role="auditor")
    page = sign_in(context, study.teammate)
    see_live_dashboard(page, live_server.url, study)
    expect_accessible(page)


def see_live_dashboard(page: Page, server: str, study: Study) -> None:
    """Open the dashboard and wait until it polls for newer figures."""
    with page.expect_response(server + reverse("research:live", args=(study.flat.pk,))):
        page.goto(reverse("research:campaign", args=(study.flat.pk,)))


@pytest.mark.long
def test_an_auditor_reads_figures_and_no_word_of_a_text_and_no_worker(
    context: BrowserContext, live_server: LiveServer
) -> None:
    study = study_with_all()
    walk = walked(context, live_server.url, study, "auditor")
    values = {
        address: found
        for address, body in walk.bodies.items()
        if (
            found := [text for text in OF_TEXTS if text in body]
            + [one.group() for one in OF_WORKERS.finditer(body)]
        )
    }
    assert not values
    written = {name: where for name, where in walk.writes.items() if name not in OF_THEIR_OWN}
    assert not written, "a button that writes"
    files = [address for address in walk.bodies if address.endswith(".csv")]
    decisions = reverse("research:decisions", args=(study.flat.pk,))
    assert f"{decisions}consensus.csv" in files
    walk.page.goto(decisions)
    expect(walk.page.get_by_role("heading", name="Agreement with the decisions")).to_be_visible()
    see_live_dashboard(walk.page, live_server.url, study)
