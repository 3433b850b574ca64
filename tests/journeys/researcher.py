"""Common steps of the journeys of researchers."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.test import Client
from playwright.sync_api import BrowserContext, Page

from annotation.models import User
from tests.journeys.worker import expect_readable

WIDTH, HEIGHT = 390, 844


def sign_in(context: BrowserContext, user: User) -> Page:
    """Return a page with a session of this user."""
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}]
    )
    return context.new_page()


def open_folds(page: Page) -> None:
    """Open all folded parts of the form of a campaign."""
    page.evaluate("for (const one of document.querySelectorAll('#terms details')) one.open = true")


def figure(page: Page, key: str) -> str:
    """Return the selector of a figure's value on the dashboard."""
    return f"#value-{key} .value"


def expect_all_readable(page: Page, addresses: Iterable[str]) -> None:
    """Check each page in both themes on both sizes, with everything expanded."""
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        for summary in page.locator("main summary").all():
            summary.click()
        expect_readable_on_both(page)


def expect_readable_on_both(page: Page) -> None:
    """Check a page loaded on a desktop there and on a phone, in both themes.

    A researcher's page has no script that reads the size while it loads, so resizing shows what a
    phone would have loaded.
    """
    expect_readable(page)
    with as_on_phone(page):
        expect_readable(page)


@contextmanager
def as_on_phone(page: Page) -> Iterator[None]:
    """Emulate a touch phone's screen, and restore the page's own."""
    tools = page.context.new_cdp_session(page)
    phone = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 2, "mobile": True}
    tools.send("Emulation.setDeviceMetricsOverride", phone)
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.wait_for_function(
        "width => document.documentElement.clientWidth === width"
        " && matchMedia('(pointer: coarse)').matches",
        arg=WIDTH,
    )
    yield
    size = page.viewport_size
    assert size
    tools.send(
        "Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": False}
    )
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    tools.detach()
