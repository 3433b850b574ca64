"""Nested segmentation in a browser: two neighbours at a time until one tree is left."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.journeys.conftest import PHONE
from tests.journeys.worker import (
    begin,
    campaign_of,
    campaign_of_tokens,
    expect_accessible,
    expect_no_sideways_scroll,
    finished,
    ready,
    stored,
)

Link = Callable[..., str]
SIX = "apply first aid course on line"
TREE = "(apply (((first aid) course) (on line)))"
VECTOR = [3, 0, 1, 2, 0]
SIXTY = " ".join(f"word{number}" for number in range(1, 61))
SENTENCE = (
    "the committee that had been appointed by the former minister of education in the spring of "
    "last year finally published its long awaited report on the state of small village schools "
    "and on what ought to be done before another winter closes the mountain roads"
)
LONG_WORDS = (
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik red car "
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz for sale"
)
TEXTS_THAT_WRAP = [
    pytest.param(SENTENCE, id="a sentence of 45 words"),
    pytest.param(LONG_WORDS, id="words longer than a line"),
]
# Milliseconds within which two taps at one place are one double tap.
DOUBLE_TAP = 350


def plus(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Join {name}", exact=True).and_(page.locator(".plus"))


def primary(page: Page) -> Locator:
    return page.locator("#primary")


def test_by_mouse(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    form = page.locator("#form")
    plus(page, "first + aid").click()
    expect(form).to_have_text("apply (first aid) course on line")
    plus(page, "(first aid) + course").click()
    plus(page, "on + line").click()
    expect(page.locator("svg .node")).to_have_count(3)
    plus(page, "apply + ((first aid) course)").click()
    page.get_by_role("button", name="Undo").click()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    page.get_by_role("button", name="Start again").click()
    expect(form).to_have_text(SIX)
    page.get_by_role("button", name="Undo").click()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    plus(page, "((first aid) course) + (on line)").click()
    plus(page, "apply + (((first aid) course) (on line))").click()
    expect(form).to_have_text(TREE)
    expect(page.locator("svg .height")).to_have_text(["0", "1", "0", "2", "3"])
    expect(primary(page)).to_have_text("Submit, next")
    primary(page).click()
    finished(page)
    assert stored() == [(SIX, VECTOR)]


def test_by_keys_alone(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    press = page.keyboard.press
    expect(page.locator(".nested")).to_be_focused()
    press("ArrowRight")
    expect(page.locator(".plus.chosen")).to_be_focused()
    press("Home")
    expect(plus(page, "apply + first")).to_be_focused()
    press("ArrowRight")
    press("Space")
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    expect(page.locator(".nested")).to_be_focused()
    press("End")
    press("Space")
    press("z")
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    press("End")
    press("Enter")
    press("Enter")
    expect(page.locator("#said")).to_have_text("Choose a + first: the two beside it are joined.")
    press("Home")
    press("ArrowRight")
    expect(plus(page, "(first aid) + course")).to_be_focused()
    press("Enter")
    press("End")
    press("Space")
    press("ArrowLeft")
    press("Space")
    expect(page.locator("#form")).to_have_text(TREE)
    expect(primary(page)).to_have_text("Submit, next")
    press("Enter")
    finished(page)
    assert stored() == [(SIX, VECTOR)]


def test_by_touch(phone: Page, link: Link) -> None:
    """A tap chooses; the large button, or the same + again, joins."""
    begin(phone, link(campaign_of("nested", SIX)))
    expect_no_sideways_scroll(phone)
    form = phone.locator("#form")
    expect(primary(phone)).to_have_text("Choose two neighbours")
    plus(phone, "course + on").tap()
    plus(phone, "first + aid").tap()
    expect(primary(phone)).to_have_text("Join “first” + “aid”")
    expect(phone.locator(".near")).to_have_text(["first", "aid"])
    expect(phone.locator("#said")).to_have_text("Chosen: first + aid. Tap it again to join them.")
    expect(form).to_have_text(SIX)
    primary(phone).tap()
    expect(form).to_have_text("apply (first aid) course on line")
    expect(phone.locator(".near")).to_have_count(0)
    expect(primary(phone)).to_have_text("Choose two neighbours")
    for name in ("on + line", "(first aid) + course", "((first aid) course) + (on line)"):
        plus(phone, name).tap()
        plus(phone, name).tap()
    expect(primary(phone)).to_have_text("Choose two neighbours")
    phone.get_by_role("button", name="Undo").tap()
    expect(form).to_have_text("apply ((first aid) course) (on line)")
    plus(phone, "((first aid) course) + (on line)").tap()
    expect(primary(phone)).to_have_text("Join “first aid course” + “on line”")
    primary(phone).tap()
    plus(phone, "apply + (((first aid) course) (on line))").tap()
    primary(phone).tap()
    expect(form).to_have_text(TREE)
    primary(phone).tap()
    finished(phone)
    assert stored() == [(SIX, VECTOR)]


def test_by_touch_where_clicks_do_not_tell_what_made_them(phone: Page, link: Link) -> None:
    """As in browsers whose click is a MouseEvent."""
    begin(phone, link(campaign_of("nested", SIX)))
    tap = """(plus) => {
      plus.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch" }));
      plus.dispatchEvent(new MouseEvent("click"));
    }"""
    plus(phone, "first + aid").evaluate(tap)
    expect(primary(phone)).to_have_text("Join “first” + “aid”")
    expect(phone.locator("#form")).to_have_text(SIX)
    plus(phone, "first + aid").evaluate(tap)
    expect(phone.locator("#form")).to_have_text("apply (first aid) course on line")


def test_the_mouse_shows_what_it_points_at_and_chooses_nothing(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").hover()
    expect(page.locator("svg .candidate")).to_have_count(1)
    expect(page.locator(".plus.chosen")).to_have_count(0)
    expect(primary(page)).to_have_text("Choose two neighbours")
    page.keyboard.press("Space")
    expect(page.locator("#form")).to_have_text(SIX)


def test_hebrew_grows_from_the_right(page: Page, link: Link) -> None:
    text = "איך לומדים עברית מהר"
    begin(page, link(campaign_of("nested", text)))
    first = page.locator(".word").first.bounding_box()
    last = page.locator(".word").last.bounding_box()
    assert first
    assert last
    assert first["x"] > last["x"]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("Home")
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    finished(page)
    [(_, vector)] = stored()
    assert vector == [1, 0, 2]


def test_chinese(page: Page, link: Link) -> None:
    campaign = campaign_of_tokens("nested", "我想去北京旅游", ["我", "想", "去", "北京", "旅游"])
    begin(page, link(campaign))
    for name in (
        "北京 + 旅游",
        "去 + (北京 旅游)",
        "想 + (去 (北京 旅游))",
        "我 + (想 (去 (北京 旅游)))",
    ):
        plus(page, name).click()
    primary(page).click()
    finished(page)
    assert stored() == [("我想去北京旅游", [3, 2, 1, 0])]


def test_two_words(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", "red car")))
    page.keyboard.press("ArrowLeft")
    expect(primary(page)).to_have_text("Join “red” + “car”")
    primary(page).click()
    expect(page.locator("#form")).to_have_text("(red car)")
    primary(page).click()
    finished(page)
    assert stored() == [("red car", [0])]


def test_a_draft_comes_back_with_nothing_chosen(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").click()
    page.keyboard.press("End")
    page.reload()
    ready(page)
    expect(page.locator("#form")).to_have_text("apply (first aid) course on line")
    expect(page.locator(".plus.chosen")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator("#form")).to_have_text(SIX)


def test_it_fits_anew_when_the_window_changes(page: Page, link: Link) -> None:
    """The drawing gives way to outlines, and what is chosen stays chosen and focused."""
    begin(page, link(campaign_of("nested", SIX)))
    plus(page, "first + aid").click()
    page.keyboard.press("End")
    expect(page.locator(".forest svg .node")).to_have_count(1)
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator(".outlines .group")).to_have_count(1)
    expect(plus(page, "on + line")).to_be_focused()
    expect(page.locator(".near")).to_have_text(["on", "line"])
    expect_no_sideways_scroll(page)
    page.set_viewport_size({"width": 1280, "height": 600})
    expect(page.locator(".forest svg .candidate")).to_have_count(1)
    expect(plus(page, "on + line")).to_be_focused()


def test_arrows_lead_from_line_to_line(page: Page, link: Link) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    begin(page, link(campaign_of("nested", SIXTY)))
    page.keyboard.press("Home")
    lines = page.evaluate(
        "[...document.querySelectorAll('.plus')].map((plus) => plus.getBoundingClientRect().top)"
    )
    second = min(line for line in lines if line > lines[0])
    page.keyboard.press("ArrowDown")
    expect(page.locator(".plus").nth(lines.index(second))).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".plus").first).to_be_focused()


@pytest.mark.parametrize("onward", ["Home", "End"], ids=["left branching", "right branching"])
def test_sixty_words_by_keys(page: Page, link: Link, onward: str) -> None:
    begin(page, link(campaign_of("nested", SIXTY)))
    for _ in range(59):
        page.keyboard.press(onward)
        page.keyboard.press("Space")
    expect(primary(page)).to_have_text("See the rest of the tree")
    submit_when_seen(page)
    finished(page)
    heights = list(range(59))
    assert stored() == [(SIXTY, heights if onward == "Home" else heights[::-1])]


@pytest.mark.parametrize("text", TEXTS_THAT_WRAP)
def test_the_whole_tree_is_shown_at_every_step_on_the_smallest_phone(
    new_context: Callable[..., BrowserContext], link: Link, text: str
) -> None:
    """No word and no + is ever cut off, broken without need, or too small for a thumb."""
    context = new_context(**{**PHONE, "viewport": {"width": 320, "height": 568}})
    page = begin(context.new_page(), link(campaign_of("nested", text)))
    random_ = random.Random(len(text))
    left = page.locator(".plus").count()
    while left:
        page.locator(".plus").nth(random_.randrange(left)).tap()
        chosen = page.locator(".plus.chosen").bounding_box()
        assert chosen
        assert min(chosen["width"], chosen["height"]) >= 44
        primary(page).tap()
        left -= 1
        expect(page.locator(".plus")).to_have_count(left)
        if left % 7 == 0:
            expect_all_shown(page, text, left)
    expect_all_shown(page, text, 0)


def expect_all_shown(page: Page, text: str, left: int) -> None:
    expect_no_sideways_scroll(page)
    assert page.locator(".outlines .word").all_inner_texts() == text.split()
    expect(page.locator(".group")).to_have_count(len(text.split()) - 1 - left)
    outside, broken = page.evaluate(
        """() => {
          const inside = document.querySelector(".nested").getBoundingClientRect();
          const parts = [...document.querySelectorAll(".outlines .word, .outlines .plus")];
          const outside = parts.filter((part) => {
            const { left, right } = part.getBoundingClientRect();
            return left < inside.left || right > inside.right;
          });
          const broken = [...document.querySelectorAll(".outlines .word")].filter(
            (word) => word.textContent.length < 13 && word.offsetHeight > 40);
          return [outside, broken].map((all) => all.map((part) => part.textContent));
        }"""
    )
    assert (outside, broken) == ([], [])


def submit_when_seen(page: Page) -> None:
    """Press Enter, each time a screen further, until all of the tree has been in sight; submit."""
    for _ in range(40):
        if primary(page).inner_text() == "Submit, next":
            break
        assert not stored()
        before = page.evaluate("scrollY")
        page.keyboard.press("Enter")
        assert page.evaluate("scrollY") > before
    page.keyboard.press("Enter")


def test_no_tree_is_submitted_half_unseen(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("nested", SIXTY)))
    for _ in range(59):
        phone.keyboard.press("Home")
        phone.keyboard.press("Space")
    expect(phone.locator(".word").first).to_be_in_viewport(ratio=1)
    expect(primary(phone)).to_have_text("See the rest of the tree")
    phone.reload()
    ready(phone)
    expect(primary(phone)).to_have_text("See the rest of the tree")
    primary(phone).tap()
    expect(primary(phone)).to_have_text("See the rest of the tree")
    assert not stored()
    phone.get_by_role("button", name="Undo").tap()
    expect(primary(phone)).to_have_text("Choose two neighbours")
    phone.keyboard.press("Home")
    phone.keyboard.press("Space")
    height = phone.evaluate("document.documentElement.scrollHeight")
    for place in range(0, height, 200):
        phone.evaluate("(place) => scrollTo(0, place)", place)
        phone.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    expect(primary(phone)).to_have_text("Submit, next")
    phone.wait_for_timeout(DOUBLE_TAP)
    primary(phone).tap()
    finished(phone)


def test_what_was_joined_and_the_next_plus_are_in_sight(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("nested", SIXTY)))
    expect_no_sideways_scroll(phone)
    plus(phone, "word59 + word60").tap()
    primary(phone).tap()
    expect(plus(phone, "word58 + (word59 word60)")).to_be_in_viewport(ratio=1)
    for _ in range(30):
        phone.keyboard.press("Home")
        phone.keyboard.press("Space")
    expect(plus(phone, "(word1 … word31) + word32")).to_be_in_viewport(ratio=1)
    for button in (primary(phone), phone.get_by_role("button", name="Undo")):
        expect(button).to_be_in_viewport(ratio=1)


def test_the_tree_at_a_glance(phone: Page, link: Link) -> None:
    """All of it at first; larger by the button; the keys of the work rest meanwhile."""
    begin(phone, link(campaign_of("nested", SIXTY)))
    for _ in range(40):
        phone.keyboard.press("End")
        phone.keyboard.press("Space")
    phone.get_by_role("button", name="Show the tree").tap()
    dialog = phone.get_by_role("dialog", name="The tree so far: 20 groups")
    expect(dialog.locator(".node")).to_have_count(40)
    words = dialog.locator(".overview-word")
    expect(words).to_have_text(SIXTY.split())
    for word in (words.first, words.last, dialog.locator(".node").first):
        expect(word).to_be_in_viewport(ratio=1)
    expect_accessible(phone)
    size = words.first.bounding_box()
    dialog.get_by_role("button", name="Larger").tap()
    larger = words.first.bounding_box()
    assert size
    assert larger
    assert larger["height"] > size["height"] * 1.3
    pinch(phone)
    pinched = words.first.bounding_box()
    assert pinched
    assert pinched["height"] > larger["height"] * 1.5
    expect_no_sideways_scroll(phone)
    phone.keyboard.press("z")
    phone.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(phone.locator(".plus")).to_have_count(19)


def pinch(page: Page) -> None:
    """Draw two fingers apart on the tree, twice as far as they were."""
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 50), ("touchMove", 60), ("touchMove", 100)):
        points = [{"x": 195 - apart, "y": 400, "id": 0}, {"x": 195 + apart, "y": 400, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def held_back(page: Page, address: str) -> list[Route]:
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - it must be a function
    return held


def test_the_example_is_the_tree_as_workers_see_it(phone: Page, page: Page, link: Link) -> None:
    """Its script comes late; when it draws, what is below does not move from under a click."""
    campaign = campaign_of("nested", SIX)
    for each, shown in ((page, "svg .node"), (phone, ".group")):
        held = held_back(each, "**/nested/desk.js")
        each.goto(link(campaign, f"worker{shown[-1]}"))
        with each.expect_request("**/nested/desk.js"):
            each.get_by_role("button", name="Join as").click()
        start = each.get_by_role("button", name="Start")
        expect(start).to_be_visible()
        before = start.bounding_box()
        held[0].continue_()
        expect(each.locator(f"#drawing {shown}")).to_have_count(5)
        expect(each.locator("#drawing .plus")).to_have_count(0)
        assert start.bounding_box() == before
        expect_no_sideways_scroll(each)
