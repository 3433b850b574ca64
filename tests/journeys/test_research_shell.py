"""The layout around researchers' pages: at every width, by keyboard and without scripts."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign, Project
from tests.journeys.conftest import PHONE
from tests.journeys.pressing import click, press, press_by_keys
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_no_sideways_scroll, expect_readable
from tests.research.study import Study

pytestmark = pytest.mark.long
WIDTHS = (390, 820, 1280, 1920)
# From this width on, a project's navigation is a column next to its pages, without a header.
BESIDE = 1024
LONG = "A study of whatever people type when nobody looks over their shoulder, second round"
PLACES = """() => {
  const of = (query) => document.querySelector(query).getBoundingClientRect();
  const shown = [...document.querySelectorAll(".top .measure > *")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  return {
    height: of(".top").height,
    middles: shown.map((box) => box.top + box.height / 2),
  };
}"""
LISTS = ("campaigns", "datasets")
# Nothing covers the middle of an element.
ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === one;
}"""


@pytest.fixture
def page(study: Study, context: BrowserContext) -> Page:
    return sign_in(context, study.owner)


def of(name: str, *arguments: object) -> str:
    return reverse(f"research:{name}", args=arguments)


def test_a_long_name_fits_the_header_and_the_column(page: Page, study: Study) -> None:
    Project.objects.filter(pk=study.project.pk).update(name=LONG)
    type(study.owner).objects.filter(pk=study.owner.pk).update(username="o" * 90)
    page.goto(of("campaign", study.flat.pk))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        expect_no_sideways_scroll(page)
        name = page.locator("#side > .project" if width >= BESIDE else ".top .project")
        expect(name).to_be_visible()
        expect(name).to_have_attribute("title", re.compile(f"^{LONG}"))
        if width >= BESIDE:
            expect(page.locator(".top")).to_be_hidden()
            continue
        places = page.evaluate(PLACES)
        assert places["height"] <= 60, width
        assert max(places["middles"]) - min(places["middles"]) < 4, width
        if width == 390:
            assert name.evaluate("one => one.scrollWidth > one.clientWidth")


def test_new_pages_are_readable(page: Page, study: Study) -> None:
    for name in LISTS:
        page.goto(of(name, study.project.pk))
        expect_readable_on_both(page)
    for name, campaign in (("rename_campaign", study.flat), ("delete_campaign", study.draft)):
        page.goto(of(name, campaign.pk))
        expect_readable_on_both(page)


def test_a_phones_menu_by_keys(new_context: Callable[..., BrowserContext], study: Study) -> None:
    page = sign_in(new_context(**PHONE), study.owner)
    page.goto(of("campaign", study.flat.pk))
    expect(page.locator("#side")).to_be_hidden()
    press_by_keys(page, "Menu")
    side = page.locator("#side")
    expect(side).to_be_visible()
    expect(side.get_by_role("link", name="Campaigns")).to_have_attribute("aria-current", "true")
    account = side.locator(".account > summary")
    account.press("Enter")
    expect(side.get_by_role("button", name="Sign out")).to_be_visible()
    account.press("Enter")
    expect_readable(page)
    page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.keyboard.press("Enter")
    side.get_by_role("link", name="Members").click()
    expect(page.get_by_role("heading", name="Members", level=1)).to_be_visible()


def test_menus_without_scripts(new_context: Callable[..., BrowserContext], study: Study) -> None:
    page = sign_in(new_context(**PHONE, java_script_enabled=False), study.owner)
    page.goto(of("campaign", study.flat.pk))
    page.get_by_role("button", name="Invite workers").click()
    expect(page.locator("#invite-link")).to_contain_text(f"/w/{study.flat.code}/")
    page.locator("#invite").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Menu").click()
    page.locator("#side").get_by_role("link", name="Audit").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(of("campaign", study.flat.pk))
    page.locator(".more > summary").click()
    page.locator("#move-close").click()
    expect(page.get_by_role("heading", name="Close this campaign")).to_be_visible()


def test_the_tab_on_a_phone(new_context: Callable[..., BrowserContext], study: Study) -> None:
    page = sign_in(new_context(**PHONE), study.owner)
    page.goto(of("export", study.flat.pk))
    expect(page.locator("#tab-export")).to_be_in_viewport(ratio=0.95)
    page.locator("#tab-people").tap()
    expect(page.locator("#tab-workers")).to_have_attribute("aria-current", "page")
    page.locator("#tab-consent").tap()
    expect(page.locator("#tab-consent")).to_be_in_viewport(ratio=0.95)


@pytest.mark.quick
def test_the_skip_link_and_definitions_by_keys(page: Page, study: Study) -> None:
    page.goto(of("campaign", study.flat.pk))
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    assert skip.evaluate(ON_TOP), "something covers it"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    meaning = page.locator(".figure summary").first
    meaning.press("Enter")
    expect(page.locator(".meaning").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".meaning").first).to_be_hidden()
    expect(meaning).to_be_focused()


def test_what_is_done_to_a_campaign_needs_confirmation(page: Page, study: Study) -> None:
    page.goto(of("campaign", study.flat.pk))
    menu = page.locator(".more > summary")
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#move-pause")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#move-pause")).to_be_hidden()
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#move-close").press("Enter")
    expect(page.get_by_text("Workers get no new texts")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    assert Campaign.objects.get(pk=study.flat.pk).status == Campaign.Status.LIVE
    menu.click()
    page.locator("h1").click()
    expect(page.locator("#move-close")).to_be_hidden()


def test_a_name_is_found_from_any_page_and_changed(page: Page, study: Study) -> None:
    page.goto(of("members", study.project.pk))
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("NESTED r/")
    expect(page.locator("#find")).to_have_value("NESTED r/")
    press(page, "Backspace", "Enter")
    expect(page.get_by_role("link", name="Nested round")).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("link", name="Nested round").click()
    page.locator(".more > summary").click()
    page.locator("#move-rename").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Flat round")
    click(page, "button", "Rename", text="A campaign named Flat round already exists")
    page.get_by_role("textbox", name="Name", exact=True).fill("Trees")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="Trees", level=1)).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()


def test_pages_on_errors_keep_the_header(
    page: Page, study: Study, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/research/campaigns/999999/")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.locator(".account > summary").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "link", "Go to your projects", heading="Projects")
    stranger = new_context().new_page()
    stranger.goto("/w/nosuchcode/")
    expect(stranger.get_by_role("link", name="Midpath")).to_be_visible()
    expect(stranger.get_by_text("open your link again")).to_be_visible()
    expect(stranger.get_by_role("button", name="Sign out")).to_have_count(0)
    expect_readable_on_both(stranger)
