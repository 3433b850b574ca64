"""A worker's home page: work they can continue, news, their pay, decisions."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.models import Campaign, Enrolment, Worker
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.pay.batches import make_batch, settle_all
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.worker_lists import set_list
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from annotation.worker import worker_home
from tests.helpers.factories import judge_next, make_campaign, make_dataset, make_user
from tests.helpers.pages import assert_hides, assert_shows, text_of
from tests.worker.browser import Browse, Browser

pytestmark = pytest.mark.long


def page_of(client: Client) -> str:
    return text_of(client.get(reverse("worker:home")))


def offered(campaign: Campaign, **terms: Any) -> Campaign:
    """Make another campaign of the same project, offered to its workers."""
    dataset = make_dataset(["one two", "three four five"], campaign.dataset.project)
    return make_campaign(dataset, offered=True, **terms)


def own(name: str = "ada") -> Enrolment:
    return Enrolment.objects.select_related("campaign", "worker").get(worker__external_id=name)


def test_a_stranger_is_shown_how_to_come_in(campaign: Campaign) -> None:
    offered(campaign)
    page = page_of(Client())
    assert_shows(page, "No one has worked in this browser yet", "return code")
    assert_hides(page, "New for you", campaign.code)


def test_a_forged_cookie_is_a_stranger(ada: Browser) -> None:
    forger = Client()
    forger.cookies["midpath_device"] = str(own().worker_id)
    assert "No one has worked in this browser yet" in page_of(forger)


def test_it_shows_what_is_in_hand_and_one_button_leads_back(ada: Browser) -> None:
    page = page_of(ada.client)
    assert "You have a task open: 10 minutes left." in page or "9 minutes" in page
    assert "Continue your task" in page
    answer = ada.post("resume", {"as": str(own().pk)})
    assert (answer.status_code, answer.headers["Location"]) == (302, ada.url("hit"))


def test_a_browser_without_the_campaigns_cookie_uses_the_devices(ada: Browser) -> None:
    del ada.client.cookies["midpath_worker"]
    assert ada.get("hit").headers["Location"] == ada.url("join")
    assert ada.post("resume").headers["Location"] == ada.url("hit")
    assert ada.get("hit").status_code == 200


@pytest.mark.quick
def test_nobody_goes_on_as_somebody_else(browse: Browse, ada: Browser) -> None:
    eve = browse("eve")
    del eve.client.cookies["midpath_worker"]
    assert eve.post("resume", {"as": str(own().pk)}).headers["Location"] == eve.url("join")
    assert "midpath_worker" not in eve.client.cookies
    for wrong in ("x", "9" * 30, "-1"):
        assert eve.post("resume", {"as": wrong}).status_code == 302


def test_nobody_sees_what_is_another_workers(browse: Browse, ada: Browser) -> None:
    give_bonus(enrolment=own(), user=make_user(), amount=Decimal(1), reason="quick and careful")
    assert "quick and careful" in page_of(ada.client)
    assert "quick and careful" not in page_of(browse("eve").client)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda one, user: exclude_worker(enrolment=one, user=user, reason="r"), "has ended"),
        (
            lambda one, user: close_campaign(campaign=one.campaign, user=user),
            "This work has ended.",
        ),
        (lambda one, user: pause_campaign(campaign=one.campaign, user=user), "The work is paused"),
        (
            lambda one, user: Campaign.objects.update(most_hits_per_worker=1),
            "the maximum number of tasks",
        ),
        (
            lambda one, user: Campaign.objects.update(opens_at=timezone.now() + timedelta(days=1)),
            "The work starts on",
        ),
        (
            lambda one, user: Campaign.objects.update(closes_at=timezone.now()),
            "This work has ended.",
        ),
        (lambda one, user: Campaign.objects.update(most_project_hits=1), "1 task in this study"),
        (lambda one, user: Enrolment.objects.update(nothing_left_at=0), "No tasks right now"),
    ],
)
def test_it_says_why_there_is_nothing_to_go_on_with(
    browse: Browse, change: Callable[[Enrolment, Any], object], sentence: str
) -> None:
    ada = browse("ada")
    judge_next(own())
    assert "The next task is ready" in page_of(ada.client)
    change(own(), make_user())
    page = page_of(ada.client)
    assert sentence in page
    assert "The next task is ready" not in page
    assert "Nothing to do right now" in page


def test_a_budget_that_is_used_up_is_reported(browse: Browse) -> None:
    ada = browse("ada", within=make_campaign(redundancy=2, reward="0.06", budget="0.06"))
    assert "The next task is ready" in page_of(ada.client)
    judge_next(own())
    assert "The budget has run out" in page_of(ada.client)


def test_a_step_that_is_missing_is_named(browse: Browse) -> None:
    ada = browse("ada", within=make_campaign(redundancy=2, consent="You may stop.", screened=True))
    assert "Before the first task: wait until a researcher approves you." in page_of(ada.client)
    Enrolment.objects.update(approved_at=timezone.now())
    assert "Before the first task: read the consent text." in page_of(ada.client)
    assert ada.post("resume").headers["Location"] == ada.url("consent")


def test_pay_and_decisions_are_shown_with_their_reasons(browse: Browse) -> None:
    campaign = make_campaign(redundancy=2, reward="0.06")
    ada = browse("ada", within=campaign)
    user = make_user()
    for review, reason in (("accepted", ""), ("rejected", "nothing was cut")):
        receipt = judge_next(own())
        judgment = own().assignments.get(pk=receipt.assignment_id).judgment
        review_judgment(judgment=judgment, user=user, review=review, reason=reason)
    batch = make_batch(campaign=campaign, user=user, source="link")
    settle_all(batch=batch, user=user, paid=True)
    page = page_of(ada.client)
    assert "<dt>Earned</dt><dd><bdi>$0.06</bdi>" in page
    assert "<dt>Paid</dt><dd><bdi>$0.06</bdi>" in page
    assert_shows(page, "<dt>Not paid yet</dt><dd><bdi>$0.00</bdi>", "nothing was cut")
    assert batch.lines.get().reference in page
    assert batch.lines.get().reference in text_of(ada.get("earnings"))


def test_sums_are_shown_for_each_currency(browse: Browse, campaign: Campaign) -> None:
    ada = browse("ada")
    euros = offered(campaign, reward="1", currency="EUR")
    Browser(ada.client, euros.code).post("join", {"worker": "ada"})
    for enrolment in Enrolment.objects.select_related("campaign"):
        judge_next(enrolment)
    page = page_of(ada.client)
    assert "<dt>Earned</dt><dd><bdi>EUR 1.00</bdi>" in page
    assert "<dt>Earned</dt><dd><bdi>$0.06</bdi>" in page


@pytest.mark.quick
class TestOffers:
    def test_only_what_is_offered_is_shown(self, browse: Browse, campaign: Campaign) -> None:
        ada = browse("ada")
        hidden = make_campaign(campaign.dataset)
        shown = offered(campaign, reward="0.50")
        page = page_of(ada.client)
        assert_shows(page, shown.code, "$0.50")
        assert hidden.code not in page

    def test_who_joined_it_is_not_offered_it(self, browse: Browse, campaign: Campaign) -> None:
        ada = browse("ada")
        other = Browser(ada.client, offered(campaign).code)
        assert "New for you" in page_of(ada.client)
        assert "Join as <bdi>ada</bdi>" in text_of(other.get("join"))
        other.post("join", {"worker": "ada", "source": "link"})
        assert Enrolment.objects.filter(worker__external_id="ada").count() == 2
        assert "New for you" not in page_of(ada.client)

    @pytest.mark.parametrize(
        "terms",
        [
            {"most_workers": 5, "worker_count": 5},
            {"status": "paused"},
            {"link_trust": "signed"},
            {"opens_at": timezone.now() + timedelta(days=1)},
            {"closes_at": timezone.now() - timedelta(days=1)},
            {"qualifications": {"more_tasks_than": 5}},
            {"qualifications": {"countries": ["IN"]}},
            {"offered": False},
        ],
    )
    def test_what_does_not_let_them_in_is_not_offered(
        self, browse: Browse, campaign: Campaign, terms: dict[str, Any]
    ) -> None:
        ada = browse("ada")
        other = offered(campaign)
        assert other.code in page_of(ada.client)
        Campaign.objects.filter(pk=other.pk).update(**terms)
        assert other.code not in page_of(ada.client)

    def test_a_list_hides_it_from_those_not_on_it(self, browse: Browse, campaign: Campaign) -> None:
        ada, eve = browse("ada"), browse("eve")
        other = offered(campaign)
        set_list(campaign=other, user=make_user(), side="in", written="eve")
        assert other.code not in page_of(ada.client)
        assert other.code in page_of(eve.client)

    def test_too_small_a_budget_is_not_offered(self, browse: Browse, campaign: Campaign) -> None:
        ada = browse("ada")
        assert offered(campaign, reward="1", budget="0.50").code not in page_of(ada.client)

    def test_others_are_offered_nothing(self, browse: Browse, campaign: Campaign) -> None:
        ada = browse("ada")
        assert make_campaign(offered=True).code not in page_of(ada.client)
        offered(campaign)
        assert "New for you" in page_of(ada.client)
        Worker.objects.update(source="prolific")
        assert "New for you" not in page_of(ada.client)


def test_more_work_costs_no_more_queries(browse: Browse, campaign: Campaign) -> None:
    ada = browse("ada")
    terms: dict[str, Any] = {"not_who_did": [campaign.pk], "only_who_passed": [campaign.pk]}
    terms |= {"more_tasks_than": 1, "approved_above": "0.5", "countries": ["IN"]}

    def more() -> None:
        other = Browser(ada.client, offered(campaign, reward="1", currency="EUR").code)
        other.post("join", {"worker": "ada"})
        give_bonus(
            enrolment=Enrolment.objects.select_related("campaign__dataset").latest("pk"),
            user=make_user(),
            amount=Decimal(1),
            reason="r",
        )
        offered(campaign, qualifications=terms)
        offered(campaign)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            page_of(ada.client)
        return len(found)

    more()
    few = queries()
    for _ in range(4):
        more()
    assert queries() == few <= 19


@pytest.mark.quick
def test_leaving_forgets_everybody_in_every_campaign(
    browse: Browse, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_home, "MAX_FORGOTTEN", 2)
    ada = browse("ada")
    codes = {campaign.code}
    for _ in range(4):
        other = offered(campaign)
        codes.add(other.code)
        Browser(ada.client, other.code).post("join", {"worker": "ada"})
    address, forgotten = reverse("worker:leave_all"), set()
    for _ in range(5):
        answer = ada.client.post(address)
        forgotten |= {
            one["path"]
            for one in answer.cookies.values()
            if one.key == "midpath_worker" and not one.value and one["max-age"] == "0"
        }
        if answer.status_code == 302:
            break
        assert answer.status_code == 307
        address = answer.headers["Location"]
    assert forgotten == {f"/w/{code}/" for code in codes}
    assert answer.headers["Location"] == reverse("worker:home")
    assert "No one has worked in this browser yet" in page_of(ada.client)
    assert ada.get("hit").headers["Location"] == ada.url("join")


def test_its_language_can_be_chosen(ada: Browser) -> None:
    address = reverse("worker:own_language")
    assert ada.client.post(address, {"language": "xx"}).status_code == 400
    assert ada.client.post(address, {"language": "ar"}).headers["Location"] == "/w/"
    assert_shows(page_of(ada.client), '<html lang="ar" dir="rtl">', "عملك")
    assert ada.client.get(address).status_code == 405


def test_what_researchers_wrote_is_escaped(browse: Browse) -> None:
    ada = browse("ada", within=make_campaign(title="<b>bold</b>", reward="1"))
    give_bonus(enrolment=own(), user=make_user(), amount=Decimal(1), reason="<i>well</i>")
    assert_shows(page_of(ada.client), "&lt;b&gt;bold", "&lt;i&gt;well")
