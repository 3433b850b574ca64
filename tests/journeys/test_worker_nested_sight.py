"""The tree is visible at every step, on the smallest phone too; none is submitted unseen. Repeated
key presses leave no tree, or trees without a preferred side (decision 14): a tool that measures
where people's trees lean must not lean itself."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.helpers.tiers import by_tier, long_only
from tests.journeys.conftest import PHONE, Link
from tests.journeys.joining import SIX, SIXTY, plus, primary
from tests.journeys.lazy import trial
from tests.journeys.pressing import box_of, press
from tests.journeys.worker import (
    begin,
    campaign_of,
    expect_accessible,
    expect_no_sideways_scroll,
    finished,
    ready,
    stored,
    tap_by_itself,
    until_drawn,
)

pytestmark = pytest.mark.long
SENTENCE = (
    "the committee that had been appointed by the former minister of education in the spring of "
    "last year finally published its long awaited report on the state of small village schools "
    "and on what ought to be done before another winter closes the mountain roads"
)
LONG_WORDS = (
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik red car "
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz for sale"
)
# A line per word, and more lines than a phone shows.
HIGH = " ".join(f"word{number}" + "o" * 21 for number in range(36))
TEXTS_THAT_WRAP = [
    pytest.param(SENTENCE, id="a sentence of 45 words"),
    pytest.param(LONG_WORDS, id="words longer than a line"),
]


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
        chosen = box_of(page.locator(".plus.chosen"))
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


@pytest.mark.quick
def test_no_tree_is_submitted_half_unseen(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("nested", HIGH)))
    for _ in HIGH.split()[1:]:
        press(phone, "Home", "Space")
    expect(phone.locator(".word").first).to_be_in_viewport(ratio=1)
    expect(primary(phone)).to_have_text("See the rest of the tree")
    phone.reload()
    ready(phone)
    expect(primary(phone)).to_have_text("See the rest of the tree")
    primary(phone).tap()
    expect(primary(phone)).to_have_text("See the rest of the tree")
    assert not stored()
    phone.get_by_role("button", name="Undo").tap()
    expect(primary(phone)).to_have_text("Choose a +")
    press(phone, "Home", "Space")
    for place in range(0, phone.evaluate("document.documentElement.scrollHeight"), 200):
        phone.evaluate("(place) => scrollTo(0, place)", place)
        until_drawn(phone)
    expect(primary(phone)).to_have_text("Submit, next")
    tap_by_itself(primary(phone))
    finished(phone)


def test_what_was_joined_and_the_next_plus_are_in_sight(phone: Page, link: Link) -> None:
    begin(phone, link(campaign_of("nested", SIXTY)))
    expect_no_sideways_scroll(phone)
    plus(phone, "word59 + word60").tap()
    primary(phone).tap()
    expect(plus(phone, "word58 + (word59 word60)")).to_be_in_viewport(ratio=1)
    for _ in range(30):
        press(phone, "Home", "Space")
    expect(plus(phone, "(word1 … word31) + word32")).to_be_in_viewport(ratio=1)
    for button in (primary(phone), phone.get_by_role("button", name="Undo")):
        expect(button).to_be_in_viewport(ratio=1)


def test_the_tree_at_a_glance(phone: Page, link: Link) -> None:
    """At first the whole tree is shown; the button enlarges it; meanwhile the shortcuts of the task
    are disabled."""
    begin(phone, link(campaign_of("nested", SIXTY)))
    for _ in range(40):
        press(phone, "End", "Space")
    phone.get_by_role("button", name="Show the tree").tap()
    dialog = phone.get_by_role("dialog", name="The tree so far: 20 groups")
    expect(dialog.locator(".node")).to_have_count(40)
    words = dialog.locator(".overview-word")
    expect(words).to_have_text(SIXTY.split())
    for word in (words.first, words.last):
        expect(word).to_be_in_viewport(ratio=1)
    # Of a dot of few pixels, rounding leaves a hair less than all.
    expect(dialog.locator(".node").first).to_be_in_viewport(ratio=0.999)
    expect_accessible(phone)
    size = box_of(words.first)
    dialog.get_by_role("button", name="Larger").tap()
    larger = box_of(words.first)
    assert larger["height"] > size["height"] * 1.3
    pinch(phone)
    pinched = box_of(words.first)
    assert pinched["height"] > larger["height"] * 1.5
    expect_no_sideways_scroll(phone)
    press(phone, "z", "Escape")
    expect(dialog).to_have_count(0)
    expect(phone.locator(".plus")).to_have_count(19)


def pinch(page: Page) -> None:
    """Spread two fingers on the tree, to twice their distance."""
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 50), ("touchMove", 60), ("touchMove", 100)):
        points = [{"x": 195 - apart, "y": 400, "id": 0}, {"x": 195 + apart, "y": 400, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def hold_requests(page: Page, address: str) -> list[Route]:
    routes: list[Route] = []
    page.route(address, lambda route: routes.append(route))  # noqa: PLW0108 - it must be a function
    return routes


def test_the_example_is_the_tree_as_workers_see_it(phone: Page, page: Page, link: Link) -> None:
    """Its script loads late; when it draws, the content below does not move away from a click."""
    campaign = campaign_of("nested", SIX)
    for each, worker in ((page, "ada"), (phone, "bob")):
        each.emulate_media(reduced_motion="reduce")
        routes = hold_requests(each, "**/nested/desk.js")
        with each.expect_request("**/nested/desk.js"):
            each.goto(link(campaign, worker), wait_until="commit")
        # On phones, "Start" above it is always at hand.
        below = each.get_by_role("button", name="I am someone else")
        expect(below).to_be_visible()
        before = below.bounding_box()
        routes[0].continue_()
        expect(each.locator("#drawing svg .node")).to_have_count(5)
        expect(each.locator("#drawing .plus")).to_have_count(0)
        assert below.bounding_box() == before
        expect_no_sideways_scroll(each)


@pytest.mark.quick
@pytest.mark.parametrize(
    "habit",
    ["space", *long_only("enter", "the large button", "space, the mouse at rest on the text")],
)
def test_no_join_is_chosen_for_the_worker(page: Page, link: Link, habit: str) -> None:
    assert trial(page, link, habit, texts=1).trees == 0


@pytest.mark.quick
@pytest.mark.parametrize("habit", ["→ and space", *long_only("← and space", "→ and enter")])
def test_an_arrow_and_a_join_lean_to_no_side(page: Page, link: Link, habit: str) -> None:
    texts = by_tier(quick=4, long=6)
    found = trial(page, link, habit, texts=texts)
    assert found.trees == texts
    assert found.all_left + found.all_right < 0.5
    assert 0.25 < found.leaning_left < 0.75


def test_a_choice_is_the_workers_own(page: Page, link: Link) -> None:
    """Show what the trial would find for a page that leans."""
    found = trial(page, link, "always the first +", texts=2)
    assert (found.trees, found.all_left, found.leaning_left) == (2, 1, 1)
