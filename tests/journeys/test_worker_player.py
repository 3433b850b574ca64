"""The worked example that plays: by itself, by its buttons, and not for those who prefer less
motion."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.helpers.tiers import long_only
from tests.journeys.conftest import Link, OpenContext
from tests.journeys.worker import campaign_of, come_in, expect_readable

pytestmark = pytest.mark.long
SIX = "apply first aid course on line"
CURRENT = ".steps > [aria-current=step]"
LONG_MS = 60_000
SIZE: ViewportSize = {"width": 1280, "height": 900}


def open_example(page: Page, address: str) -> Locator:
    come_in(page, address)
    page.clock.install()
    page.goto(f"{address.split('?', maxsplit=1)[0]}instructions/")
    page.locator("#drawing").scroll_into_view_if_needed()
    return page.locator(".player button").nth(1)


@pytest.mark.parametrize(
    ("scheme", "drawn"), [("flat", ".cut"), *long_only(("nested", "circle.node"))]
)
def test_it_plays_by_itself_once(page: Page, link: Link, scheme: str, drawn: str) -> None:
    page.set_viewport_size(SIZE)
    main = open_example(page, link(campaign_of(scheme, SIX)))
    expect(main).to_have_text("Pause")
    expect(page.locator(f"#drawing {drawn}")).to_have_count(0)
    page.clock.run_for(LONG_MS)
    expect(main).to_have_text("Play again")
    expect(page.locator(f"#drawing {drawn}")).to_have_count(2 if scheme == "flat" else 5)
    expect(page.locator(".steps > li").last).to_have_attribute("aria-current", "step")
    expect_readable(page)


@pytest.mark.quick
def test_it_stays_where_it_is_paused(page: Page, link: Link) -> None:
    page.set_viewport_size(SIZE)
    main = open_example(page, link(campaign_of("nested", SIX)))
    expect(main).to_have_text("Pause")
    main.press("Enter")
    expect(main).to_have_text("Play")
    page.clock.run_for(LONG_MS)
    expect(page.locator("#drawing circle.node")).to_have_count(0)
    page.get_by_role("button", name="Next step").press("Space")
    expect(page.locator("#drawing circle.node")).to_have_count(1)
    expect(page.locator(CURRENT)).to_contain_text("“first aid” is a fixed expression")
    page.get_by_role("button", name="Previous step").press("Enter")
    expect(page.locator("#drawing circle.node")).to_have_count(0)
    expect(page.get_by_role("button", name="Previous step")).to_be_disabled()


@pytest.mark.quick
def test_it_waits_for_those_who_prefer_less_motion(open_context: OpenContext, link: Link) -> None:
    page = open_context(reduced_motion="reduce", viewport=SIZE).new_page()
    main = open_example(page, link(campaign_of("flat", SIX)))
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    expect(main).to_have_text("Play again")
    page.clock.run_for(LONG_MS)
    expect(page.locator("#drawing .cut")).to_have_count(2)
    main.click()
    expect(main).to_have_text("Pause")
    expect(page.locator("#drawing .cut")).to_have_count(0)


def test_it_fits_a_phone_in_arabic(phone: Page, link: Link) -> None:
    main = open_example(phone, link(campaign_of("nested", SIX, language="ar")))
    phone.clock.run_for(LONG_MS)
    expect(main).to_have_text("تشغيل من جديد")
    expect_readable(phone)
