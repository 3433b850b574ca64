"""Clicks from an Excel file of twelve queries to launched campaigns of flat and nested
segmentation, counted."""

from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Locator, Page, expect

from annotation.models import Campaign
from tests.helpers.factories import make_user
from tests.helpers.spreadsheets import workbook
from tests.journeys.researcher import sign_in

pytestmark = pytest.mark.long

QUERIES = [f"cheap flights to city {number} in may" for number in range(1, 13)]
MAX_CLICKS = 12


class Hand:
    """Clicks and counts the clicks."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, place: Locator) -> None:
        self.clicks += 1
        place.click()

    def choose_file(self, place: Locator, path: Path) -> None:
        """Count two clicks for choosing a file: one on the field and one in the dialog."""
        self.clicks += 2
        place.set_input_files(path)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    page = sign_in(context, make_user("ada"))
    page.goto("/research/")
    return page


def test_from_a_file_to_two_launched_campaigns_in_few_clicks(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "queries.xlsx"
    path.write_bytes(workbook([["query", "clicks"], *([query, 7] for query in QUERIES)]))
    hand = Hand()
    hand.click(page.get_by_role("link", name="Create your first project"))
    page.get_by_role("textbox", name="Name", exact=True).fill("Query study")
    hand.click(page.get_by_role("button", name="Create project"))
    hand.click(page.get_by_role("link", name="Add data").first)
    hand.choose_file(page.get_by_label("File"), path)
    hand.click(page.get_by_role("button", name="Preview"))
    hand.click(page.get_by_role("button", name="Import 12 texts as “queries”"))
    hand.click(page.get_by_role("link", name="New campaign").first)
    hand.click(page.get_by_label("Also draft a nested segmentation campaign"))
    expect(page.locator("#cost")).to_contain_text("Together at most USD 64.56.")
    hand.click(page.get_by_role("button", name="Review and launch"))
    hand.click(page.get_by_role("button", name="Launch both for up to USD 64.56"))
    expect(page.get_by_text("Nested segmentation: queries is live, too.")).to_be_visible()
    assert hand.clicks <= MAX_CLICKS
    live = Campaign.objects.live().order_by("pk")
    assert [(one.scheme, one.hit_count, one.redundancy) for one in live] == [
        ("flat", 12, 10),
        ("nested", 12, 10),
    ]
    assert {one.created_by for one in live} == {get_user_model().objects.get(username="ada")}
