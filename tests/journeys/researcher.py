"""What the journeys of researchers share."""

from django.test import Client
from playwright.sync_api import BrowserContext, Page

from annotation.models import User


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
