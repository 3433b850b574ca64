"""Pairs in a browser: both presets, by mouse, by keyboard and by touch."""

from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.helpers.factories import make_campaign
from tests.helpers.text_pairs import COOKIES, FILES, THREE_WAY, campaign_of_pairs, pairs_of_texts
from tests.journeys import worker
from tests.journeys.conftest import Link
from tests.journeys.marking import stored
from tests.journeys.pressing import begin_by_keys, box_of, press, submit_last
from tests.journeys.worker import expect_accessible, expect_no_sideways_scroll, finished

pytestmark = pytest.mark.long
begin = partial(worker.begin, first=".pair-text")
ready = partial(worker.ready, first=".pair-text")
LONG = " ".join(
    f"Line {number} says what is collected and with whom it is shared." for number in range(60)
)


def text(page: Page, which: str) -> Locator:
    return page.get_by_role("group", name=f"{which} text")


def word(page: Page, which: str, shown: str) -> Locator:
    return text(page, which).get_by_text(shown, exact=True).first


def keyword_line(page: Page, side: str) -> Locator:
    return page.locator(f"#keyword-{side}")


def answer(page: Page, label: str) -> Locator:
    return page.get_by_role("radio", name=label)


def drag(page: Page, start: Locator, end: Locator) -> None:
    first, last = box_of(start), box_of(end)
    page.mouse.move(first["x"] + 1, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 1, last["y"] + last["height"] / 2, steps=4)
    page.mouse.up()


def test_binary_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs()))
    drag(page, word(page, "First", "switch"), word(page, "First", "off"))
    expect(keyword_line(page, "left")).to_have_value("switch cookies off")
    page.get_by_role("button", name="Add as keyword for the first text").click()
    word(page, "First", "basket").click()
    page.get_by_role("button", name="Add as keyword for the first text").click()
    word(page, "Second", "files").dblclick()
    page.get_by_role("button", name="Add as keyword for the second text").click()
    page.get_by_role("button", name="Remove the keyword basket from the first text").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Choose an answer").click()
    answer(page, "No, different issues").click()
    answer(page, "Yes, the same issue").click()
    expect(page.locator("#form")).to_have_text(
        "Yes, the same issue | switch cookies off, basket | files"
    )
    submit_last(page)
    keywords = {"left": ["switch cookies off", "basket"], "right": ["files"]}
    assert stored() == [{"answer": 0, "keywords": keywords, "marked": False}]


@pytest.mark.quick
def test_binary_by_keys_alone(page: Page, link: Link) -> None:
    begin_by_keys(page, link(campaign_of_pairs()))
    expect(text(page, "First")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Copy 1 to 3 keywords from the first text first.")
    press(page, "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Space")
    expect(page.locator("#notice")).to_be_hidden()
    press(page, "End", "Space", "z")
    expect(page.locator("#form")).to_have_text("no answer yet | use cookies | …")
    for _ in range(20):
        if text(page, "Second").evaluate("(box) => box === document.activeElement"):
            break
        page.keyboard.press("Tab")
    press(page, "ArrowDown", "Home", "Shift+End", "Space")
    press(page, "y", "n", "Enter")
    finished(page)
    keywords = {"left": ["use cookies"], "right": [FILES.removesuffix(".")]}
    assert stored() == [{"answer": 1, "keywords": keywords, "marked": False}]


def test_binary_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of_pairs()))
    expect_no_sideways_scroll(phone)
    first, second = box_of(text(phone, "First")), box_of(text(phone, "Second"))
    assert first["y"] + first["height"] < second["y"]
    word(phone, "First", "cookies").tap()
    phone.get_by_role("button", name="Add as keyword for the first text").tap()
    select_as_a_long_press_does(text(phone, "Second"), "store small fil")
    expect(keyword_line(phone, "right")).to_have_value("store small files")
    phone.get_by_role("button", name="Add as keyword for the second text").tap()
    answer(phone, "No, different issues").tap()
    expect_no_sideways_scroll(phone)
    submit_last(phone, tap=True)
    keywords = {"left": ["cookies"], "right": ["store small files"]}
    assert stored() == [{"answer": 1, "keywords": keywords, "marked": False}]


def select_as_a_long_press_does(box: Locator, words: str) -> None:
    box.evaluate(
        """(box, words) => {
          const from = box.textContent.indexOf(words);
          const at = (place) => {
            const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
            let node = walker.nextNode();
            for (; place > node.length; node = walker.nextNode()) place -= node.length;
            return [node, place];
          };
          getSelection().setBaseAndExtent(...at(from), ...at(from + words.length));
        }""",
        words,
    )


def test_three_way_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs(settings=THREE_WAY)))
    expect(page.locator(".pair-keywords")).to_have_count(0)
    page.get_by_text("Not the same message, but broadly the same topic").click()
    submit_last(page)
    assert stored() == [{"answer": 1, "marked": False}]


def test_three_way_by_keys_alone(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs((COOKIES, FILES), (FILES, COOKIES), settings=THREE_WAY)))
    press(page, "3", "Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Choose an answer first.")
    press(page, "1", "z", "2", "Enter")
    finished(page)
    assert stored() == [{"answer": 2, "marked": False}, {"answer": 1, "marked": False}]


def test_three_way_by_touch(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of_pairs(settings=THREE_WAY)))
    answer(phone, "No, they discuss two different topics").tap()
    expect(phone.locator(".pair-answer kbd").first).to_be_hidden()
    submit_last(phone, tap=True)
    assert stored() == [{"answer": 2, "marked": False}]


