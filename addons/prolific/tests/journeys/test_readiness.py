"""A researcher reads on a phone what to fix before a study is published."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_readable
from tests.publishing.walking import owner_of, to_walk


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_checks_lead_to_what_is_to_fix_and_to_a_dry_run(open_context: OpenContext) -> None:
    campaign = to_walk(launch=False, known_every=None, seconds_expected=49, screen_out_code="")
    page = sign_in(open_context(**PHONE), owner_of(campaign))
    page.goto(reverse("research:prolific", args=(campaign.pk,)))
    checks = page.locator(".checks li")
    expect(checks).to_have_count(5)
    expect(checks.filter(has_text="to fix")).to_have_count(2)
    expect(checks.filter(has_text="Codes").get_by_role("link")).to_have_attribute(
        "href", reverse("research:edit_campaign", args=(campaign.pk,)) + "#id_screen_out_code"
    )
    expect_readable(page)
    page.get_by_role("link", name="Try as a participant").tap()
    expect(page.get_by_role("button", name="Start a dry run")).to_be_visible()
