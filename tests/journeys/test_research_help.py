"""Help next to a view, by mouse and by keyboard; as a page without room or scripts; and first steps
that can be dismissed."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import User
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable
from tests.research.study import Study

pytestmark = pytest.mark.long
# The content next to the panel ends where the panel begins.
PANEL_IS_NEXT_TO_MAIN = """() => document.querySelector("main").getBoundingClientRect().right
  <= document.querySelector("#help-panel").getBoundingClientRect().left"""
OF_NESTED = "Nested segmentation dashboard"


@pytest.fixture
def address(live_server: LiveServer, study: Study) -> str:
    return live_server.url + reverse("research:campaign", args=[study.nested.pk])


@pytest.fixture
def dashboard(study: Study, context: BrowserContext, address: str) -> Page:
    page = sign_in(context, study.owner)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address)
    return page


def link_of(page: Page) -> Locator:
    return page.get_by_role("link", name="Help", exact=True).and_(page.locator("[data-help]"))


def panel_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Help", exact=True)


def test_help_opens_by_mouse_and_leads_on_and_back(dashboard: Page, address: str) -> None:
    panel = panel_of(dashboard)
    link_of(dashboard).click()
    heading = panel.get_by_role("heading", level=1)
    expect(heading).to_have_text(OF_NESTED)
    assert dashboard.evaluate(PANEL_IS_NEXT_TO_MAIN)
    expect_readable(dashboard)
    expect(panel.get_by_role("button", name="Back")).to_be_hidden()
    panel.get_by_role("link", name="Bracketing").click()
    place = panel.get_by_role("heading", name="Nested annotations level by level")
    expect(place).to_be_focused()
    expect(place).to_be_in_viewport()
    panel.get_by_role("button", name="Back").click()
    expect(heading).to_have_text(OF_NESTED)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(link_of(dashboard)).to_be_focused()
    assert dashboard.url == address


def test_help_opens_and_closes_by_keys(dashboard: Page) -> None:
    panel = panel_of(dashboard)
    for _ in range(2):
        link_of(dashboard).focus()
        dashboard.keyboard.press("Enter")
        expect(panel.get_by_role("heading", level=1)).to_be_focused()
        dashboard.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(link_of(dashboard)).to_be_focused()


def test_the_view_can_be_used_while_help_is_open(dashboard: Page) -> None:
    link_of(dashboard).click()
    expect(panel_of(dashboard).get_by_role("heading", level=1)).to_be_focused()
    dashboard.locator("main summary").first.click()
    expect(dashboard.locator("main details").first).to_have_attribute("open", "")
    expect(panel_of(dashboard)).to_be_visible()
    link_of(dashboard).click()
    expect(panel_of(dashboard)).to_be_hidden()


def test_help_that_cannot_be_fetched_is_opened_as_a_page(dashboard: Page) -> None:
    dashboard.route("**/research/help/**", lambda route: route.abort(), times=1)
    link_of(dashboard).click()
    expect(dashboard).to_have_url(re.compile("/help/dashboard-nested/$"))
    expect(dashboard.get_by_role("heading", level=1)).to_have_text(OF_NESTED)


def test_help_on_a_phone_and_without_a_script_is_a_page(
    study: Study, address: str, open_context: OpenContext
) -> None:
    for settings in (PHONE, {"java_script_enabled": False}):
        page = sign_in(open_context(**settings), study.owner)
        page.goto(address)
        link_of(page).click()
        expect(page).to_have_url(re.compile("/help/dashboard-nested/$"))
        expect(page.locator("main").get_by_role("heading", level=1)).to_have_text(OF_NESTED)
        expect(panel_of(page)).to_be_hidden()


def test_pages_of_help_are_readable(study: Study, context: BrowserContext) -> None:
    page = sign_in(context, study.owner)
    for name in ("start", "campaign-form", "metrics", "metrics-twins", "api"):
        page.goto(f"/research/help/{name}/")
        expect_readable_on_both(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_first_steps_are_put_away_for_good(study: Study, context: BrowserContext) -> None:
    page = sign_in(context, study.stranger)
    page.goto("/research/")
    steps = page.get_by_role("region", name="From texts to figures")
    expect_readable_on_both(page)
    steps.get_by_role("button", name="Got it").click()
    expect(steps).to_be_hidden()
    expect(page.locator("main h1")).to_be_focused()
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    expect(steps).to_be_hidden()
    assert User.objects.get(pk=study.stranger.pk).dismissed_hints == ["projects"]


def test_first_steps_are_put_away_without_a_script(
    study: Study, new_context: Callable[..., BrowserContext], address: str
) -> None:
    page = sign_in(new_context(java_script_enabled=False), study.owner)
    page.goto(address)
    steps = page.get_by_role("region", name="How to read this page")
    steps.get_by_role("button", name="Got it").click()
    expect(page).to_have_url(address)
    expect(steps).to_be_hidden()
