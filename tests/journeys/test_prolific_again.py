"""A Prolific participant on a phone fails the quiz once, passes it and completes their submission;
a second visit in the same browser is a submission of its own. Prolific's payments for both and the
bonus list add up to what is owed. Once the budget is used up, the join page leads back."""

import csv
import re
from decimal import Decimal
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Request, expect

from annotation.models import Campaign, Enrolment, PlatformSession, QuizTry
from annotation.services.campaigns.quiz_questions import read_quiz
from annotation.services.pay.balance import balance_of
from annotation.services.pay.budgets import set_budget
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from tests.helpers.factories import judge_next, make_campaign, make_user
from tests.helpers.tiers import LONG, by_tier
from tests.journeys.paying import stand_in_for_prolific
from tests.journeys.researcher import sign_in
from tests.journeys.test_worker_entry import QUIZ
from tests.journeys.worker import expect_no_sideways_scroll, expect_readable, ready, tap_by_itself
from tests.services.paying import accept_all

pytestmark = pytest.mark.long
IDS = {"PROLIFIC_PID": "5f1d7a2b9c3e4d5f", "STUDY_ID": "66aa000000000001"}
PLACE, MORE = by_tier(quick=1, long=3), by_tier(quick=0, long=2)
REWARD = Decimal("0.135")
# Two submissions of three tasks are 2 × .405, for which Prolific pays 2 × .41; eight tasks are
# 1.08.
BY_PROLIFIC, LISTED = Decimal("0.82"), Decimal("0.26")
SIZES = ("five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TEXTS = [f"red shoes in size {size}" for size in SIZES]
look_at = by_tier(quick=expect_no_sideways_scroll, long=expect_readable)


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(
        texts=TEXTS[: 2 * PLACE + MORE],
        reward=str(REWARD),
        currency="USD",
        quiz=read_quiz(QUIZ),
        quiz_tries=2,
        place_hits=PLACE,
        completion_code="DONE42",
        screen_out_code="OUT7",
    )


@pytest.fixture
def taken_back(phone: Page) -> list[Request]:
    """Collect the requests with which the participant returns to a stand-in for Prolific."""
    return stand_in_for_prolific(phone)


def link(campaign: Campaign, session: str) -> str:
    return f"/w/{campaign.code}/?{urlencode({**IDS, 'SESSION_ID': session})}"


def join(phone: Page) -> None:
    look_at(phone)
    phone.get_by_role("button", name="Join as").tap()


def pass_the_quiz(phone: Page) -> None:
    """Fail once, resend the same answers, which uses up no try, and pass with the last try."""
    check = phone.get_by_role("button", name="Check my answers")
    choose(phone, "between all words", "a name")
    check.tap()
    expect(phone.get_by_text("You answered 0 of 2 correctly.")).to_be_visible()
    expect(phone.locator("input:checked")).to_have_count(0)
    look_at(phone)
    choose(phone, "between all words", "a name")
    check.tap()
    expect(phone.get_by_text("did not count as a try")).to_be_visible()
    expect(phone.locator("input:checked")).to_have_count(0)
    look_at(phone)
    choose(phone, "between parts", "a name", "a fixed phrase")
    check.tap()
    expect(phone.get_by_role("heading", name="You know the instructions")).to_be_visible()
    assert [(one.number, one.passed) for one in QuizTry.objects.all()] == [(1, False), (2, True)]
    phone.get_by_role("link", name="Continue").tap()


def choose(phone: Page, *answers: str) -> None:
    for answer in answers:
        phone.get_by_label(answer).tap()


def do_the_place(phone: Page) -> None:
    phone.get_by_role("button", name="Start").tap()
    for number in range(1, PLACE + 1):
        expect(phone.locator("#number")).to_have_text(f"Task {number} of {PLACE}")
        ready(phone)
        assert "DONE42" not in phone.content()
        tap_by_itself(phone.get_by_role("button", name="Submit, next"))
    expect(phone.locator("code", has_text="DONE42")).to_be_visible()
    look_at(phone)
    phone.get_by_role("link", name="Finish on Prolific").tap()
    expect(phone).to_have_title("Prolific")


def do_more(phone: Page, campaign: Campaign) -> None:
    """Do the remaining tasks after both submissions, for a bonus."""
    phone.goto(f"/w/{campaign.code}/done/")
    phone.get_by_role("button", name="Do more tasks").tap()
    for number in range(2 * PLACE + 1, 2 * PLACE + MORE + 1):
        expect(phone.locator("#number")).to_have_text(f"Task {number} of {2 * PLACE + MORE}")
        ready(phone)
        tap_by_itself(phone.get_by_role("button", name="Submit, next"))
    expect(phone.locator("code", has_text="DONE42")).to_be_visible()
    look_at(phone)


def take_bonus_list(page: Page, campaign: Campaign) -> list[list[str]]:
    """Return the rows of Prolific's bonus list, as the researcher downloads it."""
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    expect(page.get_by_label(f"Prolific pays USD {BY_PROLIFIC} of it through")).to_be_checked()
    look_at(page)
    page.get_by_role("button", name=re.compile(r"Create payment list\s*: Prolific")).click()
    expect(page.get_by_role("heading", level=1).last).to_contain_text(f"USD {LISTED}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Prolific’s bonus list").click()
    return list(csv.reader(download.value.path().read_text().splitlines()))


def test_a_second_visit_is_a_place_of_its_own(
    phone: Page, context: BrowserContext, campaign: Campaign, taken_back: list[Request]
) -> None:
    phone.goto(link(campaign, "first"))
    join(phone)
    phone.get_by_role("button", name="I have read the instructions").tap()
    pass_the_quiz(phone)
    do_the_place(phone)
    phone.goto(link(campaign, "second"))
    expect(phone.get_by_text("This link is for a new submission")).to_be_visible()
    expect(phone.get_by_role("link", name="Continue")).to_have_count(0)
    join(phone)
    expect(phone.get_by_role("button", name="Start")).to_be_visible()
    phone.goto(f"/w/{campaign.code}/done/")
    assert "DONE42" not in phone.content()
    phone.goto(f"/w/{campaign.code}/instructions/")
    do_the_place(phone)
    assert [one.url.partition("?")[2] for one in taken_back] == ["cc=DONE42"] * 2
    visits = PlatformSession.objects.values_list("session", "done_before")
    assert list(visits) == [("first", 0), ("second", PLACE)]
    assert Enrolment.objects.get().owing == 2 * PLACE
    if LONG:
        do_more(phone, campaign)
        accept_all(campaign)
        owner = campaign.dataset.project.memberships.get().user
        rows = take_bonus_list(sign_in(context, owner), campaign)
        assert rows == [[IDS["PROLIFIC_PID"], str(LISTED)]]
        assert BY_PROLIFIC + LISTED == balance_of(Enrolment.objects.get()).total == 8 * REWARD


def test_the_join_page_leads_back_once_the_budget_is_used_up(
    phone: Page, campaign: Campaign, taken_back: list[Request]
) -> None:
    use_up(campaign)
    phone.goto(link(campaign, "first"))
    expect(phone.get_by_text("The budget has run out for now")).to_be_visible()
    expect(phone.get_by_text("You can earn")).to_have_count(0)
    expect(phone.get_by_role("button", name="Join as")).to_have_count(0)
    look_at(phone)
    phone.get_by_role("link", name="Finish on Prolific").tap()
    expect(phone).to_have_title("Prolific")
    assert taken_back[0].url.endswith("?cc=OUT7")
    assert not PlatformSession.objects.exists()


def test_joining_ends_by_budget(phone: Page, campaign: Campaign, taken_back: list[Request]) -> None:
    phone.goto(link(campaign, "first"))
    join(phone)
    read = phone.get_by_role("button", name="I have read the instructions")
    expect(read).to_be_visible()
    use_up(campaign)
    read.tap()
    expect(phone.get_by_text("please do not spend more time here")).to_be_visible()
    look_at(phone)
    phone.get_by_role("link", name="Finish on Prolific").tap()
    expect(phone).to_have_title("Prolific")
    assert taken_back[0].url.endswith("?cc=OUT7")
    assert not QuizTry.objects.exists()


def use_up(campaign: Campaign) -> None:
    """Let a worker without entry steps do all that the budget pays for."""
    who = Identity("api", "a different participant")
    other = let_in(campaign=campaign, who=who, address="", vouched_by=make_user())
    set_budget(campaign=campaign, user=make_user(), budget=REWARD)
    judge_next(other)