@pytest.mark.quick
def test_keywords_that_cannot_be_taken_are_refused_at_once(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs()))
    line = keyword_line(page, "left")
    error = page.locator("#keyword-error-left")
    page.get_by_role("button", name="Add as keyword for the first text").click()
    expect(error).to_contain_text("Select words in the first text")
    line.fill("zebra")
    line.press("Enter")
    expect(error).to_have_text(
        "“zebra” is not in the first text. Copy it exactly as it is written there."
    )
    expect(line).to_have_value("zebra")
    for found in ("COOKIES", "your  basket", "browser"):
        line.fill(found)
        line.press("Enter")
        expect(error).to_be_hidden()
    line.fill("cookies")
    line.press("Enter")
    expect(error).to_have_text("3 keywords are enough. Remove one to add another.")
    page.get_by_role("button", name="Remove the keyword browser from the first text").click()
    expect(error).to_be_hidden()
    line.press("Enter")
    expect(error).to_have_text("“cookies” is already in the list.")
    expect(page.get_by_role("button", name="Copy keywords from the second text")).to_be_visible()


@pytest.mark.quick
def test_what_is_begun_survives_a_reload(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs()))
    keyword_line(page, "left").fill("cookies")
    keyword_line(page, "left").press("Enter")
    keyword_line(page, "right").fill("small")
    page.get_by_role("button", name="Mark shared words").click()
    answer(page, "Yes, the same issue").click()
    page.reload()
    ready(page)
    expect(answer(page, "Yes, the same issue")).to_be_checked()
    expect(page.locator("#form")).to_have_text("Yes, the same issue | cookies | …")
    expect(keyword_line(page, "right")).to_have_value("small")
    page.get_by_role("button", name="Add as keyword for the second text").click()
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator("#form")).to_have_text("no answer yet | … | …")


def test_shared_words_are_marked_on_demand_and_that_is_reported(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs((COOKIES, FILES), (FILES, COOKIES), settings=THREE_WAY)))
    mark = page.get_by_role("button", name="Mark shared words")
    expect(page.locator(".shared")).to_have_count(0)
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    assert set(page.locator(".shared").all_inner_texts()) == {"your", "browser", "Your"}
    mark.click()
    expect(page.locator(".shared")).to_have_count(0)
    page.keyboard.press("1")
    page.locator("#primary").click()
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(mark).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("1")
    page.locator("#primary").click()
    finished(page)
    assert [payload["marked"] for payload in stored()] == [True, False]


def test_long_texts_scroll_in_step_or_apart(page: Page, link: Link) -> None:
    begin(page, link(campaign_of_pairs((LONG, LONG + LONG), settings=THREE_WAY)))
    together = page.get_by_role("button", name="Scroll together")
    expect(together).to_have_attribute("aria-pressed", "false")
    scroll_to_end(text(page, "First"))
    assert share_scrolled(text(page, "Second")) == 0
    together.click()
    text(page, "First").evaluate("(box) => box.scrollTo(0, 0)")
    scroll_to_end(text(page, "First"))
    page.wait_for_function(
        "() => { const box = document.querySelectorAll('.pair-text')[1];"
        " return box.scrollTop + box.clientHeight >= box.scrollHeight - 2 }"
    )
    page.reload()
    ready(page)
    expect(together).to_have_attribute("aria-pressed", "true")


def scroll_to_end(box: Locator) -> None:
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")


def share_scrolled(box: Locator) -> float:
    share: float = box.evaluate("(box) => box.scrollTop")
    return share


def test_arrows_follow_the_eye_in_hebrew(page: Page, link: Link) -> None:
    hebrew = "אנו משתמשים בעוגיות באתר שלנו"
    begin(page, link(campaign_of_pairs((hebrew, hebrew))))
    press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "Space")
    expect(page.locator("#form")).to_have_text(f"no answer yet | {hebrew.split()[1]} | …")


@pytest.mark.parametrize("twenty_thousand", ["word " * 4000, "語" * 20_000])
def test_the_longest_text(phone: Page, link: Link, twenty_thousand: str) -> None:
    begin(phone, link(campaign_of_pairs((twenty_thousand.strip(), FILES), settings=THREE_WAY)))
    expect_no_sideways_scroll(phone)
    answer(phone, "No, they discuss").tap()
    submit_last(phone, tap=True)


def test_a_known_answer_is_explained_before_the_next_pair(page: Page, link: Link) -> None:
    dataset = pairs_of_texts(
        *[(COOKIES, FILES)] * 4, gold="different", why="Cookies are not all files."
    )
    dataset.items.filter(position__gt=2).update(
        content={"left": {"text": COOKIES}, "right": {"text": FILES}}
    )
    settings = {**THREE_WAY, "answers": [{"label": "same", "yes": True}, {"label": "different"}]}
    campaign = make_campaign(
        dataset, scheme="pair", settings=settings, training_hits=2, most_workers=12
    )
    begin(page, link(campaign))
    expect(page.locator("#number")).to_have_text("Training 1 of 2")
    for key, verdict in (("1", "Not quite. The expected answer is:"), ("2", "Correct.")):
        press(page, key, "Enter")
        expect(page.locator("#verdict")).to_have_text(verdict)
        expect(page.locator("#known-answer")).to_have_text("different")
        expect(page.locator("#known-why")).to_have_text("Cookies are not all files.")
        expect_accessible(page)
        expect(page.get_by_role("button", name="Continue")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#feedback")).to_be_hidden()
        expect(text(page, "First")).to_be_focused()
    expect(page.locator("#number")).to_have_text("Task 1 of at most 2")
