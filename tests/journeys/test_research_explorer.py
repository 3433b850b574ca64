"""A researcher finds items in a browser: by keys alone on a desktop, by touch on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, User
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset
from tests.journeys.researcher import expect_readable_on_both, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

TEXTS = ["apply first aid", "cheap red wine", "old stone bridge over water", "night train"]


@pytest.fixture
def campaign(live_server: LiveServer) -> Campaign:
    made = make_campaign(make_dataset(TEXTS), scheme="flat", name="Queries", redundancy=2)
    for _worker in range(2):
        worker = enrol(made)
        for _ in TEXTS:
            judge_next(worker)
    fold_all(made.pk)
    return made


@pytest.fixture
def owner(campaign: Campaign) -> User:
    return campaign.dataset.project.memberships.get().user


def test_items_are_found_and_read_by_keys(
    context: BrowserContext, live_server: LiveServer, campaign: Campaign, owner: User
) -> None:
    page = sign_in(context, owner, live_server.url)
    page.goto(live_server.url + reverse("research:items", args=(campaign.pk,)))
    page.get_by_label("Order").select_option("length")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Words to").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 texts")).to_be_visible()
    expect_readable_on_both(page)
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="apply first aid")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="cheap red wine")).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_role("heading", level=1, name="night train")).to_be_visible()
    expect(page.locator("#item-after")).to_have_count(0)
    expect_readable_on_both(page)
    page.keyboard.press("k")
    expect(page.get_by_role("heading", level=1, name="cheap red wine")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_text("3 texts")).to_be_visible()
    page.get_by_role("link", name="words 3 or less").click()
    expect(page.locator("article.item")).to_have_count(4)
