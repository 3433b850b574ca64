"""Pages of a campaign of evidence: readable in both themes and sizes."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.evidence import document, evidence_campaign, judge_all, question, sections
from tests.journeys.researcher import expect_readable_on_both, figure, sign_in

pytestmark = pytest.mark.long

SENTENCES = [f"In part {n} we say what becomes of your data in that part." for n in range(30)]
LINES = (
    document(sections=sections()),
    *(question(f"Who reads log {n}, and for how long are the entries kept?") for n in range(8)),
    *(
        line
        for name in ("a-long-name-of-a-document-that-nobody-would-type.example.org", "garden")
        for line in (document(name, SENTENCES), question("Do you sell it?", name))
    ),
)


@pytest.fixture
def campaign() -> Campaign:
    campaign = evidence_campaign(*LINES, settings={"preset": "privacyqa"}, redundancy=5)
    judge_all(campaign, workers=5, seed=4)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    return campaign


def test_every_page_can_be_read(campaign: Campaign, context: BrowserContext) -> None:
    user = campaign.dataset.project.members.first()
    assert user is not None
    page: Page = sign_in(context, user)
    for name in ("campaign", "baselines", "export"):
        page.goto(reverse(f"research:{name}", args=[campaign.pk]))
        if name == "campaign":
            assert figure(page, "f1_human") != "–"
            expect(page.get_by_role("rowheader", name="pooled")).to_be_visible()
        if name == "baselines":
            expect(page.get_by_role("rowheader", name="word count 5")).to_be_visible()
        page.evaluate(
            "document.querySelectorAll('details:not([name])').forEach(d => d.open = true)"
        )
        expect_readable_on_both(page)
