"""Joining in a browser: a stranger agrees, reads, answers the questions and does the tasks."""

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, ConsentAnswer, QuizTry
from annotation.services.campaigns.quiz_questions import read_quiz
from tests.journeys.conftest import Link
from tests.journeys.pressing import click, press, press_by_keys
from tests.journeys.worker import campaign_of, expect_readable, finished, ready

pytestmark = pytest.mark.long
SIX = "apply first aid course on line"
INSTRUCTIONS = """## Cut the text into parts

- **names** stay whole
- so do *fixed phrases*

| text | parts |
|---|--:|
| apply first aid course on line | 3 |
"""
QUIZ = """Where do you cut?
[ ] between all words
[x] between parts
> Keep words that belong together in one part.

What stays whole?
[x] a name
[x] a fixed phrase
[ ] the whole text"""


@pytest.fixture
def guarded() -> Campaign:
    return campaign_of(
        "flat",
        SIX,
        "red car",
        instructions=INSTRUCTIONS,
        consent="You may **stop** at any time.",
        quiz=read_quiz(QUIZ),
        quiz_tries=2,
    )


def pass_the_steps(page: Page) -> None:
    """Agree, read, fail the questions once, and pass them; check each page."""
    expect(page.get_by_text("Step 1 of 3")).to_be_visible()
    expect_readable(page)
    click(page, "button", "I agree", text="Step 2 of 3")
    expect(page.get_by_role("heading", name="Cut the text into parts").last).to_be_visible()
    expect_readable(page)
    click(page, "button", "I have read the instructions", text="Step 3 of 3")
    expect_readable(page)
    page.get_by_label("between all words").check()
    page.get_by_label("a name").check()
    click(page, "button", "Check my answers", text="You answered 0 of 2 correctly")
    expect(page.get_by_text("Keep words that belong together in one part.")).to_be_visible()
    expect_readable(page)
    expect(page.locator("input:checked")).to_have_count(0)
    page.get_by_label("between parts").check()
    page.get_by_label("a name").check()
    page.get_by_label("a fixed phrase").check()
    click(page, "button", "Check my answers", heading="You know the instructions")
    expect_readable(page)
    click(page, "link", "Continue", heading="You are ready")
    page.get_by_role("button", name="Start").click()


def do_the_tasks(page: Page) -> None:
    for number in (1, 2):
        expect(page.locator("#number")).to_have_text(f"Task {number} of 2")
        ready(page)
        page.get_by_role("button", name="Submit, next").click()
    finished(page)


def test_a_stranger_comes_in_on_a_desktop(page: Page, link: Link, guarded: Campaign) -> None:
    page.goto(link(guarded))
    page.get_by_role("button", name="Join as").click()
    pass_the_steps(page)
    do_the_tasks(page)
    assert [one.agreed for one in ConsentAnswer.objects.all()] == [True]
    assert [(one.right, one.passed) for one in QuizTry.objects.all()] == [(0, False), (2, True)]


def test_a_stranger_comes_in_on_a_phone(phone: Page, link: Link, guarded: Campaign) -> None:
    phone.goto(link(guarded))
    phone.get_by_role("button", name="Join as").click()
    pass_the_steps(phone)
    do_the_tasks(phone)


@pytest.mark.quick
def test_the_way_in_by_keys_alone(page: Page, link: Link, guarded: Campaign) -> None:
    page.goto(link(guarded))
    for place, button in enumerate(("Join as ada", "I agree", "I have read the instructions"), 1):
        press_by_keys(page, button)
        expect(page.get_by_text(f"Step {place} of 3")).to_be_visible()
    page.get_by_label("between all words").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("between parts")).to_be_checked()
    for _ in range(2):
        press(page, "Tab", "Space")
    expect(page.get_by_label("a fixed phrase")).to_be_checked()
    press_by_keys(page, "Check my answers")
    expect(page.get_by_role("heading", name="You know the instructions")).to_be_visible()


def test_workers_who_do_not_agree_end_there(phone: Page, link: Link, guarded: Campaign) -> None:
    phone.goto(link(guarded))
    phone.get_by_role("button", name="Join as").click()
    click(phone, "button", "I do not agree", heading="You did not agree")
    expect_readable(phone)
