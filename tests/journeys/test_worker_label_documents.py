"""Labels on documents and their paragraphs, in a browser: read on a phone, headings, submitted."""

import json

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from annotation.services.datasets.datasets import import_dataset
from tests.helpers.factories import make_campaign, make_project
from tests.journeys.choosing import Link, begin, card, uncovered, vectors
from tests.journeys.worker import expect_no_sideways_scroll, expect_readable, finished

pytestmark = pytest.mark.long

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
    box = text.bounding_box()
    assert box
    assert box["height"] > phone.evaluate("innerHeight") * 0.5
    text.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(text.locator("p").last).to_be_in_viewport()
    card(phone, "Negative").tap()
    uncovered(card(phone, "Negative"))
    expect_readable(phone)
    phone.get_by_role("button", name="Submit, next").tap()
    finished(phone)
    assert vectors() == [[2]]


def test_a_paragraph_stands_below_its_heading(page: Page, link: Link) -> None:
    begin(page, link(labels_on("paragraphs")))
    text = page.locator(".label-text")
    expect(text.locator("h2")).to_have_count(1)
    expect(text.locator("p")).to_have_count(1)
    expect_readable(page)
