"""A browser in which a worker proved their identity once knows them in the project's other
campaigns."""

import pytest
from django.core.signing import Signer
from django.test import Client
from pytest_django import Settings

from annotation.models import Campaign, Enrolment, Worker
from annotation.worker.device import COOKIE, MAX_WORKERS
from tests.helpers.factories import make_campaign
from tests.helpers.pages import text_of
from tests.helpers.queries import assert_queries
from tests.worker.browser import Browse, Browser


@pytest.fixture
def other(campaign: Campaign) -> Campaign:
    """Make another campaign of the same project."""
    return make_campaign(campaign.dataset)


def join_as_ada(browser: Browser) -> None:
    assert browser.post("join", {"name": "Ada"}).status_code == 302


@pytest.mark.long
def test_the_next_campaign_offers_the_name_without_a_code(browse: Browse, other: Campaign) -> None:
    first = browse()
    join_as_ada(first)
    second = Browser(first.client, other.code)
    assert "Join as <bdi>Ada</bdi>" in text_of(second.get("join"))
    join_as_ada(second)
    assert list(Enrolment.objects.values_list("worker__external_id", flat=True)) == ["Ada"] * 2
    assert Worker.objects.count() == 1


def test_another_browser_still_needs_the_code(browse: Browse, other: Campaign) -> None:
    join_as_ada(browse())
    elsewhere = browse(within=other)
    assert "Join as" not in text_of(elsewhere.get("join"))
    assert elsewhere.post("join", {"name": "Ada"}).status_code == 409


def test_who_left_the_device_needs_the_code(browse: Browse, other: Campaign) -> None:
    first = browse()
    join_as_ada(first)
    first.post("leave")
    second = Browser(first.client, other.code)
    assert "Join as" not in text_of(second.get("join"))
    assert second.post("join", {"name": "Ada"}).status_code == 409


def test_another_project_knows_nothing_of_it(browse: Browse) -> None:
    first = browse()
    join_as_ada(first)
    foreign = make_campaign()
    assert "Join as" not in text_of(Browser(first.client, foreign.code).get("join"))
    join_as_ada(Browser(Client(), foreign.code))
    assert Browser(first.client, foreign.code).post("join", {"name": "Ada"}).status_code == 409


@pytest.mark.long
def test_a_forged_cookie_proves_nothing(browse: Browse, other: Campaign) -> None:
    join_as_ada(browse())
    key = str(Worker.objects.get().pk)
    for forged in (key, f"{key}:x:y", Signer(salt="annotation.worker").sign(key), "é", "1,2,,"):
        forger = browse(within=other)
        forger.client.cookies[COOKIE] = forged
        assert "Join as" not in text_of(forger.get("join"))
        assert forger.post("join", {"name": "Ada"}).status_code == 409


@pytest.mark.long
def test_the_cookie_is_hidden_from_scripts_and_small(settings: Settings, browse: Browse) -> None:
    settings.BEHIND_HTTPS = True
    browser = browse()
    for number in range(MAX_WORKERS + 3):
        browser.post("join", {"name": f"Ada {number}"})
    cookie = browser.client.cookies[COOKIE]
    assert (cookie["path"], cookie["samesite"]) == ("/w/", "Lax")
    assert cookie["httponly"]
    assert cookie["secure"]
    assert cookie.value.split(":")[0].count(",") == MAX_WORKERS - 1


@pytest.mark.long
def test_the_join_page_costs_a_query_more_at_most(browse: Browse, other: Campaign) -> None:
    first = browse()
    for number in range(5):
        first.post("join", {"name": f"Ada {number}"})
    with assert_queries(2):
        page = Browser(first.client, other.code).get("join")
    assert text_of(page).count("Join as") == 3
    with assert_queries(1):
        browse(within=other).get("join")
