"""Labels in a browser: one, any number, a position on a scale; by mouse, by keyboard, by touch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.helpers.labels import BRIDGE, TRAIN, named, numbered, vector_of
from tests.helpers.tiers import by_tier
from tests.journeys.choosing import (
    FINGER,
    WAYS,
    begin,
    card,
    choice,
    choose_all,
    chosen,
    of_kind,
    ready,
    uncovered,
    vectors,
)
from tests.journeys.conftest import Link
from tests.journeys.pressing import begin_by_keys, box_of, form, press, submit_last
from tests.journeys.worker import expect_no_sideways_scroll, finished

pytestmark = pytest.mark.long


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_mouse(page: Page, link: Link, kind: str) -> None:
    """Clicking anywhere on a label's card chooses it."""
    labels, left, vector = WAYS[kind]
    begin(page, link(of_kind(kind)))
    expect(page.locator("#surface :checked")).to_have_count(0)
    expect(form(page)).to_have_text("no answer yet")
    choose_all(page, labels, "click")
    assert chosen(page) == left
    expect(form(page)).to_have_text(" | ".join(left))
    submit_last(page)
    assert vectors() == [vector]


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_touch(phone: Page, link: Link, kind: str) -> None:
    labels, left, vector = WAYS[kind]
    begin(phone, link(of_kind(kind)))
    expect_no_sideways_scroll(phone)
    choose_all(phone, labels, "tap")
    assert chosen(phone) == left
    expect(phone.locator("kbd:visible")).to_have_count(0)
    submit_last(phone, tap=True)
    assert vectors() == [vector]


KEYS: dict[str, tuple[list[str], str, str, list[list[int]]]] = {
    "one": (["3", "z", "2"], "Neutral", "1", [[1], [0]]),
    "any": (["4", "2", "4", "1"], "People | Places", "0", [vector_of([0, 1]), [0]]),
    "scale": (["ArrowLeft", "ArrowLeft", "2", "ArrowRight"], "Partly", "5", [[2], [4]]),
}


