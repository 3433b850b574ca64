"""Questions about an app in a browser: by mouse, by keyboard, by touch; and a site's policy that is
copied."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Judgment
from annotation.services.datasets.pictures import add_pictures
from tests.helpers.apps import KEEP, MAPS, make_apps, picture_bytes, question_campaign
from tests.helpers.factories import make_user
from tests.helpers.sites import POLICY, collection
from tests.journeys.conftest import Link
from tests.journeys.marking import stored
from tests.journeys.pressing import press, submit_last
from tests.journeys.worker import (
    begin,
    expect_fits,
    expect_no_sideways_scroll,
    expect_readable,
    finished,
    open_menu,
)

pytestmark = pytest.mark.long


@pytest.fixture
def campaign() -> Campaign:
    return pictured()


def pictured(**terms: Any) -> Campaign:
    dataset = make_apps(apps=(("Keep", KEEP * 4), ("Maps", MAPS)))
    for item in dataset.items.all():
        bodies = [picture_bytes(size=(270, 480), colour=colour) for colour in ("teal", "tan")]
        add_pictures(item=item, user=make_user(), bodies=bodies[:1], alt="A list of notes")
        add_pictures(item=item, user=make_user(), bodies=bodies[1:])
    return question_campaign(dataset, **terms)


def line(page: Page, number: int) -> Locator:
    return page.get_by_label(f"Question {number}", exact=True)


def hint(page: Page, number: int) -> Locator:
    return page.locator(f"#asked-hint-{number - 1}")


def test_by_mouse_with_hints_and_a_picture(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#asked-0")
    name = page.locator("#app-name").text_content()
    expect(page.get_by_text("a third party that you trust")).to_be_visible()
    pictures = page.locator(".app-shelf img")
    assert (
        pictures.first.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 270
    )
    page.get_by_role("button", name="A list of notes").click()
    large = page.get_by_role("dialog")
    expect(large.get_by_role("img")).to_have_attribute("alt", "A list of notes")
    large.get_by_role("button", name="Next").click()
    expect(large.get_by_role("status")).to_have_text(f"2 of 2: Picture 2 of {name}")
    large.get_by_role("button", name="Close").click()
    line(page, 1).fill("My notes")
    line(page, 2).fill("my NOTES?")
    page.locator("#hint").click()
    expect(hint(page, 1)).to_contain_text("This is short")
    expect(hint(page, 1)).to_contain_text("does not look like a question")
    expect(hint(page, 2)).to_have_text("This is the same as question 1. Ask something else.")
    page.get_by_role("button", name="Change question 2").click()
    expect(line(page, 2)).to_be_focused()
    line(page, 2).fill("Who can read them?")
    expect(hint(page, 2)).to_be_hidden()
    expect(page.locator("#form")).to_have_text("2 of 2 written")
    page.get_by_role("button", name="Submit, next").click()
    expect(page.locator("#app-name")).not_to_have_text(name or "")
    assert stored() == [
        {"questions": ["My notes", "Who can read them?"], "hints": [["short", "statement"], []]}
    ]


def test_by_keys_alone(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#asked-0")
    for question in ("Who sees what I write?", "Where is it kept?"):
        expect(page.locator("#asked-0")).to_be_focused()
        press(page, "Shift+Tab", "Shift+Tab", "Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        press(page, "ArrowLeft", "Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        line(page, 2).focus()
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("Write question 1 first.")
        line(page, 1).focus()
        page.keyboard.type(question)
        page.keyboard.press("Enter")
        expect(line(page, 2)).to_be_focused()
        page.keyboard.type("Is it safe there, Zoe?")
        page.keyboard.press("Enter")
        if question.startswith("Who"):
            expect(page.locator("#asked-0")).to_have_value("")
    finished(page)
    assert [one["questions"][0] for one in stored()] == [
        "Who sees what I write?",
        "Where is it kept?",
    ]


def test_by_touch(phone: Page, link: Link, campaign: Campaign) -> None:
    begin(phone, link(campaign), "#asked-0")
    expect_no_sideways_scroll(phone)
    phone.get_by_role("button", name="A list of notes").tap()
    expect_fits(phone)
    phone.get_by_role("dialog").get_by_role("button", name="Close").tap()
    line(phone, 1).fill("Who sees it?")
    phone.get_by_role("button", name="Write question 2").tap()
    line(phone, 2).fill("Who sells it?")
    phone.get_by_role("button", name="Submit, next").tap()
    expect(phone.locator("#number")).to_have_text("Task 2 of 2")


def test_a_draft_outlives_a_reload_and_undo(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#asked-0")
    line(page, 1).fill("Who sees it?")
    line(page, 2).fill("Why")
    page.reload()
    expect(line(page, 1)).to_have_value("Who sees it?")
    expect(line(page, 2)).to_have_value("Why")
    line(page, 2).fill("Why is it kept?")
    line(page, 1).focus()
    page.get_by_role("button", name="Undo").click()
    expect(line(page, 2)).to_have_value("Why")


def test_the_page_is_accessible(page: Page, link: Link, campaign: Campaign) -> None:
    begin(page, link(campaign), "#asked-0")
    line(page, 1).fill("Notes")
    line(page, 2).fill("Notes")
    page.locator("#hint").click()
    expect(hint(page, 2)).to_be_visible()
    expect_readable(page)
    open_menu(page)
    page.get_by_role("link", name="Instructions").click()
    expect_readable(page)


@pytest.fixture
def sites() -> Campaign:
    return collection()


def copy(page: Page) -> None:
    page.get_by_label("Address of the document").fill("https://shop.example/privacy")
    page.get_by_label("The line with the date of the last update").fill("Updated May 3, 2014")
    page.get_by_label("Date of the last update", exact=True).fill("2014-05-03")
    page.get_by_label("The full text").fill(POLICY)


def test_subtitles_are_checked_at_once(page: Page, link: Link, sites: Campaign) -> None:
    begin(page, link(sites), "#copied-url")
    expect(page.get_by_role("link", name="shop.example")).to_have_attribute("target", "_blank")
    page.get_by_role("button", name="Copy the address of the document").click()
    expect(page.get_by_label("Address of the document")).to_be_focused()
    copy(page)
    subtitles = page.get_by_label("The main headings")
    subtitles.fill("Cookies\nSecurity")
    page.locator("#hint").click()
    expect(page.locator("#copied-subtitles-error")).to_contain_text("“Security”")
    page.get_by_role("button", name="Check the headings").click()
    expect(subtitles).to_be_focused()
    page.reload()
    expect(subtitles).to_have_value("Cookies\nSecurity")
    subtitles.fill("COOKIES\n\nyour choices")
    expect(page.locator("#form")).to_have_text("13 words, 2 headings")
    submit_last(page)
    payload: dict[str, Any] = Judgment.objects.get().payload
    assert payload["subtitles"] == ["COOKIES", "your choices"]
    assert payload["updated_on"] == {"text": "Updated May 3, 2014", "date": "2014-05-03"}


def test_a_policy_by_touch_and_without_a_date(phone: Page, link: Link, sites: Campaign) -> None:
    begin(phone, link(sites), "#copied-url")
    expect_no_sideways_scroll(phone)
    phone.get_by_label("Address of the document").fill("https://shop.example/privacy")
    phone.get_by_label("The full text").fill(POLICY)
    submit_last(phone, tap=True)
    assert Judgment.objects.get().payload["updated_on"] == {"text": "", "date": None}


def test_the_page_for_a_site_is_accessible(page: Page, link: Link, sites: Campaign) -> None:
    begin(page, link(sites), "#copied-url")
    copy(page)
    page.get_by_label("The main headings").fill("Security")
    page.locator("#hint").click()
    expect(page.locator("#copied-subtitles-error")).to_be_visible()
    expect_readable(page)
