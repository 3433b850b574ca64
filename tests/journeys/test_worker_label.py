"""Labels in a browser: one, any number, a place on a scale; by mouse, by keys alone, by touch."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Judgment
from tests.helpers.factories import make_campaign
from tests.helpers.labels import (
    BRIDGE,
    SETTINGS,
    TRAIN,
    campaign_of_labels,
    named,
    numbered,
    texts_to_label,
    vector_of,
)
from tests.journeys import worker
from tests.journeys.worker import (
    expect_no_sideways_scroll,
    expect_readable,
    finished,
    press_tab_until,
)

Link = Callable[..., str]
begin = partial(worker.begin, first=".label-text")
ready = partial(worker.ready, first=".label-text")
LONG = " ".join(f"In line {number} the council speaks of the bridge." for number in range(80))
HEBREW = "הרכבת איחרה שוב, ואיש לא אמר מדוע"
FINGER = 44


def choice(page: Page, label: str) -> Locator:
    """The radio button or the box of a label."""
    radio = page.get_by_role("radio", name=label, exact=True)
    return radio.or_(page.get_by_role("checkbox", name=label, exact=True))


def card(page: Page, label: str) -> Locator:
    """All that is seen of a label."""
    return page.locator(".label-choice", has=choice(page, label))


def chosen(page: Page) -> list[str]:
    """The labels that are chosen, in their order."""
    return page.locator(".label-choice:has(:checked) .label-words").all_inner_texts()


def form(page: Page) -> Locator:
    return page.locator("#form")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def vectors() -> list[list[int]]:
    return [
        list(vector) for vector in Judgment.objects.order_by("pk").values_list("vector", flat=True)
    ]


def of_kind(kind: str, *texts: str, **settings: Any) -> Any:
    return campaign_of_labels(*texts, settings={**SETTINGS[kind], **settings})


def choose_all(page: Page, labels: Sequence[str], act: str) -> None:
    for label in labels:
        getattr(card(page, label), act)()


WAYS: dict[str, tuple[list[str], list[str], list[int]]] = {
    "one": (["Negative", "Neutral"], ["Neutral"], [1]),
    "any": (["Events", "People", "Places", "People"], ["Places", "Events"], vector_of([1, 3])),
    "scale": (["Not at all", "Mostly"], ["Mostly"], [3]),
}


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_mouse(page: Page, link: Link, kind: str) -> None:
    """Anywhere on a label's card chooses it."""
    labels, left, vector = WAYS[kind]
    begin(page, link(of_kind(kind)))
    expect(page.locator(":checked")).to_have_count(0)
    expect(form(page)).to_have_text("no answer yet")
    choose_all(page, labels, "click")
    assert chosen(page) == left
    expect(form(page)).to_have_text(" | ".join(left))
    page.get_by_role("button", name="Submit, next").click()
    finished(page)
    assert vectors() == [vector]


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_touch(phone: Page, link: Link, kind: str) -> None:
    labels, left, vector = WAYS[kind]
    begin(phone, link(of_kind(kind)))
    expect_no_sideways_scroll(phone)
    choose_all(phone, labels, "tap")
    assert chosen(phone) == left
    expect(phone.locator("kbd:visible")).to_have_count(0)
    phone.get_by_role("button", name="Submit, next").tap()
    finished(phone)
    assert vectors() == [vector]


KEYS: dict[str, tuple[list[str], str, str, list[list[int]]]] = {
    "one": (["3", "z", "2"], "Neutral", "1", [[1], [0]]),
    "any": (["4", "2", "4", "1"], "People | Places", "0", [vector_of([0, 1]), [0]]),
    "scale": (["ArrowLeft", "ArrowLeft", "2", "ArrowRight"], "Partly", "5", [[2], [4]]),
}


