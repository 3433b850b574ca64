"""A budget that is used up: the join page promises nothing and leads back to the platform, and
workers who are joining are given no more unpaid steps."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation.models import Campaign, Enrolment, PracticeTask
from annotation.services.campaigns.consent_texts import change_consent
from annotation.services.campaigns.quiz_questions import read_quiz
from annotation.services.errors import BudgetUsedUp
from annotation.services.pay.budgets import set_budget
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from tests.helpers.factories import judge_many, make_user
from tests.services.test_own_answers import FIRST_APART
from tests.services.test_practice import practising
from tests.services.test_quiz import TEXT
from tests.worker.browser import Browser
from tests.worker.platform_return import PLACE, campaign_of, kind_of, limit, sent_as, text_of
from tests.worker.test_quiz import RIGHT

pytestmark = pytest.mark.long
IDS = {"PROLIFIC_PID": "p 9", "STUDY_ID": "study&1", "SESSION_ID": "session/9"}
JOIN = {"worker": "p 9", "source": "prolific"}
NO_MONEY = "The budget has run out for now"
START = "Start</button>"
AGREE = {"version": "1", "answer": "agree"}
QUIZ: dict[str, Any] = {"quiz": read_quiz(TEXT), "quiz_tries": 2}


def paid(budget: str = "0.10", **terms: Any) -> Campaign:
    campaign = campaign_of(reward="0.05", currency="USD", **terms)
    limit(campaign, budget)
    return Campaign.objects.get(pk=campaign.pk)


def use_up(campaign: Campaign) -> None:
    judge_many(sent_as(campaign, "p 1"), 2)


def open_join_page(campaign: Campaign, client: Client) -> tuple[Browser, str]:
    browser = Browser(client, campaign.code)
    return browser, text_of(browser.follow(**IDS))


class TestJoinPage:
    @pytest.mark.quick
    @pytest.mark.parametrize("of_project", [False, True])
    def test_offers_the_screen_out_code(self, client: Client, of_project: bool) -> None:
        campaign = campaign_of(reward="0.05", currency="USD")
        limit(campaign, "0.10", of_project=of_project)
        _, page = open_join_page(campaign, client)
        assert (START in page, "You can earn" in page) == (True, True)
        use_up(campaign)
        browser, page = open_join_page(campaign, client)
        assert NO_MONEY in page
        assert (START in page, "You can earn" in page, "$0." in page) == (False, False, False)
        assert "complete?cc=OUT7" in page
        refused = browser.post("join", JOIN)
        assert refused.status_code == 409
        assert "complete?cc=OUT7" in text_of(refused)
        assert not campaign.enrolments.filter(worker__external_id="p 9").exists()
        assert Campaign.objects.get(pk=campaign.pk).worker_count == 1

    def test_it_lets_in_those_who_are_in_and_says_how_it_is(self, client: Client) -> None:
        campaign = paid()
        browser, _ = open_join_page(campaign, client)
        browser.post("join", JOIN)
        use_up(campaign)
        join_text = text_of(browser.get("join"))
        found = ("Continue" in join_text, NO_MONEY in join_text, "You can earn" in join_text)
        assert found == (True, True, False)
        page = text_of(browser.get("done"))
        assert (NO_MONEY in page, "OUT7" in page, "DONE42" in page) == (True, True, False)

    def test_a_second_visit_may_go_back_or_come_in(self, client: Client) -> None:
        campaign = paid()
        browser, _ = open_join_page(campaign, client)
        browser.post("join", JOIN)
        use_up(campaign)
        join_text = text_of(browser.follow(**IDS | {"SESSION_ID": "session/10"}))
        found = (NO_MONEY in join_text, "OUT7" in join_text, "Join as" in join_text)
        assert found == (True, True, True)
        browser.post("join", JOIN)
        page = text_of(browser.get("done"))
        assert (NO_MONEY in page, "OUT7" in page, "DONE42" in page) == (True, True, False)

    def test_a_name_may_only_come_back(self, client: Client) -> None:
        campaign = paid()
        use_up(campaign)
        browser = Browser(client, campaign.code)
        assert "Continue</button>" in text_of(browser.get("join"))
        refused = browser.post("join", {"name": "Ada"})
        assert (refused.status_code, NO_MONEY in text_of(refused)) == (409, True)

    def test_work_that_is_not_paid_needs_no_money(self, client: Client) -> None:
        campaign = campaign_of()
        limit(campaign, "0.01")
        browser, page = open_join_page(campaign, client)
        assert NO_MONEY not in page
        assert browser.post("join", JOIN).status_code == 302


class TestTheWayIn:
    @pytest.mark.quick
    def test_those_on_the_way_in_are_counted(self) -> None:
        """Two judgments are left: a third joining worker would practise for nothing."""
        campaign = paid(**QUIZ)
        sent_as(campaign, "p 1")
        second = sent_as(campaign, "p 2")
        with pytest.raises(BudgetUsedUp):
            sent_as(campaign, "p 3")
        Enrolment.objects.filter(pk=second.pk).update(turned_away_at=second.joined_at)
        sent_as(campaign, "p 3")

    def test_a_program_costs_nothing_and_joins(self) -> None:
        campaign = paid("0.01")
        who = Identity("model", "m")
        let_in(campaign=campaign, who=who, address="192.0.2.1", vouched_by=make_user())

    @pytest.mark.quick
    def test_no_step_is_required_that_leads_to_no_paid_task(self, client: Client) -> None:
        campaign = paid(consent="Agree?", **QUIZ)
        browser, _ = open_join_page(campaign, client)
        assert browser.post("join", JOIN).headers["Location"] == browser.url("consent")
        use_up_by_others(campaign)
        for step, form in (("consent", AGREE), ("instructions", {}), ("quiz", {})):
            assert browser.get(step).headers["Location"] == browser.url("done"), step
            if step != "quiz":
                assert browser.post(step, form).headers["Location"] == browser.url("done"), step
        page = text_of(browser.get("done"))
        assert (NO_MONEY in page, "please do not spend more time here" in page) == (True, True)
        assert ("OUT7" in page, "DONE42" in page) == (True, False)
        assert browser.post("next").headers["Location"] == browser.url("done")
        # With more money they continue where they stopped.
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(1))
        assert browser.post("next").headers["Location"] == browser.url("done")
        assert browser.get("done").headers["Location"] == browser.url("quiz")
        browser.post("quiz", {"number": "1", **RIGHT})
        assert browser.post("next").headers["Location"] == browser.url("hit")

    @pytest.mark.quick
    def test_practice_ends_where_the_money_does(self, client: Client) -> None:
        campaign = practising(reward="0.05", currency="USD", **PLACE)
        limit(campaign, "0.10")
        browser, _ = open_join_page(campaign, client)
        browser.post("join", JOIN)
        browser.post("instructions")
        assert browser.post("practice").headers["Location"] == browser.url("practising")
        use_up_by_others(campaign)
        task = PracticeTask.objects.filter(right=None).order_by("place")[0]
        body = {"submission_id": str(uuid4()), "payload": {"boundaries": FIRST_APART}}
        address = browser.url("check_practice", task.pk)
        answer = client.post(address, body, content_type="application/json").json()
        assert (answer["receipt"]["feedback"]["right"], answer["hit"]) == (True, None)
        for sent in (browser.get("practice"), browser.post("practice")):
            assert sent.headers["Location"] == browser.url("done")
        assert browser.get("practising").headers["Location"] == browser.url("practice")
        assert PracticeTask.objects.filter(right=None).count() == 2

    def test_nobody_waits_for_what_is_not_paid(self, client: Client) -> None:
        campaign = paid(screened=True)
        browser, _ = open_join_page(campaign, client)
        assert browser.post("join", JOIN).headers["Location"] == browser.url("waiting")
        assert browser.get("still_waiting").json() == {"waiting": True}
        use_up_by_others(campaign)
        assert browser.get("still_waiting").json() == {"waiting": False}
        assert browser.get("waiting").headers["Location"] == browser.url("done")

    def test_what_is_in_hand_is_paid(self, client: Client) -> None:
        """The budget is reserved for it, whatever is requested meanwhile."""
        campaign = paid("0.05", consent="Agree?")
        browser, _ = open_join_page(campaign, client)
        browser.post("join", JOIN)
        browser.post("consent", AGREE)
        browser.post("instructions")
        assert browser.post("next").headers["Location"] == browser.url("hit")
        change_consent(campaign=campaign, user=make_user(), text="And now?")
        assert browser.get("consent").status_code == 200
        assert kind_of(campaign.enrolments.get()) is None
        assert "You have a task open" in text_of(browser.get("done"))

    def test_without_a_code_they_must_return_their_place(self, client: Client) -> None:
        campaign = paid(screen_out_code="", **QUIZ)
        browser, _ = open_join_page(campaign, client)
        browser.post("join", JOIN)
        use_up_by_others(campaign)
        page = text_of(browser.get("done"))
        assert "You have not done a task for this submission" in page
        assert "You get your completion code" not in page


def use_up_by_others(campaign: Campaign) -> None:
    """Let a worker without entry steps give two judgments."""
    worker = let_in(
        campaign=campaign, who=Identity("api", "bot"), address="", vouched_by=make_user()
    )
    judge_many(worker, 2)
