"""The page of a published snapshot: public, in both themes, on both sizes."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from analysis.schemes import analysis_of
from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.snapshots.publishing import publish_snapshot, unpublish_snapshot
from midpath.recounts.base import FewAnswers
from tasks.reports import make_reports
from tests.helpers.tiers import by_tier
from tests.journeys.researcher import expect_readable_on_both
from tests.snapshots.campaigns import CAMPAIGNS, judged, snapshot_of


def charts_of(campaign: Campaign) -> list[str]:
    """Return the titles of the charts; schemes with many possible answers, or without agreement,
    have fewer."""
    agrees = any(figure.agreement for figure in scheme_of(campaign).figures)
    few = isinstance(analysis_of(campaign), FewAnswers)
    return [
        "Agreement" if agrees else "Shares",
        *(["Answers"] if few else []),
        "Judgments per item",
        "Source of the answers",
    ]


@pytest.mark.long
@pytest.mark.parametrize("scheme", by_tier(quick=["label"], long=list(CAMPAIGNS)))
def test_a_stranger_reads_it_and_what_is_taken_back(
    live_server: LiveServer, context: BrowserContext, scheme: str
) -> None:
    campaign = judged(scheme)
    make_reports(campaign.pk)
    snapshot = snapshot_of(campaign)
    user = snapshot.campaign.dataset.project.memberships.get().user
    close_campaign(campaign=snapshot.campaign, user=user)
    made = publish_snapshot(
        snapshot=snapshot, user=user, authors="Ada Brandt and Priya Nair", licence="CC BY 4.0"
    )
    page = context.new_page()
    address = live_server.url + reverse("published", args=[made.code])
    page.goto(address)
    expect(page.get_by_role("heading", name=snapshot.campaign.name)).to_be_visible()
    expect(page.locator("[data-chart] h2")).to_have_text(charts_of(campaign))
    for plot in page.locator("[data-chart] .plot").all():
        expect(plot.locator("svg")).to_be_visible()
    expect_readable_on_both(page)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download all as one zip file").click()
    assert taken.value.suggested_filename.endswith(f"-{snapshot.pk}.zip")
    unpublish_snapshot(snapshot=snapshot, user=user)
    gone = page.goto(address)
    assert gone is not None
    assert gone.status == 410
    expect_readable_on_both(page)