@pytest.mark.quick
@pytest.mark.parametrize("kind", by_tier(quick=["any"], long=list(KEYS)))
def test_by_keys_alone(page: Page, link: Link, kind: str) -> None:
    """Enter submits once a label is chosen, with no other step."""
    keys, written, second, expected = KEYS[kind]
    begin_by_keys(page, link(of_kind(kind, TRAIN, BRIDGE)))
    expect(page.get_by_role("group", name="Text", exact=True)).to_be_focused()
    press(page, *keys)
    expect(form(page)).to_have_text(written)
    page.keyboard.press("Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(page.locator("#surface :checked")).to_have_count(0)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    press(page, second, "Enter")
    finished(page)
    assert vectors() == expected


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_tab_and_space(page: Page, link: Link, kind: str) -> None:
    """The desk works like any form, without the keyboard shortcuts of the labels."""
    begin(page, link(of_kind(kind)))
    press(page, "Tab", "Space")
    press(page, *(["Tab", "Space"] if kind == "any" else ["ArrowDown"]), "Enter")
    finished(page)
    assert vectors() == [[3] if kind == "any" else [1]]


MISSING = {
    "one": ("Choose a label", "Choose a label first."),
    "any": ("Choose labels, or none", "Choose the labels that fit first, or “None of these”."),
    "scale": ("Choose a point on the scale", "Choose a point on the scale first."),
}


@pytest.mark.parametrize("kind", list(MISSING))
def test_what_is_missing_is_gone_to(screen: Page, link: Link, kind: str) -> None:
    begin(screen, link(of_kind(kind, labels=numbered(20), texts=["text"])))
    button, why = MISSING[kind]
    for way in ("Enter", "the button"):
        screen.locator(".label-text").focus()
        screen.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        if way == "Enter":
            screen.keyboard.press("Enter")
        else:
            screen.get_by_role("button", name=button, exact=True).click()
        expect(choice(screen, "Topic 1")).to_be_focused()
        expect(card(screen, "Topic 1")).to_be_in_viewport()
        for selector in ("#notice", "#said"):
            expect(screen.locator(selector)).to_have_text(why)
        uncovered(card(screen, "Topic 1"))
    assert vectors() == []


@pytest.mark.quick
def test_that_none_fits_has_to_be_said(page: Page, link: Link) -> None:
    begin(page, link(of_kind("any")))
    press(page, "1", "1", "Enter")
    expect(page.locator("#notice")).to_contain_text("“None of these”")
    press(page, "0")
    expect(page.locator("#notice")).to_be_hidden()
    assert chosen(page) == ["None of these"]
    press(page, "3")
    assert chosen(page) == ["Things"]
    choice(page, "None of these").check()
    choice(page, "None of these").uncheck()
    expect(form(page)).to_have_text("no answer yet")
    card(page, "None of these").click()
    expect(form(page)).to_have_text("none of these")
    press(page, "Enter")
    finished(page)
    assert vectors() == [[0]]


def test_undo_takes_back_each_step(page: Page, link: Link) -> None:
    begin(page, link(of_kind("any")))
    undo = page.get_by_role("button", name="Undo")
    press(page, "1", "3", "0", "2")
    for number, left in enumerate([["None of these"], ["People", "Things"], ["People"], []]):
        if number % 2:
            press(page, "z")
        else:
            undo.click()
        assert chosen(page) == left
    expect(undo).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("kind", by_tier(quick=["any"], long=list(WAYS)))
def test_what_is_begun_survives_a_reload(page: Page, link: Link, kind: str) -> None:
    labels, left, vector = WAYS[kind]
    begin(page, link(of_kind(kind)))
    choose_all(page, labels, "click")
    page.reload()
    ready(page)
    assert chosen(page) == left
    for _ in labels:
        page.get_by_role("button", name="Undo").click()
    expect(form(page)).to_have_text("no answer yet")
    choose_all(page, labels, "click")
    submit_last(page)
    assert vectors() == [vector]


@pytest.mark.quick
def test_a_draft_that_does_not_fit_is_set_aside(page: Page) -> None:
    page.goto("/health/")
    restored = page.evaluate(
        """async () => {
          const { restore } = await import("/static/js/worker/label/state.js");
          const labels = [{}, {}, {}];
          const kept = (kind, answer, past) => restore({ answer, past }, { kind, labels }).answer;
          const drafts = [[0], [2], [3], [-1], [0, 2], [2, 0], [1, 1], [], 1, "1", [1.5], {}];
          return {
            one: drafts.map((answer) => kept("one", answer, [null])),
            scale: drafts.map((answer) => kept("scale", answer, [null])),
            any: drafts.map((answer) => kept("any", answer, [null])),
            past: [undefined, "no", [[7]], [null, [1]]].map((past) => kept("one", [1], past)),
            nothing: restore(null, { kind: "one", labels }),
          };
        }"""
    )
    single = [[0], [2], *[None] * 10]
    several = [[0], [2], None, None, [0, 2], None, None, [], None, None, None, None]
    assert restored["one"] == restored["scale"] == single
    assert restored["any"] == several
    assert restored["past"] == [None, None, None, [1]]
    assert restored["nothing"] == {"answer": None, "past": []}


def test_arrows_move_along_the_scale_and_stop_at_its_ends(page: Page, link: Link) -> None:
    begin(page, link(of_kind("scale")))
    press(page, "ArrowRight")
    expect(form(page)).to_have_text("Not at all")
    press(page, "ArrowLeft")
    expect(form(page)).to_have_text("Not at all")
    press(page, *["ArrowRight"] * 6)
    expect(form(page)).to_have_text("Fully")
    expect(page.get_by_role("group", name="Text", exact=True)).to_be_focused()
    choice(page, "Fully").focus()
    press(page, "ArrowLeft")
    expect(choice(page, "Mostly")).to_be_focused()
    press(page, "Enter")
    finished(page)
    assert vectors() == [[3]]


@pytest.mark.parametrize(
    ("width", "steps"), [(390, 5), (820, 5), (820, 11), (1280, 11), (1280, 20)]
)
def test_a_scale_is_a_row_of_equal_steps_or_a_list(
    new_context: Callable[..., BrowserContext], link: Link, width: int, steps: int
) -> None:
    page = new_context(viewport={"width": width, "height": 900}).new_page()
    begin(page, link(of_kind("scale", labels=numbered(steps), texts=["text"])))
    boxes = [step.bounding_box() for step in page.locator(".label-choice").all()]
    places = [(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]
    assert len(places) == steps
    assert min(place[2] for place in places) >= FINGER
    assert min(place[3] for place in places) >= FINGER
    in_row = len({round(place[1]) for place in places}) == 1
    assert in_row == (width > 390)
    assert max(place[2] for place in places) - min(place[2] for place in places) < 1
    text = box_of(page.locator(".label-card"))
    assert (text["x"], text["x"] + text["width"]) == pytest.approx(
        (places[0][0], places[-1][0] + places[-1][2]), abs=1
    )
    ends = page.locator(".label-ends span" if steps > 7 else ".label-words")
    for end, name in ((ends.first, "Topic 1"), (ends.last, f"Topic {steps}")):
        expect(end).to_have_text(name)
        expect(end).to_be_in_viewport(ratio=1)
    expect_no_sideways_scroll(page)


def test_a_bare_step_shows_what_it_means_below_the_row(page: Page, link: Link) -> None:
    labels = [{**label, "definition": f"Means {label['label']}."} for label in numbered(9)]
    begin(page, link(of_kind("scale", labels=labels)))
    caption = page.locator(".label-told")
    press(page, "4")
    expect(caption).to_have_text("Topic 4Means Topic 4.")
    card(page, "Topic 8").hover()
    expect(caption).to_have_text("Topic 8Means Topic 8.")
    page.mouse.move(0, 0)
    expect(caption).to_have_text("Topic 4Means Topic 4.")


def test_short_names_of_a_scale_are_not_taken_for_its_places(page: Page, link: Link) -> None:
    """A scale from 0 to 10 showed a 1 on the step named 0."""
    ends = [{"label": "Not at all"}, *named(*map(str, range(1, 10))), {"label": "Completely"}]
    begin(page, link(of_kind("scale", labels=ends)))
    assert page.locator(".label-step").all_inner_texts() == ["", *map(str, range(1, 10)), ""]
