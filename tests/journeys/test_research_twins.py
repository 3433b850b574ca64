"""A farm of accounts in a browser: found on the dashboard, listed, and excluded."""

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from annotation.services.work.join_traces import keep_trace
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, make_campaign, make_dataset
from tests.helpers.habits import text_of, work_with_farm
from tests.journeys.researcher import expect_readable_on_both, sign_in

pytestmark = pytest.mark.long


def test_a_farm_is_found_from_the_dashboard_and_excluded(
    live_server: LiveServer, context: BrowserContext
) -> None:
    campaign = make_campaign(make_dataset([text_of(n) for n in range(16)]), redundancy=9)
    enrolments = [enrol(campaign) for _ in range(9)]
    for enrolment in enrolments[6:]:
        keep_trace(enrolment=enrolment, address="192.0.2.1", known=[])
    work_with_farm(campaign, enrolments, readers=6)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    page = sign_in(context, campaign.dataset.project.memberships.get().user, live_server.url)
    page.goto(f"{live_server.url}/research/campaigns/{campaign.pk}/")
    expect(page.get_by_text("3 workers in 1 group give identical answers")).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("link", name="Twins and followers").click()
    expect(page.get_by_role("heading", name="Group 1: 3 workers")).to_be_visible()
    expect(page.get_by_text("3 of them joined from one network address.")).to_be_visible()
    expect_readable_on_both(page)
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Exclude…").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        "Exclude worker 7, worker 8 and worker 9"
    )
