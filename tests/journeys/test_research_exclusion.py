"""A researcher excludes a spammer and includes them again, and rejects a judgment: each page says
first what it will do, and is readable by anyone on every size, in both themes."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import HIT, Campaign, Enrolment, User
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_many, make_campaign
from tests.helpers.invariants import check_serving
from tests.helpers.tiers import long_only
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_readable

pytestmark = pytest.mark.long
SIZES = {
    "phone": PHONE,
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


@pytest.fixture
def campaign() -> Campaign:
    """Make four texts of three judgments each; the first worker cut everywhere."""
    made = make_campaign(texts=4, name="Queries, flat", redundancy=3, reward="0.05")
    for cut in (1, 0, 0):
        worker = enrol(made)
        judge_many(worker, 4, {"boundaries": [cut] * 4})
    return made


def open_workers(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:workers", args=(campaign.pk,)))


@pytest.mark.parametrize("size", ["phone", *long_only("desktop")])
def test_a_spammer_is_taken_out_and_back_in(
    campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    page = sign_in(open_context(**SIZES[size]), owner)
    open_workers(page, campaign)
    row = page.locator("tbody tr").first
    name = row.locator("th").inner_text()
    expect_readable(page)
    row.get_by_role("link", name="Exclude").click()
    expect(page.locator("main").get_by_role("list").last).to_contain_text(
        "4 texts are assigned again, once each"
    )
    expect(page.get_by_role("table")).to_contain_text("judgments in the figures")
    expect_readable(page)
    click(page, "button", "Exclude", text="Enter a reason for the record.")
    page.get_by_label("Reason (for the record)").fill("cuts between all words of every text")
    page.get_by_role("button", name="Exclude").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name.capitalize()} is excluded")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text("cuts between all words")
    expect_readable(page)
    assert HIT.objects.filter(campaign=campaign, taken=3, quota=4).count() == 4
    check_serving(campaign)
    page.get_by_role("row").get_by_role("link", name="Include again").click()
    expect(page.locator("main").get_by_role("list").last).to_contain_text(
        "4 judgments of theirs return"
    )
    expect(page.get_by_role("table")).to_contain_text("judgments in the figures")
    expect_readable(page)
    page.get_by_role("button", name="Include").click()
    expect(page.get_by_role("status")).to_contain_text("included again")
    assert not Enrolment.objects.filter(excluded_at__isnull=False).exists()
    assert HIT.objects.filter(campaign=campaign, taken=3, quota=3).count() == 4
    check_serving(campaign)


@pytest.mark.parametrize("size", SIZES)
def test_several_are_taken_out_with_open_eyes_and_it_is_undone(
    campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    fold_all(campaign.pk)
    page = sign_in(open_context(**SIZES[size]), owner)
    open_workers(page, campaign)
    for row in page.locator("tbody tr").all()[1:]:
        row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Exclude…").click()
    expect(page.locator("main")).to_contain_text("4 texts are assigned again, 8 judgments in total")
    page.get_by_text("The consensus of 4 texts changes").click()
    expect(page.locator(".turns li").first).to_be_visible()
    expect_readable(page)
    page.get_by_label("Reason (for the record)").fill("two names of one person")
    page.get_by_role("button", name="Exclude").click()
    expect(page.locator("main")).to_contain_text("2 workers excluded.")
    expect_readable(page)
    assert Enrolment.objects.filter(excluded_at__isnull=False).count() == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("are included again")
    assert not Enrolment.objects.filter(excluded_at__isnull=False).exists()
    check_serving(campaign)


@pytest.mark.parametrize("size", SIZES)
def test_next_to_reject_is_what_it_does_to_slot_and_pay(
    campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    page = sign_in(open_context(**SIZES[size]), owner)
    hit = HIT.objects.filter(campaign=campaign).earliest("pk")
    page.goto(reverse("research:item", args=(campaign.pk, hit.pk)))
    first = page.locator("table.judgments tbody tr").first
    first.locator("summary").click()
    expect(first.locator("[role=group]")).to_have_accessible_description(
        "Accept: the judgment is approved for payment. "
        "Set aside: it stays stored but no longer counts, and another worker replaces it. That "
        "costs USD 0.05 more. The worker is still paid for it. "
        "Reject: the same, and the worker earns nothing for it. You can undo this."
    )
    button = first.get_by_role("button", name="Reject")
    expect_readable(page)
    button.click()
    expect(first.get_by_role("alert")).to_have_text("Say why: workers read the reason.")
    expect_readable(page)
    first.get_by_label("Reason; the worker can read it").fill("in haste")
    button.click()
    expect(first).to_contain_text("rejected")
    expect(page.locator("main")).to_contain_text("2 of 3 judgments, and 1 that does not count")
    hit.refresh_from_db()
    assert (hit.taken, hit.quota) == (3, 4)
