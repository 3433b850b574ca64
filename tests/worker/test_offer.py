"""The offer that workers read before they join: one submission, its hourly pay, and the
researcher."""

from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Campaign
from annotation.services.campaigns.pilot import end_pilot
from annotation.worker.terms import most_of, offer_of
from tests.helpers.factories import answer_for, make_campaign
from tests.helpers.pages import assert_shows
from tests.worker.browser import Browser
from tests.worker.test_money import words_of

NAME = "condition B, low pay"
WHO = {"researcher": "Ada Byron", "institution": "A university", "contact": "ada@example.org"}
# A submission on Prolific: 3 × .135 = .405, which is paid as .41.
PLACE: dict[str, Any] = {
    "place_hits": 3,
    "completion_code": "DONE42",
    "reward": "0.135",
    "seconds_expected": 30,
    "seconds_allotted": 600,
}
SHORT = "3 tasks, about 2 minutes, $0.41 (about $16 an hour)"
HOURLY = " (about $16 an hour)"
LIMIT = "; time limit 10 minutes per task"
MORE = "; more tasks possible"
BONUS = f"{MORE}, paid as a bonus"


def offered(**terms: Any) -> str:
    campaign = Campaign(**{"scheme": "flat", "currency": "USD", "hit_count": 7, **PLACE, **terms})
    campaign.reward = campaign._meta.get_field("reward").to_python(campaign.reward)
    return offer_of(campaign, most_of(campaign))


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({}, f"{SHORT}{LIMIT}{BONUS}"),
        ({"hit_count": 3}, f"{SHORT}{LIMIT}"),
        ({"completion_code": ""}, f"3 tasks, about 2 minutes, $0.405{HOURLY}{LIMIT}{MORE}"),
        ({"place_hits": None}, f"7 tasks, about 4 minutes, $0.945{HOURLY}{LIMIT}"),
        (
            {"place_hits": None, "most_hits_per_worker": 2},
            f"Up to 2 tasks, about 1 minute, $0.27{HOURLY}{LIMIT}",
        ),
        (
            {"place_hits": None, "place_minutes": 20},
            f"Tasks for about 20 minutes, $0.135 per task{HOURLY}{LIMIT}{BONUS}",
        ),
        (
            {"place_hits": None, "pilot_items": 2, "pilot_pauses": True},
            f"Up to 7 tasks, about 4 minutes, $0.945{HOURLY}{LIMIT}",
        ),
        ({"place_minutes": 1}, f"Up to 3 tasks, about 1 minute, $0.41{HOURLY}{LIMIT}{BONUS}"),
        ({"reward": "0"}, f"3 tasks, about 2 minutes{LIMIT}{MORE}"),
        ({"seconds_expected": None}, f"3 tasks, $0.41{LIMIT}{BONUS}"),
        ({"seconds_expected": None, "reward": 0, "hit_count": 1}, f"1 task{LIMIT}"),
        (
            {"reward": "0.05"},
            f"3 tasks, about 2 minutes, $0.15 (about $6.00 an hour){LIMIT}{BONUS}",
        ),
        (
            {"currency": "CHF"},
            f"3 tasks, about 2 minutes, 0.41 CHF (about 16 CHF an hour){LIMIT}{BONUS}",
        ),
        # The yen has no cents: 3 × 40.5 is paid as 122.
        (
            {"currency": "JPY", "reward": "40.5"},
            f"3 tasks, about 2 minutes, 122.00 JPY (about 4,860 JPY an hour){LIMIT}{BONUS}",
        ),
    ],
)
def test_one_sentence_says_what_is_offered(terms: dict[str, Any], says: str) -> None:
    assert offered(**terms) == says


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=7, name=NAME, **PLACE | WHO)


def test_the_join_page_shows_the_place_and_who_asks(campaign: Campaign) -> None:
    page = words_of(Browser(Client(), campaign.code), "join")
    assert f"{SHORT}{LIMIT}{BONUS}" in page
    assert "Researcher Ada Byron Institution A university Contact ada@example.org" in page
    assert "Number of tasks up to 7" in page
    assert "Time for each" not in page


def test_the_join_page_says_what_is_open_during_a_pilot(campaign: Campaign) -> None:
    open_now = "Tasks open now: 2. The others can follow when the researchers have looked"
    browser = Browser(Client(), campaign.code)
    Campaign.objects.filter(pk=campaign.pk).update(pilot_items=2)
    assert open_now in words_of(browser, "join")
    end_pilot(campaign=campaign, user=None)
    assert "Tasks open now" not in words_of(browser, "join")


def test_the_task_page_counts_the_place_first_and_then_all(campaign: Campaign) -> None:
    browser = Browser(Client(), campaign.code)
    browser.post("join", {"worker": "p1", "source": "prolific", "session": "s1", "study": "x"})
    browser.post("instructions")
    browser.post("next")
    assert_shows(words_of(browser, "hit"), SHORT, "Task 1 of 3")
    assert [submitted(browser) for _ in range(3)] == ["Task 2 of 3", "Task 3 of 3", "Task 3 of 3"]
    assert "Submitted 3 of 3" in words_of(browser, "done")
    browser.post("next")
    assert "Task 4 of 7" in words_of(browser, "hit")
    assert submitted(browser) == "Task 5 of 7"


def submitted(browser: Browser) -> str:
    assignment = Assignment.objects.get(status="open")
    sent = {"submission_id": str(uuid4()), "payload": answer_for(assignment)}
    words: str = browser.send(assignment, sent).json()["progress"]["words"]
    return words


@pytest.mark.parametrize("title", ["", "Search <queries>"])
def test_no_page_of_a_worker_shows_the_internal_name(campaign: Campaign, title: str) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(title=title)
    browser = Browser(Client(), campaign.code)
    pages = [browser.get("join").content.decode()]
    browser.post("join", {"name": "zoe"})
    pages.append(browser.get("instructions").content.decode())
    browser.post("instructions")
    browser.post("next")
    pages += [
        browser.get(name).content.decode()
        for name in ("hit", "done", "kept", "earnings", "questions")
    ]
    pages.append(browser.client.get(reverse("worker:home")).content.decode())
    for page in pages:
        assert NAME not in page
        assert (title or "Cutting texts") in unescape(page)
    file = browser.get("kept_file").getvalue().decode()
    assert NAME not in file
    assert f'"work":"{title or "Cutting texts"}"' in file.replace(": ", ":")
