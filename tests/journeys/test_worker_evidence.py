"""Evidence in a browser: marked by mouse, by keys alone and by touch."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign
from tests.helpers.evidence import QUESTION, document, evidence_campaign, question, sections
from tests.journeys.conftest import Link
from tests.journeys.marking import begin, drag, ready, sentence, stored
from tests.journeys.pressing import box_of, form, press, submit_last
from tests.journeys.worker import expect_accessible, expect_no_sideways_scroll, finished

pytestmark = pytest.mark.long
PAPER: dict[str, Any] = {"preset": "privacyqa"}
SECOND = "Who can read the log?"
LONG = [f"Sentence number {n} says what is kept, and for how long." for n in range(1, 501)]


def on_long_document(**terms: Any) -> Campaign:
    outline = [("Beginning", 0), ("Middle", 200), ("End", 490)]
    return evidence_campaign(
        document("long", LONG, sections=sections(outline)), question(name="long"), **terms
    )


def test_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(evidence_campaign()))
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    page.get_by_role("button", name="Mark the evidence").click()
    sentence(page, 0).click()
    expect(sentence(page, 0)).to_have_attribute("aria-selected", "true")
    sentence(page, 0).click()
    drag(page, sentence(page, 1), sentence(page, 3))
    expect(form(page)).to_have_text("sentences 2–4")
    drag(page, sentence(page, 2), sentence(page, 3))
    expect(form(page)).to_have_text("sentence 2")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(form(page)).to_have_text("nothing marked yet")
    page.get_by_role("button", name="Redo").click()
    expect(form(page)).to_have_text("sentences 2–4")
    page.get_by_role("button", name="Undo").click()
    sentence(page, 2).click()
    sentence(page, 4).click(modifiers=["Shift"])
    expect(form(page)).to_have_text("sentences 3–5")
    submit_last(page)
    assert stored() == [{"answerable": True, "sentences": [2, 3, 4]}]


@pytest.mark.quick
def test_by_keys_alone(page: Page, link: Link) -> None:
    begin(
        page, link(evidence_campaign(document(sections=sections()), question(), question(SECOND)))
    )
    expect(page.locator(".evidence-document")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("Mark the evidence first")
    press(page, "ArrowDown", "ArrowDown", "ArrowDown", "Space")
    expect(form(page)).to_have_text("sentence 3")
    expect(page.locator("#notice")).to_be_hidden()
    press(page, "ArrowDown", "Shift+ArrowDown")
    expect(form(page)).to_have_text("sentences 3–5")
    press(page, "Shift+ArrowUp")
    expect(form(page)).to_have_text("sentences 3–4")
    press(page, "z")
    expect(form(page)).to_have_text("sentence 3")
    press(page, "y", "Home", "Space", "n")
    expect(page.locator("#said")).to_contain_text("Sentence 3.")
    press(page, "p")
    expect(page.locator("#said")).to_contain_text("Sentence 1.")
    press(page, "Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(page.get_by_role("heading", name=SECOND)).to_be_visible()
    expect(page.locator('.evidence-sentence[aria-selected="true"]')).to_have_count(0)
    press(page, "Space", "x")
    expect(form(page)).to_have_text("no answer")
    press(page, "Enter")
    finished(page)
    assert stored() == [{"answerable": True, "sentences": [0, 2, 3]}, {"answerable": False}]


def test_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(evidence_campaign()))
    expect_no_sideways_scroll(phone)
    sentence(phone, 1).tap()
    expect(form(phone)).to_have_text("sentence 2")
    sentence(phone, 1).tap()
    long_drag(phone, sentence(phone, 2), sentence(phone, 3))
    expect(form(phone)).to_have_text("sentences 3–4")
    phone.get_by_text("Sections", exact=True).tap()
    phone.get_by_role("button", name="How long we keep it").tap()
    expect(phone.get_by_role("button", name="What we collect")).to_be_hidden()
    submit_last(phone, tap=True)
    assert stored() == [{"answerable": True, "sentences": [2, 3]}]


def long_drag(page: Page, start: Locator, end: Locator) -> None:
    """Hold until the page switches to marking, then drag."""
    start.scroll_into_view_if_needed()
    first, last = box_of(start), box_of(end)
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, box: Any) -> None:
        point = {"x": box["x"] + 40, "y": box["y"] + box["height"] / 2}
        points = [] if kind == "touchEnd" else [point]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", first)
    expect(page.locator(".evidence-document.dragging")).to_be_attached()
    touch("touchMove", last)
    touch("touchEnd", last)


def test_why_there_is_no_answer_is_requested_step_by_step(page: Page, link: Link) -> None:
    begin(page, link(evidence_campaign(settings=PAPER)))
    page.get_by_label("No answer in this document").check()
    expect(page.get_by_role("button", name="Say why there is none")).to_be_visible()
    first = page.get_by_role("group", name="Can you understand the question?")
    second = page.get_by_role("group", name="Could a document of this kind answer it?")
    expect(second).to_be_hidden()
    first.get_by_label("Yes").check()
    second.get_by_label("Yes").check()
    page.get_by_role("group", name="Is the question clear").get_by_label("Yes").check()
    page.get_by_label("Yes, but this one does not").check()
    expect(form(page)).to_contain_text("no answer | silent | …")
    page.get_by_label("Yes, it could answer the question").check()
    page.get_by_label("No, everyone would give the same answer").check()
    page.get_by_label("Very likely", exact=True).check()
    page.locator("#primary").click()
    expect(page.locator("#said")).to_have_text("Choose a category first.")
    page.get_by_label("Data Retention").check()
    page.get_by_label("Data Security").check()
    expect_accessible(page)
    submit_last(page)
    assert stored() == [
        {
            "answerable": False,
            "cause": "silent",
            "relevance": "relevant",
            "subjectivity": "objective",
            "likelihood": "very likely",
            "categories": ["Data Retention", "Data Security"],
        }
    ]


def test_of_what_nobody_can_make_out_nothing_more_is_requested(page: Page, link: Link) -> None:
    begin(page, link(evidence_campaign(settings=PAPER)))
    sentence(page, 1).click()
    press(page, "x")
    page.get_by_label("No, I cannot understand it").check()
    relevance = page.get_by_role("group", name="Is this a question for a document of this kind?")
    expect(relevance).to_be_hidden()
    submit_last(page)
    assert stored() == [{"answerable": False, "cause": "incomprehensible"}]


def test_a_multiple_choice_question_with_its_support(page: Page, link: Link) -> None:
    item = question(extra={"options": ["Yes", "No", "Unclear"]})
    begin(page, link(evidence_campaign(document(), item)))
    expect(page.locator(".evidence-outline")).to_have_count(0)
    sentence(page, 1).click()
    page.get_by_role("button", name="Choose an option").click()
    page.get_by_label("Unclear").check()
    expect(form(page)).to_have_text("Unclear | sentence 2")
    submit_last(page)
    assert stored() == [{"answerable": True, "sentences": [1], "choice": 2}]


def test_search_and_sections_of_a_long_document(page: Page, link: Link) -> None:
    begin(page, link(on_long_document()))
    press(page, "/")
    page.keyboard.type("NUMBER 49")
    count = page.locator(".evidence-search output")
    expect(count).to_have_text("1 of 11")
    expect(sentence(page, 48)).to_be_in_viewport()
    press(page, "Enter")
    expect(count).to_have_text("2 of 11")
    expect(sentence(page, 489)).to_be_in_viewport()
    press(page, "Shift+Enter", "Shift+Enter")
    expect(count).to_have_text("11 of 11")
    page.get_by_role("searchbox").fill("zebra")
    expect(count).to_have_text("not found")
    press(page, "Escape")
    expect(page.locator(".evidence-document")).to_be_focused()
    page.get_by_role("button", name="Middle").click()
    expect(sentence(page, 200)).to_be_in_viewport()
    press(page, "Space", "End", "Space")
    expect(page.get_by_role("button", name="Middle 1 marked")).to_be_visible()
    page.get_by_role("button", name="Next mark").click()
    expect(sentence(page, 200)).to_be_in_viewport()
    expect_accessible(page)
    press(page, "Enter")
    finished(page)


def test_what_is_begun_survives_a_reload_and_a_lost_network(page: Page, link: Link) -> None:
    begin(page, link(evidence_campaign(settings=PAPER)))
    sentence(page, 2).click()
    page.get_by_label("Likely", exact=True).check()
    page.reload()
    ready(page)
    expect(form(page)).to_have_text("sentence 3 | … | … | likely | …")
    expect(page.get_by_label("Likely", exact=True)).to_be_checked()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(form(page)).to_contain_text("nothing marked yet")
    page.get_by_label("No answer in this document").check()
    page.get_by_label("No, I cannot understand it").check()
    page.route("**/submit/", lambda route: route.abort())
    page.locator("#primary").click()
    expect(page.locator("#notice")).to_contain_text("saved in this browser")
    page.unroute("**/submit/")
    page.get_by_role("button", name="Send now").click()
    finished(page)
    assert [one["cause"] for one in stored()] == ["incomprehensible"]
