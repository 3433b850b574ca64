"""Texts for workers about training, their progress, and their earnings."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, Campaign, Enrolment
from tests.helpers.factories import enrol
from tests.helpers.pages import assert_shows
from tests.helpers.pairs import YES
from tests.services.known import make_known
from tests.worker.browser import Browser


@pytest.fixture
def campaign() -> Campaign:
    """Make six pairs and three gold ones after a training of two."""
    return make_known(
        pairs=14,
        known=8,
        known_every=3,
        training_hits=2,
        pass_share="0.75",
        pass_after=2,
        most_workers=2,
        reward="0.05",
    )


@pytest.fixture
def newcomer(campaign: Campaign) -> Browser:
    return Browser(Client(), campaign.code)


def plain(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def words_of(browser: Browser, name: str) -> str:
    return plain(browser.get(name).content.decode())


def answer(browser: Browser) -> dict[str, object]:
    assignment = Assignment.objects.get(status="open")
    sent = {"submission_id": str(uuid4()), "payload": {"answer": YES}}
    content: dict[str, object] = browser.send(assignment, sent).json()
    return content


def test_training_and_the_mark_are_shown_before_one_joins(newcomer: Browser) -> None:
    page = words_of(newcomer, "join")
    assert_shows(page, "You start with 2 training tasks.", "You need at least 75% of them correct")
    assert "After 2 such tasks, at least 75% of them must be correct" in page
    assert "Up to 9 tasks, about 19 minutes, $0.45 (about $1.40 an hour)" in page
    assert "up to $0.55" in page


def test_progress_is_right_from_training_to_the_end(newcomer: Browser) -> None:
    newcomer.post("join", {"worker": "ada"})
    newcomer.post("next")
    assert "Training 1 of 2" in words_of(newcomer, "hit")
    shown = []
    while True:
        progress = answer(newcomer)
        shown.append(progress["progress"]["words"])  # type: ignore[index]
        if progress["hit"] is None:
            break
    assert shown[:3] == ["Training 2 of 2", "Task 1 of at most 9", "Task 2 of at most 9"]
    assert shown[-2:] == ["Task 9 of at most 9", "Task 9 of at most 9"]
    assert len(shown) == 11
    page = words_of(newcomer, "done")
    assert_shows(page, "Training 2 of 2", "Submitted 9 of at most 9", "Earned $0.55")
    assert Enrolment.objects.get().earning == 11


def test_the_way_from_training_to_work_costs_no_more_queries(newcomer: Browser) -> None:
    """All progress shown on a page is read with the worker."""
    newcomer.post("join", {"worker": "ada"})
    newcomer.post("next")
    counts = []
    for _ in range(4):
        assignment = Assignment.objects.get(status="open")
        sent = {"submission_id": str(uuid4()), "payload": {"answer": YES}}
        with CaptureQueriesContext(connection) as queries:
            newcomer.send(assignment, sent)
        counts.append(len([query for query in queries if query["sql"].startswith("SELECT")]))
    assert max(counts) <= 5, counts


def test_in_a_full_campaign_the_join_page_says_so(newcomer: Browser, campaign: Campaign) -> None:
    code = enrol(campaign, "one").worker.return_code
    enrol(campaign, "two")
    assert "This study is full" in words_of(newcomer, "join")
    refused = newcomer.post("join", {"name": "Ada"})
    assert refused.status_code == 409
    assert "This study is full" in plain(refused.content.decode())
    assert newcomer.post("join", {"worker": "one", "return_code": code}).status_code == 302


def test_who_has_done_enough_is_not_prompted_to_look_again() -> None:
    campaign = make_known(most_hits_per_worker=1, reward="0.05")
    browser = Browser(Client(), campaign.code)
    browser.post("join", {"worker": "ada"})
    browser.post("next")
    assert answer(browser)["over"]["code"] == "enough"  # type: ignore[index]
    page = words_of(browser, "done")
    assert_shows(page, "You have reached the maximum number of tasks", "Submitted 1 of at most 1")
    assert "Check again" not in page
    assert browser.post("next").headers["Location"] == browser.url("done")
