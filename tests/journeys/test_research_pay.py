"""A researcher pays a study: approves in bulk, downloads the bonus list, confirms that it was paid.
The sum is correct to the cent, and every page is readable by anyone, on a phone too."""

from decimal import Decimal
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Enrolment, LedgerEntry, User
from annotation.services.pay.balance import balance_of_campaign
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, judge_many, judge_next, make_campaign
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import come_in, expect_readable

pytestmark = pytest.mark.long
SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}}}


@pytest.fixture
def campaign() -> Campaign:
    """Let two workers do four texts and three, at 3.5 cents."""
    made = make_campaign(texts=4, name="Paid", redundancy=2, reward="0.035", currency="USD")
    for judged in (4, 3):
        worker = enrol(made)
        judge_many(worker, judged)
    return made


@pytest.mark.parametrize("size", SIZES)
def test_approved_in_bulk_listed_and_paid_to_the_cent(
    campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    page = sign_in(open_context(**SIZES[size]), owner)
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    expect(page.locator("main")).to_contain_text("USD 0.245")
    expect_readable(page)
    page.get_by_role("link", name="Approve all unreviewed").click()
    expect(page.locator("main")).to_contain_text("USD 0.245 is approved for payment.")
    expect_readable(page)
    click(page, "button", "Accept 7 judgments", heading="7 judgments accepted")
    expect_readable(page)
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    expect(page.locator("main")).to_contain_text("USD 0.24 to 2 workers")
    page.get_by_role("button", name="Create payment list").click()
    expect(page.get_by_role("heading", level=1).last).to_contain_text("USD 0.24")
    expect_readable(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Prolific’s bonus list").click()
    names = [one.worker.external_id for one in campaign.enrolments.order_by("pk")]
    assert Path(download.value.path()).read_text() == f"{names[0]},0.14\n{names[1]},0.10\n"
    page.get_by_role("button", name="Mark all as paid").click()
    expect(page.locator("main")).to_contain_text("2 payments marked as paid.")
    click(page, "link", "Receipts", text="USD 0.14")
    expect_readable(page)
    paid = LedgerEntry.objects.filter(campaign=campaign, kind="paid")
    assert sum(entry.amount for entry in paid) == Decimal("0.24")
    assert balance_of_campaign(campaign).owed == Decimal("0.005")


def test_a_worker_says_on_a_phone_where_to_pay_them_and_the_list_has_it(
    campaign: Campaign, owner: User, live_server: LiveServer, open_context: OpenContext
) -> None:
    phone = open_context(**PHONE).new_page()
    come_in(phone, f"{live_server.url}/w/{campaign.code}/?worker=ada")
    ada = Enrolment.objects.get(worker__external_id="ada")
    judge_next(ada)
    review_judgment(judgment=ada.campaign.judgments.latest("pk"), user=owner, review="accepted")
    phone.goto(reverse("worker:earnings", args=(campaign.code,)))
    expect(phone.get_by_text("You have not entered where you are paid yet.")).to_be_visible()
    expect_readable(phone)
    phone.get_by_label("Pay me at").fill("ada@example.org")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("button", name="Remove")).to_be_visible()
    expect(phone.get_by_label("Pay me at")).to_have_value("ada@example.org")
    expect_readable(phone)
    page = sign_in(open_context(**SIZES["desktop"]), owner)
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    page.get_by_role("button", name="Create payment list").click()
    expect(page.get_by_role("row", name="ada@example.org")).to_be_visible()
    expect(page.get_by_text("not entered where to pay them")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV for bank or PayPal").click()
    assert ",ada@example.org" in Path(download.value.path()).read_text().splitlines()[1]
    click(phone, "button", "Remove", text="You have not entered where you are paid yet.")
    page.reload()
    expect(page.get_by_text("1 unpaid worker has not entered")).to_be_visible()
    expect_readable(page)
