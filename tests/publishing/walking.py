"""A campaign to walk through, and a participant who completes it in a browser."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

from django.test import Client

from annotation.models import Campaign, Judgment, PracticeTask, User
from annotation.services.campaigns.campaigns import edit_campaign, launch_campaign
from annotation.services.campaigns.quiz_questions import read_quiz
from annotation.services.dry_runs.dry_runs import link_of
from tests.helpers.pages import text_of as raw_text_of
from tests.services.test_own_answers import FIRST_APART, WHOLE, draft, store_answer
from tests.worker.browser import Browser

QUIZ = """Where do you cut?
[ ] between all words
[x] between parts
> Keep words that belong together in one part."""
TERMS: dict[str, Any] = {
    "redundancy": 2,
    "reward": "0.135",
    "currency": "USD",
    "budget": "9",
    "place_hits": 3,
    "completion_code": "DONE42",
    "screen_out_code": "OUT7",
    "consent": "You may stop at any time.",
    "quiz": read_quiz(QUIZ),
    "practice": 1,
    "known_every": 3,
    "most_workers": 20,
    "joins_per_day": 20,
}


def to_walk(*, launch: bool = True, texts: int = 12, **terms: Any) -> Campaign:
    """Make a campaign with all steps before the first task and gold answers among the tasks."""
    campaign = draft(texts)
    store_answer(campaign, 1, FIRST_APART, "practice", "the first word is apart")
    for position in (2, 3):
        store_answer(campaign, position, WHOLE)
    edit_campaign(campaign=campaign, user=owner_of(campaign), **TERMS | terms)
    campaign.refresh_from_db()
    return launch_campaign(campaign=campaign, user=None) if launch else campaign


def owner_of(campaign: Campaign) -> User:
    return campaign.dataset.project.members.get(memberships__role="owner")


def text_of(response: Any) -> str:
    return " ".join(raw_text_of(response).split())


def signed_in(dry_run: Campaign) -> Browser:
    """A browser of the researcher who started a dry run."""
    browser = Browser(Client(), dry_run.code)
    assert dry_run.created_by is not None
    browser.client.force_login(dry_run.created_by)
    return browser


def open_link(dry_run: Campaign, browser: Browser | None = None) -> Browser:
    """A participant's browser at the door."""
    browser = browser or Browser(Client(), dry_run.code)
    browser.follow(**link_of(dry_run))
    return browser


def follow(browser: Browser, address: str) -> Any:
    """Open the link of another dry run in the same browser."""
    parts = urlsplit(address)
    browser.code = parts.path.strip("/").split("/")[-1]
    return browser.follow(**dict(parse_qsl(parts.query)))


def come_in(browser: Browser) -> None:
    """Do all steps before the first task."""
    who = link_of(Campaign.objects.get(code=browser.code))["PROLIFIC_PID"]
    assert browser.post("join", {"worker": who, "source": "prolific"}).status_code == 302
    assert browser.post("consent", {"answer": "agree", "version": "1"}).status_code == 302
    browser.post("instructions")
    browser.post("practice")
    task = PracticeTask.objects.get(right=None, enrolment__campaign__code=browser.code)
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": FIRST_APART}}
    address = browser.url("check_practice", task.pk)
    assert browser.client.post(address, body, content_type="application/json").status_code == 200
    browser.post("quiz", {"number": "1", "q0": "1"})


def do_the_place(browser: Browser, tasks: int = 3) -> None:
    assert browser.post("next").headers["Location"] == browser.url("hit")
    for _ in range(tasks):
        page = browser.get("hit")
        answer = browser.submit(page.context["assignment"], WHOLE)
        assert answer.status_code == 201
    judged = Judgment.objects.filter(campaign__code=browser.code)
    assert judged.count() == tasks


def walk(dry_run: Campaign, browser: Browser | None = None) -> Browser:
    """Walk from the link to the completion code."""
    browser = open_link(dry_run, browser)
    come_in(browser)
    do_the_place(browser)
    return browser
