"""What the journeys of researchers share."""

from collections.abc import Iterable

from django.test import Client
from playwright.sync_api import BrowserContext, Page

from annotation.models import User
from tests.journeys.worker import expect_readable


def sign_in(context: BrowserContext, user: User, server: str) -> Page:
    """A page of someone who signed in earlier."""
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    return context.new_page()


def figure(page: Page, key: str) -> str:
    """The selector of a figure's value on the dashboard."""
    return f"#value-{key} .value"


def expect_all_readable(page: Page, server: str, addresses: Iterable[str]) -> None:
    """Check each page with everything opened that can be."""
    for address in addresses:
        answer = page.goto(server + address)
        assert answer is not None
        assert answer.status == 200, address
        for summary in page.locator("main summary").all():
            summary.click()
        expect_readable(page)
