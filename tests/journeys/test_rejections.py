"""A researcher rejects work from Prolific with a reason whose length is counted as they type; the
worker objects on a phone with one tap; the researcher accepts the work, and compensates another
worker who was screened out."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Enrolment, LedgerEntry, User
from annotation.services.pay.balance import balance_of
from tests.helpers.factories import enrol, judge_many
from tests.journeys.conftest import PHONE, SIZES, OpenContext
from tests.journeys.paying import make_places
from tests.journeys.pressing import click
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable

pytestmark = pytest.mark.long
WHY = "Not one gap is cut in these texts, although each of them has two clear parts."
IDS = "PROLIFIC_PID=ada&STUDY_ID=s&SESSION_ID=one"


@pytest.fixture
def campaign() -> Campaign:
    made = make_places(6, 3, reward="0.05", completion_code="DONE42")
    screened = enrol(made, "bob")
    Enrolment.objects.filter(pk=screened.pk).update(stopped_at=screened.joined_at)
    screened.quiz_tries.create(number=1, answers=[[0]], right=0, of=1, passed=False)
    return made


@pytest.fixture
def desk(owner: User, open_context: OpenContext) -> Page:
    return sign_in(open_context(**SIZES["desktop"]), owner)


def test_rejecting_and_objecting(campaign: Campaign, desk: Page, open_context: OpenContext) -> None:
    phone = open_context(**PHONE).new_page()
    phone.goto(f"/w/{campaign.code}/?{IDS}")
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator("#surface .word").first).to_be_visible()
    ada = Enrolment.objects.get(worker__external_id="ada")
    judge_many(ada, 2)
    reject_all(desk, campaign)
    object_to_it(phone, campaign)
    accept_one(desk, campaign, ada)
    phone.goto(reverse("worker:earnings", args=(campaign.code,)))
    expect(phone.get_by_text("Approved after review")).to_be_visible()
    ada.refresh_from_db()
    assert balance_of(ada).owed == campaign.reward
    compensate(desk, campaign)


def reject_all(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:review_judgments", args=(campaign.pk, "rejected")))
    reason = page.get_by_label("Why")
    reason.fill(WHY)
    expect(page.get_by_text(f"{len(WHY)} of at least 100 characters")).to_be_visible()
    click(page, "button", "Reject 2 judgments", text=f"this one has {len(WHY)}.")
    expect(reason).to_have_value(WHY)
    reason.press("Control+End")
    reason.press_sequentially(" See the second example.")
    expect(page.get_by_text("of at least 100 characters")).to_have_text(
        f"{len(WHY) + 24} of at least 100 characters"
    )
    expect_readable_on_both(page)
    click(page, "button", "Reject 2 judgments", heading="2 judgments rejected")


def object_to_it(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("worker:done", args=(campaign.code,)))
    page.get_by_role("button", name="Next task").click()
    rejected = page.get_by_role("link", name="2 not accepted")
    expect(rejected).to_be_visible()
    expect_readable(page)
    rejected.click()
    section = page.get_by_role("region", name="Tasks that were not accepted")
    expect(section.get_by_role("listitem")).to_have_count(2)
    expect(section.get_by_text("text number").first).to_be_visible()
    expect_readable(page)
    section.get_by_role("button", name="Object").first.click()
    expect(
        section.get_by_text("You objected; you will find the answer under Messages")
    ).to_be_visible()
    expect_readable(page)
    page.goto(reverse("worker:questions", args=(campaign.code,)))
    expect(page.get_by_text("I object to the decision not to accept this task.")).to_be_visible()
    expect_readable(page)
    page.goto(reverse("worker:home"))
    expect(page.get_by_text("You objected")).to_be_visible()
    expect_readable(page)


def accept_one(page: Page, campaign: Campaign, ada: Enrolment) -> None:
    page.goto(reverse("research:questions", args=(campaign.pk,)))
    click(page, "link", f"worker {ada.worker.number}", text="to 1 rejection.")
    expect_readable_on_both(page)
    click(page, "button", "Accept", text="accepted, since")
    expect(page.get_by_text("unanswered")).to_have_count(0)
    expect_readable_on_both(page)


def compensate(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:workers", args=(campaign.pk,)))
    page.get_by_role("link", name="Compensation").click()
    expect_readable_on_both(page)
    expect(page.get_by_label("Select all (0 of 1 selected)")).not_to_be_checked()
    for amount in ("5.00", "0.50"):
        give(page, amount)
        if amount == "5.00":
            page.get_by_label("Select all").press("Space")
            page.get_by_role("button", name="Take back from selected workers").press("Enter")
            expect(page.get_by_text("USD 5.00 was taken back from 1 worker.")).to_be_visible()
            expect_readable_on_both(page)
            page.get_by_role("link", name="screened out").press("Enter")
    given = LedgerEntry.objects.filter(kind="compensation").order_by("pk")
    assert [one.enrolment.worker.external_id for one in given] == ["bob"] * 3
    assert [float(one.amount) for one in given] == [5, -5, 0.5]


def give(page: Page, amount: str) -> None:
    """Select all by the keyboard, read the sum, and confirm it."""
    page.get_by_label("Amount for each").fill(amount)
    page.get_by_label("Why").fill("for the time of your practice")
    click(page, "button", "Review total", text="Choose at least one worker.")
    page.get_by_label("Select all").press("Space")
    expect(page.get_by_label("Select all (1 of 1 selected)")).to_be_checked()
    page.get_by_role("button", name="Review total").press("Enter")
    sure = page.get_by_role("button", name=f"Give USD {amount} to 1 worker")
    expect(sure).to_be_visible()
    expect_readable_on_both(page)
    sure.press("Enter")
    expect(page.get_by_text(f"1 worker is given USD {amount} each.")).to_be_visible()
    expect_readable_on_both(page)
