"""A worker sees and downloads their data, withdraws and is erased, on a desktop and a phone; and an
owner erases a worker on request."""

import json
from decimal import Decimal
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Enrolment, Judgment, Worker
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.questions import answer_question, ask_question
from tests.helpers.factories import judge_many, make_campaign
from tests.journeys.conftest import SIZES, Link, OpenContext
from tests.journeys.pressing import click, press_by_keys
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import begin, expect_readable

pytestmark = pytest.mark.long

DONE = 7


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=12, name="Queries", redundancy=2, reward="0.05")


def ada() -> Enrolment:
    return Enrolment.objects.select_related("campaign", "worker").get(worker__external_id="ada")


def work(campaign: Campaign) -> None:
    """Do some tasks, ask a question, and receive a bonus."""
    owner = campaign.dataset.project.memberships.get().user
    judge_many(ada(), DONE, {"boundaries": [1, 0, 0, 1]})
    ask_question(enrolment=ada(), text="May I pause?", key=uuid4())
    answer_question(enrolment=ada(), user=owner, text="As long as you like.", key=uuid4())
    give_bonus(enrolment=ada(), user=owner, amount=Decimal("0.50"), reason="well read")
    Judgment.objects.update(active_ms=14_000)


def test_a_worker_takes_data_and_is_erased(screen: Page, link: Link, campaign: Campaign) -> None:
    begin(screen, link(campaign))
    work(campaign)
    begin(screen, link(campaign))
    screen.get_by_role("link", name="Your data · Leave the study").click()
    see_stored_data(screen)
    take_it(screen)
    withdraw(screen)
    assert Judgment.objects.counting().count() == 0
    be_erased(screen)
    assert not Worker.objects.filter(external_id="ada").exists()
    screen.goto(link(campaign).split("?")[0])
    expect(screen.get_by_role("button", name="Start")).to_be_visible()
    assert "ada" not in screen.content()


def see_stored_data(page: Page) -> None:
    expect(page.get_by_role("heading", name="Your data")).to_be_visible()
    main = page.get_by_role("main")
    for said in ("May I pause?", "As long as you like.", "$0.50", "well read", "14 seconds"):
        expect(main.get_by_text(said).first).to_be_visible()
    expect(main.get_by_text("Your answer").first).to_be_visible()
    expect_readable(page)
    submitted = page.get_by_role("region", name="Tasks you submitted")
    expect(submitted.locator(".kept-row")).to_have_count(3)
    submitted.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("heading", name="Tasks you submitted")).to_be_visible()
    expect(page.locator(".kept-row")).to_have_count(DONE)
    expect_readable(page)
    click(page, "link", "Back", heading="Your data")


def take_it(page: Page) -> None:
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download all data").click()
    stored = json.loads(waiting.value.path().read_text())
    assert stored["name_or_id"] == "ada"
    assert len(stored["submitted"]) == DONE
    assert [one["text"] for one in stored["questions"]] == ["May I pause?", "As long as you like."]


def withdraw(page: Page) -> None:
    page.get_by_role("link", name="Withdraw…").click()
    expect_readable(page)
    page.get_by_role("radio").first.check()
    click(page, "button", "Continue", text=f"{DONE} of your tasks are removed from the results")
    expect_readable(page)
    assert ada().withdrawn_at is None
    press_by_keys(page, "Yes, withdraw")
    expect(page.get_by_text("You withdrew from this work.")).to_be_visible()
    expect_readable(page)


def be_erased(page: Page) -> None:
    page.get_by_role("link", name="Your work").click()
    page.get_by_role("button", name="Your data · Leave the study").click()
    expect(page.get_by_text("Your answers are no longer used in the results.")).to_be_visible()
    expect(page.get_by_role("link", name="Withdraw…")).to_have_count(0)
    page.get_by_role("link", name="Delete my data…").click()
    page.get_by_label("Return code").fill("wrong-code")
    click(page, "button", "Continue", text="This return code is not correct.")
    expect_readable(page)
    page.get_by_label("Return code").fill(ada().worker.return_code)
    click(page, "button", "Continue", heading="Delete your data permanently?")
    expect_readable(page)
    press_by_keys(page, "Yes, delete")
    expect(page.get_by_role("heading", name="Your data has been deleted")).to_be_visible()
    expect_readable(page)


@pytest.mark.parametrize("width", [320, 1280])
def test_own_data_is_read_in_arabic(page: Page, link: Link, campaign: Campaign, width: int) -> None:
    Campaign.objects.update(language="ar")
    page.set_viewport_size({"width": width, "height": 800})
    begin(page, link(campaign))
    work(campaign)
    page.goto(link(campaign).split("?")[0] + "kept/")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_text("مكافأة").first).to_be_visible()
    expect_readable(page)


def test_an_owner_erases_who_asks_for_it(
    campaign: Campaign, size: str, open_context: OpenContext, link: Link
) -> None:
    begin(open_context().new_page(), link(campaign))
    work(campaign)
    number = ada().worker.number
    owner = campaign.dataset.project.memberships.get().user
    page = sign_in(open_context(**SIZES[size]), owner)
    page.goto(reverse("research:erase_worker", args=(campaign.pk, ada().pk)))
    expect(page.get_by_text("Pay what you still owe them first")).to_be_visible()
    expect(page.get_by_text("USD 0.85")).to_be_visible()
    expect_readable_on_both(page)
    field = page.get_by_label("Type the worker’s name to confirm")
    field.fill("worker 99")
    field.press("Enter")
    expect(page.get_by_text(f"This is not worker {number}.")).to_be_visible()
    page.get_by_label("Type the worker’s name to confirm").fill(f"worker {number}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Erase worker {number} for good?")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "button", f"Yes, erase worker {number}", text=f"Worker {number} was erased.")
    assert Worker.objects.get(number=number).erased_at is not None
