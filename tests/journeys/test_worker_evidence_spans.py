"""Evidence by spans of characters in a browser: by mouse, by keys, by touch, and right to left."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Judgment
from tests.helpers.evidence import PLAIN, SENTENCES, document, evidence_campaign, question
from tests.journeys.conftest import Link
from tests.journeys.marking import begin, drag, sentence, stored
from tests.journeys.pressing import form, press, submit_last
from tests.journeys.worker import expect_no_sideways_scroll, finished

pytestmark = pytest.mark.long
CHARACTERS: dict[str, Any] = {**PLAIN, "preset": "custom", "unit": "characters"}


def test_spans_of_characters_by_mouse(page: Page, link: Link) -> None:
    begin(
        page,
        link(
            evidence_campaign(
                document(sentences=["A 😀 log is kept.", *SENTENCES]),
                question(),
                settings=CHARACTERS,
            )
        ),
    )
    select(page, 0, "log is", by="drag")
    expect(form(page)).to_have_text("sentence 1")
    expect(page.locator("mark.marked")).to_have_text("log is")
    select(page, 3, "ten days", by="drag")
    submit_last(page)
    text = " ".join(["A 😀 log is kept.", *SENTENCES])
    assert [text[start:end] for start, end in stored()[0]["spans"]] == ["log is", "ten days"]
    assert Judgment.objects.get().vector[7:] == [0, 3]


def test_spans_of_characters_by_keys_and_by_touch(page: Page, phone: Page, link: Link) -> None:
    campaign = evidence_campaign(settings=CHARACTERS, redundancy=2)
    begin(page, link(campaign))
    press(
        page,
        "ArrowDown",
        "ArrowRight",
        "ArrowRight",
        "Shift+ArrowRight",
        "Space",
        "ArrowDown",
        "Space",
    )
    expect(page.locator("mark.marked")).to_have_text(["ask for", SENTENCES[1]])
    press(page, "Space", "Enter")
    finished(page)
    begin(phone, link(campaign, "bob"))
    select(phone, 2, "ten days")
    phone.get_by_role("button", name="Mark the selection").tap()
    expect(phone.locator("mark.marked")).to_have_text("ten days")
    select(phone, 1, "never sold")
    phone.get_by_role("button", name="Mark the selection").tap()
    phone.locator("mark.marked").first.tap()
    expect(phone.locator("mark.marked")).to_have_text("ten days")
    expect_no_sideways_scroll(phone)
    submit_last(phone, tap=True)
    text = " ".join(SENTENCES)
    assert [[text[a:b] for a, b in one["spans"]] for one in stored()] == [["ask for"], ["ten days"]]


def select(page: Page, number: int, words: str, by: str = "") -> None:
    """Select as a long press does; when dragging, the pointer is released where the words end."""
    sentence(page, number).evaluate(
        """(row, [words, by]) => {
          const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
          let node = walker.nextNode();
          while (!node.data.includes(words)) node = walker.nextNode();
          const at = node.data.indexOf(words);
          getSelection().setBaseAndExtent(node, at, node, at + words.length);
          const let_go = new PointerEvent("pointerup", {bubbles: true, pointerType: "mouse"});
          if (by) document.dispatchEvent(let_go);
        }""",
        [words, by],
    )


def test_spans_are_drawn_to_whole_sentences(page: Page, link: Link) -> None:
    begin(page, link(evidence_campaign(settings={**CHARACTERS, "snap": True})))
    drag(page, sentence(page, 1), sentence(page, 3))
    sentence(page, 2).click()
    submit_last(page)
    text = " ".join(SENTENCES)
    assert [text[start:end] for start, end in stored()[0]["spans"]] == [SENTENCES[1], SENTENCES[3]]


def test_arrows_and_bars_follow_the_eye_in_hebrew(page: Page, link: Link) -> None:
    hebrew = ["אנו אוספים שמות.", "היומן נשמר עשרה ימים."]
    begin(
        page,
        link(
            evidence_campaign(document(sentences=hebrew), question("כמה זמן?"), settings=CHARACTERS)
        ),
    )
    direction = "row => getComputedStyle(row).direction"
    assert sentence(page, 0).evaluate(direction) == "rtl"
    press(page, "ArrowDown", "ArrowLeft", "ArrowLeft", "Space")
    expect(page.locator("mark.marked")).to_have_text("אוספים")
