"""Joining in a browser, if a campaign only requires reading the instructions."""

from django.test import Client

from annotation.models import Assignment, Campaign
from tests.helpers.factories import make_campaign
from tests.helpers.pages import text_of
from tests.worker.browser import Browse, Browser


def test_without_steps_the_join_page_has_the_instructions_and_leads_to_a_task(
    campaign: Campaign, client: Client
) -> None:
    ada = Browser(client, campaign.code)
    page = text_of(ada.follow(worker="ada"))
    assert "Start</button>" in page
    assert "An example" in page
    assert "Step 1" not in page
    assert not Assignment.objects.exists()
    assert ada.post("join", {"worker": "ada"}).headers["Location"] == ada.url("hit")
    [assignment] = Assignment.objects.all()
    assert assignment.status == "open"
    shown = text_of(ada.get("hit"))
    assert assignment.enrolment.worker.return_code in shown


def test_nothing_is_started_while_the_work_is_paused(campaign: Campaign, client: Client) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(status="paused")
    ada = Browser(client, campaign.code)
    page = text_of(ada.follow(worker="ada"))
    assert "Join as" in page
    assert "Start</button>" not in page
    assert ada.post("join", {"worker": "ada"}).headers["Location"] == ada.url("done")


def test_the_instructions_lead_back_to_the_task(browse: Browse) -> None:
    ada = browse("ada")
    page = text_of(ada.get("instructions"))
    assert "Continue your task" in page
    assert "Step 1" not in page
    assert ada.post("next").headers["Location"].endswith("/hit/")


def test_what_is_asked_before_the_first_task_has_pages_of_its_own(client: Client) -> None:
    for terms in ({"access_code": "autumn"}, {"screened": True}):
        campaign = make_campaign(**terms)
        page = text_of(Browser(client, campaign.code).follow(worker="ada"))
        assert "Join as" in page
        assert "An example" not in page
