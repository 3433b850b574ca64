"""The page of tokens: scopes are checkboxes, and it fits a narrow phone."""

from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from annotation.models import APIToken
from annotation.services.accounts.tokens import issue_token
from tests.helpers.factories import make_project, make_user
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_no_sideways_scroll


def test_a_token_is_made_for_what_is_ticked(
    live_server: LiveServer, context: BrowserContext
) -> None:
    user = make_user()
    project = make_project(user)
    issue_token(project=project, user=user, name="nightly export of all that workers answered")
    page = sign_in(context, user, live_server.url)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}/research/projects/{project.pk}/tokens/")
    expect_no_sideways_scroll(page)
    assert page.get_by_label("See figures").is_checked()
    page.get_by_label("Name").fill("a notebook")
    page.get_by_label("Take files").check()
    page.get_by_role("button", name="Issue token").click()
    page.get_by_role("heading", name="Your new token").wait_for()
    expect_no_sideways_scroll(page)
    assert APIToken.objects.get(name="a notebook").scopes == ["read", "files"]
