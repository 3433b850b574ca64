"""Webhooks on a narrow phone."""

import pytest
from playwright.sync_api import BrowserContext

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.tests.factories import pinged
from annotation.services.clock import database_now
from tests.helpers.factories import make_project, make_user
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_no_sideways_scroll

pytestmark = pytest.mark.long


def test_a_long_address_and_answer_fit_a_narrow_phone(context: BrowserContext) -> None:
    user = make_user()
    project = make_project(user)
    own = pinged(project, user).webhook
    now = database_now()
    outcome = {"code": 503, "answer": "x" * 200, "attempts": 9, "tried_at": now, "ended_at": now}
    Delivery.objects.update(status="dead", **outcome)
    Webhook.objects.update(is_on=False, off_because="It answered 410 (Gone).")
    page = sign_in(context, user)
    page.set_viewport_size({"width": 320, "height": 640})
    for address in (f"projects/{project.pk}/webhooks/", f"webhooks/{own.pk}/"):
        page.goto(f"/research/{address}")
        expect_no_sideways_scroll(page)
        assert page.locator(".chip.warm").count() == 1
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("The webhook to").wait_for()
    expect_no_sideways_scroll(page)
