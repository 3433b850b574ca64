"""A campaign of pairs, filled in by a researcher in a browser; then seen as a worker."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment
from tests.helpers.factories import make_project, make_user
from tests.helpers.text_pairs import pairs_of_texts
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import open_folds, sign_in
from tests.journeys.worker import expect_fits

pytestmark = pytest.mark.long


@pytest.fixture(params=[{}, PHONE], ids=["desktop", "phone"])
def page(request: pytest.FixtureRequest, open_context: OpenContext) -> Page:
    owner = make_user()
    dataset = pairs_of_texts(project=make_project(owner))
    page = sign_in(open_context(**request.param), owner)
    page.goto(reverse("research:new_campaign", args=(dataset.pk,)))
    open_folds(page)
    return page


def test_a_preset_fills_in_and_a_changed_answer_makes_it_ones_own(page: Page) -> None:
    expect_fits(page)
    labels = page.locator(".pair-row-fields input[type=text]:visible")
    expect(page.get_by_role("textbox", name="Question", exact=True)).to_have_value(
        "Are the two texts about the same topic?"
    )
    expect(labels).to_have_count(4)
    page.get_by_label("H14 §4.2 three answers").check()
    expect(page.get_by_label("Answer 3", exact=True)).to_have_value(
        "No, they discuss two different topics"
    )
    expect(page.get_by_label("Ask for keywords from each text first")).not_to_be_checked()
    expect(page.get_by_label("at least", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Add answer").click()
    page.get_by_label("Answer 4", exact=True).fill("Cannot tell")
    page.get_by_label("Key of answer 4").fill("4")
    expect(page.get_by_label("A question of your own")).to_be_checked()
    expect_fits(page)
    page.get_by_role("textbox", name="Name", exact=True).fill("Topics")
    click(page, "button", "Save draft", heading="Topics")
    settings = Campaign.objects.get(name="Topics").settings
    assert settings["preset"] == "custom"
    assert [answer["yes"] for answer in settings["answers"]] == [True, True, False, False]
    expect_fits(page)
    page.get_by_role("link", name="Preview as a worker").click()
    expect(page.locator(".pair-text").first).to_be_focused()
    page.keyboard.press("4")
    expect(page.get_by_role("radio", name="Cannot tell")).to_be_checked()
    page.get_by_role("button", name="Submit, next").click()
    expect(page.locator("#notice")).to_have_text("This is a preview: nothing is stored.")
    assert not Judgment.objects.exists()


def test_errors_are_shown_at_their_fields(page: Page) -> None:
    page.get_by_role("textbox", name="Name", exact=True).fill("Issues")
    page.get_by_label("Key of answer 2").fill("y")
    page.get_by_role("button", name="Save draft").click()
    expect(
        page.get_by_text("Answers 1 and 2 have the same key. Change one of them.", exact=True)
    ).to_be_visible()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Issues")
    expect_fits(page)
