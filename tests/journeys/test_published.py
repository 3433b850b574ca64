"""The page of a published snapshot: for anybody, in both lights, on both sizes."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.snapshots.publishing import publish_snapshot, unpublish_snapshot
from tests.journeys.researcher import expect_readable_on_both
from tests.snapshots.campaigns import judged, snapshot_of


@pytest.mark.slow
def test_a_stranger_reads_it_and_what_is_taken_back(
    live_server: LiveServer, context: BrowserContext
) -> None:
    snapshot = snapshot_of(judged("flat"))
    user = snapshot.campaign.dataset.project.memberships.get().user
    close_campaign(campaign=snapshot.campaign, user=user)
    made = publish_snapshot(
        snapshot=snapshot, user=user, authors="Ada Brandt and Priya Nair", licence="CC BY 4.0"
    )
    page = context.new_page()
    address = live_server.url + reverse("published", args=[made.code])
    page.goto(address)
    expect(page.get_by_role("heading", name=snapshot.campaign.name)).to_be_visible()
    expect(page.locator(".plot svg, .plot canvas").first).to_be_visible()
    expect_readable_on_both(page)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download all as one zip file").click()
    assert taken.value.suggested_filename.endswith(f"-{snapshot.pk}.zip")
    unpublish_snapshot(snapshot=snapshot, user=user)
    gone = page.goto(address)
    assert gone is not None
    assert gone.status == 410
    expect_readable_on_both(page)
