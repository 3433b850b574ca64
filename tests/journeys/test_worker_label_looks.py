"""Appearance of texts and labels: many labels, long texts, names, examples, a gold answer,
documents and their paragraphs."""

import json

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from annotation.services.datasets.datasets import import_dataset
from tests.helpers.factories import make_campaign, make_project
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
from tests.journeys.choosing import FINGER, WAYS, begin, card, of_kind, ready, uncovered, vectors
from tests.journeys.conftest import Link
from tests.journeys.pressing import box_of, form, press, submit_last
from tests.journeys.worker import expect_no_sideways_scroll, expect_readable, finished

pytestmark = pytest.mark.long

LONG = " ".join(f"In line {number} the council speaks of the bridge." for number in range(80))
HEBREW = "הרכבת איחרה שוב, ואיש לא אמר מדוע"


@pytest.mark.parametrize("kind", list(WAYS))
def test_twenty_labels_on_a_phone(phone: Page, link: Link, kind: str) -> None:
    begin(phone, link(of_kind(kind, LONG, labels=numbered(20, explained=kind == "one"))))
    expect_no_sideways_scroll(phone)
    expect(phone.locator("#question")).to_be_in_viewport()
    expect(card(phone, "Topic 1")).to_be_in_viewport(ratio=1)
    for part in phone.locator(".label-choice").all():
        box = box_of(part)
        assert box["width"] >= FINGER
        assert box["height"] >= FINGER
    card(phone, "Topic 20").tap()
    for selector in ("#primary", ".label-text"):
        expect(phone.locator(selector)).to_be_in_viewport()
    uncovered(card(phone, "Topic 20"))
    expect_readable(phone)
    submit_last(phone, tap=True)
    assert vectors() == [vector_of([19]) if kind == "any" else [19]]


def test_twenty_labels_stand_in_two_columns_where_they_fit(phone: Page, link: Link) -> None:
    topics = ["Politics", "Environment", "War and peace", *(f"Topic {n}" for n in range(4, 21))]
    begin(phone, link(of_kind("any", labels=named(*topics))))
    first, second = (box_of(card(phone, label)) for label in topics[:2])
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] < second["x"]


def test_twenty_labels_by_key(page: Page, link: Link) -> None:
    """The twentieth has the key K, which no other label has."""
    begin(page, link(of_kind("any", labels=numbered(20))))
    press(page, "k", "9", "a")
    press(page, "Enter")
    finished(page)
    assert vectors() == [vector_of([8, 9, 19])]


@pytest.mark.parametrize(
    "text",
    [LONG, "語" * 20_000, "\n".join(["A line."] * 300)],
    ids=["sentences", "one word", "lines"],
)
def test_the_labels_of_a_long_text_are_in_reach(screen: Page, link: Link, text: str) -> None:
    begin(screen, link(of_kind("one", text)))
    expect_no_sideways_scroll(screen)
    for part in ("#question", ".label-text", ".label-choice", "#primary"):
        expect(screen.locator(part).first).to_be_in_viewport()
    box = screen.locator(".label-text")
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    assert box.evaluate("(box) => box.scrollTop") > 0
    card(screen, "Negative").click()
    submit_last(screen)
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
    assert groups.last.evaluate("(box) => getComputedStyle(box).whiteSpace") == "pre-line"
    expect_readable(page)


def test_hebrew_is_read_from_the_right(page: Page, link: Link) -> None:
    labels = named("תלונה", "שבח", "אחר")
    begin(page, link(of_kind("scale", HEBREW, question="מה הטקסט מביע?", labels=labels)))
    for part in ("#question", ".label-text", ".label-choices"):
        assert page.locator(part).evaluate("(part) => getComputedStyle(part).direction") == "rtl"
    first, last = (box_of(card(page, label["label"])) for label in (labels[0], labels[2]))
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
        ("2", "Chosen: Places. 1 in total."),
        ("1", "Chosen: People. 2 in total."),
        ("2", "No longer chosen: Places. 1 in total."),
        ("1", "Nothing is chosen."),
        ("0", "Chosen: none of these."),
    ],
    "scale": [("2", "Chosen: Hardly, 2 of 5."), ("ArrowRight", "Chosen: Partly, 3 of 5.")],
}


@pytest.mark.parametrize("kind", list(SAID))
def test_a_screen_reader_announces_what_is_chosen(page: Page, link: Link, kind: str) -> None:
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
    labels = numbered(9 if kind == "scale" else 3, explained=True)
    screen.goto(link(of_kind(kind, LONG, labels=labels)))
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
    for key, verdict in (("1", "Not quite. The expected answer is:"), ("3", "Correct.")):
        press(page, key, "Enter")
        expect(page.locator("#verdict")).to_have_text(verdict)
        expect(page.locator("#known-answer")).to_have_text("Negative")
        expect(page.locator("#known-why")).to_have_text("It complains.")
        expect(page.get_by_role("button", name="Continue")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#feedback")).to_be_hidden()
        expect(page.get_by_role("group", name="Text", exact=True)).to_be_focused()
    expect(page.locator("#number")).to_have_text("Task 1 of at most 2")


PARAGRAPHS = [f"We collect {n} things of you. " * 8 for n in range(4)]
SECTIONS = [{"title": f"Part {part}", "paragraphs": PARAGRAPHS} for part in range(1, 4)]


def labels_on(parts: str) -> Campaign:
    documents = import_dataset(
        project=make_project(),
        user=None,
        name="Policies",
        filename="a.jsonl",
        body=json.dumps({"document": "one.example", "sections": SECTIONS}).encode(),
    )
    return make_campaign(documents, scheme="label", parts=parts)


def test_a_long_document_is_read_on_a_phone(phone: Page, link: Link) -> None:
    begin(phone, link(labels_on("")))
    expect_no_sideways_scroll(phone)
    expect(phone.locator("#question")).to_be_in_viewport()
    text = phone.locator(".label-text")
    assert text.locator("h2").all_inner_texts() == ["Part 1", "Part 2", "Part 3"]
    assert text.locator("p").count() == 12
    box = box_of(text)
    assert box["height"] > phone.evaluate("innerHeight") * 0.5
    text.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(text.locator("p").last).to_be_in_viewport()
    card(phone, "Negative").tap()
    uncovered(card(phone, "Negative"))
    expect_readable(phone)
    submit_last(phone, tap=True)
    assert vectors() == [[2]]


def test_a_paragraph_stands_below_its_heading(page: Page, link: Link) -> None:
    begin(page, link(labels_on("paragraphs")))
    text = page.locator(".label-text")
    expect(text.locator("h2")).to_have_count(1)
    expect(text.locator("p")).to_have_count(1)
    expect_readable(page)