@pytest.mark.parametrize("kind", list(KEYS))
def test_by_keys_alone(page: Page, link: Link, kind: str) -> None:
    """Enter submits once a label is chosen, with no other step."""
    keys, written, second, expected = KEYS[kind]
    page.goto(link(of_kind(kind, TRAIN, BRIDGE)))
    press_tab_until(page, "Join as ada")
    page.keyboard.press("Enter")
    page.wait_for_url("**/instructions/")
    press_tab_until(page, "Start")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Text", exact=True)).to_be_focused()
    press(page, *keys)
    expect(form(page)).to_have_text(written)
    page.keyboard.press("Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(page.locator(":checked")).to_have_count(0)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    press(page, second, "Enter")
    finished(page)
    assert vectors() == expected


@pytest.mark.parametrize("kind", list(WAYS))
def test_by_tab_and_space(page: Page, link: Link, kind: str) -> None:
    """The desk is worked on as any form is, without the keys of the labels."""
    begin(page, link(of_kind(kind)))
    press(page, "Tab", "Space")
    press(page, *(["Tab", "Space"] if kind == "any" else ["ArrowDown"]), "Enter")
    finished(page)
    assert vectors() == [[3] if kind == "any" else [1]]


MISSING = {
    "one": ("Choose a label", "Choose a label first."),
    "any": ("Choose labels, or none", "Choose the labels that fit first, or “None of these”."),
    "scale": ("Choose a place on the scale", "Choose a place on the scale first."),
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
        for told in ("#notice", "#said"):
            expect(screen.locator(told)).to_have_text(why)
        uncovered(card(screen, "Topic 1"))
    assert vectors() == []


def uncovered(part: Locator) -> None:
    """Nothing that sticks to an edge lies over it."""
    covered_by = part.evaluate(
        """(part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          for (const y of [top + 4, top + height - 4]) {
            const here = document.elementFromPoint(left + width / 2, y);
            if (!part.contains(here)) return here?.outerHTML ?? "nothing";
          }
          return null;
        }"""
    )
    assert covered_by is None


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
    steps = [["None of these"], ["People", "Things"], ["People"], []]
    for number, left in enumerate(steps):
        if number % 2:
            press(page, "z")
        else:
            undo.click()
        assert chosen(page) == left
    expect(undo).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("kind", list(WAYS))
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
    page.get_by_role("button", name="Submit, next").click()
    finished(page)
    assert vectors() == [vector]


def test_a_draft_that_does_not_fit_is_set_aside(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/health/")
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


def test_a_bare_step_tells_what_it_means_below_the_row(page: Page, link: Link) -> None:
    labels = [{**label, "definition": f"Means {label['label']}."} for label in numbered(9)]
    begin(page, link(of_kind("scale", labels=labels)))
    told = page.locator(".label-told")
    press(page, "4")
    expect(told).to_have_text("Topic 4Means Topic 4.")
    card(page, "Topic 8").hover()
    expect(told).to_have_text("Topic 8Means Topic 8.")
    page.mouse.move(0, 0)
    expect(told).to_have_text("Topic 4Means Topic 4.")


def test_short_names_of_a_scale_are_not_taken_for_its_places(page: Page, link: Link) -> None:
    """A scale from 0 to 10 showed a 1 on the step that is called 0."""
    ends = [{"label": "Not at all"}, *named(*map(str, range(1, 10))), {"label": "Completely"}]
    begin(page, link(of_kind("scale", labels=ends)))
    assert page.locator(".label-step").all_inner_texts() == ["", *map(str, range(1, 10)), ""]


@pytest.mark.parametrize("kind", list(WAYS))
def test_twenty_labels_on_a_phone(phone: Page, link: Link, kind: str) -> None:
    begin(phone, link(of_kind(kind, LONG, labels=numbered(20, told=kind == "one"))))
    expect_no_sideways_scroll(phone)
    expect(phone.locator("#question")).to_be_in_viewport()
    expect(card(phone, "Topic 1")).to_be_in_viewport(ratio=1)
    for part in phone.locator(".label-choice").all():
        box = part.bounding_box()
        assert box
        assert box["width"] >= FINGER
        assert box["height"] >= FINGER
    card(phone, "Topic 20").tap()
    for kept in ("#primary", ".label-text"):
        expect(phone.locator(kept)).to_be_in_viewport()
    uncovered(card(phone, "Topic 20"))
    expect_readable(phone)
    phone.get_by_role("button", name="Submit, next").tap()
    finished(phone)
    assert vectors() == [vector_of([19]) if kind == "any" else [19]]


def test_twenty_labels_stand_in_two_columns_where_they_fit(phone: Page, link: Link) -> None:
    topics = ["Politics", "Environment", "War and peace", *(f"Topic {n}" for n in range(4, 21))]
    begin(phone, link(of_kind("any", labels=named(*topics))))
    first, second = (card(phone, label).bounding_box() for label in topics[:2])
    assert first
    assert second
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] < second["x"]


def test_twenty_labels_by_key(page: Page, link: Link) -> None:
    """The twentieth has the key K, which is no other's."""
    begin(page, link(of_kind("any", labels=numbered(20))))
    press(page, "k", "9", "a")
    press(page, "Enter")
    finished(page)
    assert vectors() == [vector_of([8, 9, 19])]


@pytest.mark.parametrize("text", [LONG, "語" * 20_000, "\n".join(["A line."] * 300)])
def test_the_labels_of_a_long_text_are_in_reach(screen: Page, link: Link, text: str) -> None:
    begin(screen, link(of_kind("one", text)))
    expect_no_sideways_scroll(screen)
    for part in ("#question", ".label-text", ".label-choice", "#primary"):
        expect(screen.locator(part).first).to_be_in_viewport()
    box = screen.locator(".label-text")
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    assert box.evaluate("(box) => box.scrollTop") > 0
    card(screen, "Negative").click()
    screen.get_by_role("button", name="Submit, next").click()
    finished(screen)
    assert vectors() == [[2]]


def test_several_texts_have_their_names(page: Page, link: Link) -> None:
    campaign = campaign_of_labels(
        "It opens in May.\nOn a Sunday.",
        columns={"title": "A new bridge", "source": ""},
        settings={"kind": "one", "texts": ["title", "source", "text"]},
    )
    begin(page, link(campaign))
    groups = page.locator(".label-text")
    expect(groups).to_have_text(["A new bridge", "It opens in May.\nOn a Sunday."])
    for name in ("title", "text"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("group", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="title")).to_be_focused()
    two_lines = groups.last.evaluate("(box) => getComputedStyle(box).whiteSpace")
    assert two_lines == "pre-line"
    expect_readable(page)


def test_hebrew_is_read_from_the_right(page: Page, link: Link) -> None:
    labels = named("תלונה", "שבח", "אחר")
    campaign = of_kind("scale", HEBREW, question="מה הטקסט מביע?", labels=labels)
    begin(page, link(campaign))
    for part in ("#question", ".label-text", ".label-choices"):
        assert page.locator(part).evaluate("(part) => getComputedStyle(part).direction") == "rtl"
    first, last = (card(page, label["label"]).bounding_box() for label in (labels[0], labels[2]))
    assert first
    assert last
    assert first["x"] > last["x"]
    press(page, "ArrowLeft", "ArrowLeft")
    expect(form(page)).to_have_text("שבח")
    expect_readable(page)
    press(page, "Enter")
    finished(page)
    assert vectors() == [[1]]


def test_examples_are_shown_on_demand_and_stay_for_the_next_text(page: Page, link: Link) -> None:
    labels = [{"label": "Praise", "example": "Well done."}, {"label": "Blame"}]
    begin(page, link(of_kind("one", TRAIN, BRIDGE, labels=labels)))
    example = page.get_by_text("Well done.")
    switch = page.get_by_role("button", name="Show examples")
    expect(example).to_be_hidden()
    switch.click()
    expect(example).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "true")
    press(page, "1", "Enter")
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect(example).to_be_visible()
    switch.press("Enter")
    expect(example).to_be_hidden()
    switch.press("Space")
    expect(example).to_be_visible()


SAID = {
    "one": [("2", "Chosen: Neutral."), ("z", "Undone.")],
    "any": [
        ("2", "Chosen: Places. 1 in all."),
        ("1", "Chosen: People. 2 in all."),
        ("2", "No longer chosen: Places. 1 in all."),
        ("1", "Nothing is chosen."),
        ("0", "Chosen: none of these."),
    ],
    "scale": [("2", "Chosen: Hardly, 2 of 5."), ("ArrowRight", "Chosen: Partly, 3 of 5.")],
}


@pytest.mark.parametrize("kind", list(SAID))
def test_a_screen_reader_is_told_what_is_chosen(page: Page, link: Link, kind: str) -> None:
    begin(page, link(of_kind(kind)))
    for key, words in SAID[kind]:
        page.keyboard.press(key)
        expect(page.locator("#said")).to_have_text(words)
    question = page.locator("#question").inner_text()
    choices = page.locator(".label-choices")
    expect(choices).to_have_role("group" if kind == "any" else "radiogroup")
    expect(choices).to_have_accessible_name(question)
    described = page.locator(".label-choice input").first
    expect(described).to_have_accessible_description(
        page.locator(".label-meaning").first.inner_text()
    )


@pytest.mark.parametrize("kind", list(WAYS))
def test_the_pages_are_readable(screen: Page, link: Link, kind: str) -> None:
    labels = numbered(9 if kind == "scale" else 3, told=True)
    screen.goto(link(of_kind(kind, LONG, labels=labels)))
    screen.get_by_role("button", name="Join as").click()
    expect(screen.get_by_text("for example: Such as this.").first).to_be_visible()
    expect_readable(screen)
    screen.get_by_role("button", name="Start").click()
    ready(screen)
    expect_readable(screen)
    screen.get_by_role("button", name="Show examples").click()
    screen.keyboard.press("2")
    expect_readable(screen)


def test_the_known_answer_is_explained(page: Page, link: Link) -> None:
    known = {"gold": "negative", "why": "It complains."}
    dataset = texts_to_label(*(f"{TRAIN} {number}" for number in range(4)), columns=known)
    dataset.items.filter(position__gt=2).update(content={})
    campaign = make_campaign(
        dataset, scheme="label", settings=SETTINGS["one"], training_hits=2, most_workers=12
    )
    begin(page, link(campaign))
    for key, verdict in (("1", "The right answer is a different one."), ("3", "That is right.")):
        press(page, key, "Enter")
        expect(page.locator("#verdict")).to_have_text(verdict)
        expect(page.locator("#known-answer")).to_have_text("Negative")
        expect(page.locator("#known-why")).to_have_text("It complains.")
        expect(page.get_by_role("button", name="Go on")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#feedback")).to_be_hidden()
        expect(page.get_by_role("group", name="Text", exact=True)).to_be_focused()
    expect(page.locator("#number")).to_have_text("Task 1 of at most 2")
