"""The settings of labels, filled in by a researcher in a browser, then seen as a worker."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Judgment
from tests.helpers.factories import make_project, make_user
from tests.helpers.labels import texts_to_label
from tests.helpers.tiers import long_only
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click, press
from tests.journeys.researcher import open_folds, sign_in
from tests.journeys.worker import expect_no_sideways_scroll, expect_readable

pytestmark = pytest.mark.long

OWN = ["Claim", "Evidence", "Neither"]


def opened(open_context: OpenContext, **about: Any) -> Page:
    """Open the form of a new campaign of labels."""
    owner = make_user()
    dataset = texts_to_label(project=make_project(owner), columns={"title": "Late"})
    page = sign_in(open_context(**about), owner)
    page.goto(reverse("research:new_campaign", args=(dataset.pk,)))
    page.locator("input[name=scheme][value=label]").check()
    open_folds(page)
    return page


@pytest.fixture(params=["desktop", *long_only("phone")])
def page(request: pytest.FixtureRequest, open_context: OpenContext) -> Page:
    about = PHONE if request.param == "phone" else {}
    return opened(open_context, **about)


def field(page: Page, label: str) -> Locator:
    return page.locator("#label-settings").get_by_label(label, exact=True)


def kind(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=name, exact=True)


def shown(page: Page) -> list[str]:
    """Return the labels in the form, in order."""
    names = page.locator("#label-settings .label-row:visible .label-row-name input")
    return [name.input_value() for name in names.all()]


def draft(page: Page, name: str) -> dict[str, Any]:
    """Return the settings of the draft that the form makes."""
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    click(page, "button", "Save draft", heading=name)
    return dict(Campaign.objects.get(name=name).settings)


def test_a_kind_fills_in_what_it_begins_with(page: Page) -> None:
    question = page.get_by_role("textbox", name="Question", exact=True)
    level = field(page, "Distances between places")
    begun = {
        "Any number of labels": ("What is the text about?", "Events", 4),
        "A place on a scale": ("How easily is the text understood?", "Fully", 5),
        "One label": ("What does the text express?", "Negative", 3),
    }
    for name, (prompt, last, labels) in begun.items():
        kind(page, name).check()
        expect(question).to_have_value(prompt)
        assert len(shown(page)) == labels
        assert shown(page)[-1] == last
        expect(level).to_be_visible(visible=name == "A place on a scale")
    expect(field(page, "Meaning of label 3")).to_have_value(
        "The author is dissatisfied or complains."
    )
    expect(field(page, "Label 4")).to_have_value("")
    expect_readable(page)


def test_labels_of_ones_own_are_stored_and_seen_as_a_worker(page: Page) -> None:
    for number, name in enumerate(OWN, 1):
        field(page, f"Label {number}").fill(name)
    field(page, "Key of label 1").fill("c")
    field(page, "Meaning of label 1").fill("It says that something is so.")
    field(page, "Example of label 1").fill("Trains are late.")
    kind(page, "Any number of labels").check()
    assert shown(page) == OWN
    expect(page.get_by_role("textbox", name="Question", exact=True)).to_have_value(
        "What is the text about?"
    )
    page.get_by_role("button", name="Add label").click()
    expect(field(page, "Label 4")).to_be_focused()
    expect(field(page, "Key of label 4")).to_have_value("1")
    field(page, "Label 4").fill("Doubt")
    field(page, "Texts shown, in this order").fill("title\ntext")
    expect_readable(page)
    settings = draft(page, "Arguments")
    assert settings["kind"] == "any"
    assert settings["level"] == "nominal"
    assert settings["texts"] == ["title", "text"]
    labels = [(label["label"], label["key"]) for label in settings["labels"]]
    assert labels == [("Claim", "c"), ("Evidence", "2"), ("Neither", "3"), ("Doubt", "1")]
    assert settings["labels"][0]["example"] == "Trains are late."
    for words in ("any number of labels", "It says that something is so.", "Trains are late."):
        expect(page.get_by_text(words).first).to_be_visible()
    expect_readable(page)
    page.get_by_role("link", name="Preview as a worker").click()
    expect(page.get_by_role("group", name="title")).to_have_text("Late")
    press(page, "c", "1")
    expect(page.locator("#form")).to_have_text("Claim | Doubt")
    page.get_by_role("button", name="Submit, next").click()
    expect(page.locator("#notice")).to_have_text("This is a preview: nothing is stored.")
    assert not Judgment.objects.exists()
    expect_readable(page)


def test_errors_are_shown_at_their_fields(page: Page) -> None:
    kind(page, "A place on a scale").check()
    field(page, "Distances between places").select_option("interval")
    field(page, "Label 2").fill("")
    field(page, "Meaning of label 2").fill("")
    field(page, "Key of label 4").fill("1")
    page.get_by_role("textbox", name="Name", exact=True).fill("Ease")
    page.get_by_role("button", name="Save draft").click()
    open_folds(page)
    error = page.get_by_text("Labels 1 and 3 have the same key. Change one of them.", exact=True)
    expect(page.locator(".label-row").nth(3).get_by_text(error.inner_text())).to_be_visible()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Ease")
    expect(field(page, "Label 5")).to_have_value("Fully")
    expect_readable(page)
    field(page, "Key of label 4").fill("4")
    settings = draft(page, "Ease of reading")
    assert settings["level"] == "interval"
    assert [label["label"] for label in settings["labels"]] == [
        "Not at all",
        "Partly",
        "Mostly",
        "Fully",
    ]


def test_twenty_labels_are_all_there_is_room_for(page: Page) -> None:
    more = page.get_by_role("button", name="Add label")
    for number in range(4, 21):
        more.click()
        page.keyboard.type(f"Topic {number}")
    expect(more).to_be_hidden()
    keys = [field(page, f"Key of label {number}").input_value() for number in range(1, 21)]
    assert "".join(keys) == "123456789abcdefghijk"
    expect_no_sideways_scroll(page)
    assert len(draft(page, "Topics")["labels"]) == 20


def test_without_scripts_all_lines_and_a_kinds_labels_are_there(open_context: OpenContext) -> None:
    page = opened(open_context, java_script_enabled=False)
    assert len(shown(page)) == 20
    expect(page.get_by_role("button", name="Add label")).to_be_hidden()
    kind(page, "A place on a scale").check()
    expect(field(page, "Distances between places")).to_be_visible()
    settings = draft(page, "Ease")
    assert settings["kind"] == "scale"
    assert len(settings["labels"]) == 5
