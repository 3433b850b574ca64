"""A scale in a browser: equal steps in a row or a list, operated by arrow keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.helpers.labels import named, numbered
from tests.journeys.choosing import FINGER, Link, begin, card, choice, form, of_kind, press, vectors
from tests.journeys.worker import expect_no_sideways_scroll, finished


@pytest.mark.long
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


@pytest.mark.long
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
    text = page.locator(".label-card").bounding_box()
    assert text
    assert (text["x"], text["x"] + text["width"]) == pytest.approx(
        (places[0][0], places[-1][0] + places[-1][2]), abs=1
    )
    ends = page.locator(".label-ends span" if steps > 7 else ".label-words")
    for end, name in ((ends.first, "Topic 1"), (ends.last, f"Topic {steps}")):
        expect(end).to_have_text(name)
        expect(end).to_be_in_viewport(ratio=1)
    expect_no_sideways_scroll(page)


@pytest.mark.long
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


@pytest.mark.long
def test_short_names_of_a_scale_are_not_taken_for_its_places(page: Page, link: Link) -> None:
    """A scale from 0 to 10 showed a 1 on the step named 0."""
    ends = [{"label": "Not at all"}, *named(*map(str, range(1, 10))), {"label": "Completely"}]
    begin(page, link(of_kind("scale", labels=ends)))
    assert page.locator(".label-step").all_inner_texts() == ["", *map(str, range(1, 10)), ""]
