"""Uploads of files and pasted texts in a browser: columns by click, rows left out, words; and
annotations that are imported in the background."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import AnnotationSet, Dataset
from tests.helpers.factories import make_dataset, make_project, make_user
from tests.helpers.sets import annotations_file, finish_import
from tests.helpers.spreadsheets import Rows, workbook
from tests.journeys.pressing import click
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.research.study import Study

pytestmark = pytest.mark.long

ROWS: Rows = [
    ["id", "query", "longer form", "source"],
    [1, "best pizza", "the best pizza in town", "web"],
    [2, "", "a glass of red wine", "web"],
    [3, "best pizza", "pizza that is best", "log"],
    [4, "winter tires", "winter tires for small cars", "log"],
]
UNSPACED = "我想买一张去北京的火车票\n東京都庁の営業時間\nตั๋วรถไฟไปเชียงใหม่\n"


def look(page: Page) -> None:
    page.get_by_role("button", name="Preview").click()


@pytest.fixture
def page(screen: Page, study: Study) -> Page:
    """Return the page for a new dataset."""
    page = sign_in(screen.context, study.owner)
    page.goto(f"/research/projects/{study.project.pk}/datasets/new/")
    return page


def test_an_excel_file_is_imported_in_three_steps(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "Web queries.xlsx"
    path.write_bytes(workbook(ROWS))
    page.get_by_label("File", exact=True).set_input_files(path)
    expect(page.get_by_label("Name of the dataset")).to_have_value("Web queries")
    look(page)
    expect(
        page.get_by_text("Read as: Excel sheet “Queries”, 4 rows, column “query”.")
    ).to_be_visible()
    expect(page.get_by_role("heading", name="2 rows cannot be imported")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "button", "Leave 2 rows out, import 2 texts", heading="Web queries")
    expect(page.get_by_text("2 rows of the file were left out")).to_be_visible()


def test_a_column_is_taken_by_a_click_and_by_its_button(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "q.xlsx"
    path.write_bytes(workbook(ROWS))
    page.get_by_label("File", exact=True).set_input_files(path)
    look(page)
    page.wait_for_url("**/uploads/**")  # until its scripts have run
    page.get_by_role("cell", name="a glass of red wine").click()
    expect(page.get_by_text("column “longer form”")).to_be_visible()
    expect(page.get_by_role("button", name="Import 4 texts as “q”")).to_be_visible()
    page.get_by_role("button", name=re.compile("Use as the text.*query")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("column “query”")).to_be_visible()
    expect(page.get_by_role("button", name="Use these columns")).to_be_hidden()
    page.get_by_label("Contents of source").select_option(label="stratum")
    expect(page.locator("th.role-stratum")).to_contain_text("source")
    expect(page.get_by_label("Contents of source")).to_be_focused()
    page.get_by_label("Contents of longer form").select_option(label="left out")
    expect(page.locator("th.role-drop")).to_contain_text("longer form")
    expect(page.get_by_label("Contents of source")).to_have_value("stratum")
    click(page, "button", "Leave 2 rows out, import 2 texts", heading="Campaigns")
    first = Dataset.objects.get(name="q").items.get(position=1)
    assert first.content["columns"] == {"id": "1", "stratum": "web"}


def test_the_zone_shows_that_it_takes_a_file(page: Page, tmp_path: Path) -> None:
    """The browser itself gives a dropped file to the field, which fills the zone."""
    zone, field = page.locator("[data-drop]"), page.get_by_label("File", exact=True)
    inner, outer = field.bounding_box(), zone.bounding_box()
    assert inner == outer
    zone.dispatch_event("dragover")
    expect(zone).to_have_class("drop over")
    expect_readable_on_both(page)
    zone.dispatch_event("dragleave")
    expect(zone).to_have_class("drop")
    with page.expect_file_chooser() as chooser:
        field.press("Enter")
    (tmp_path / "chosen.txt").write_text("best pizza\nred wine")
    chooser.value.set_files(tmp_path / "chosen.txt")
    expect(page.get_by_label("Name of the dataset")).to_have_value("chosen")


def test_pasted_texts_without_spaces_are_divided(page: Page) -> None:
    page.get_by_label("Or paste texts").fill(UNSPACED)
    look(page)
    expect(page.get_by_role("heading", name="Texts without spaces")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "button", "Split into words", heading="Texts split into words")
    expect(page.locator(".word", has_text="北京")).to_be_visible()
    expect_readable_on_both(page)
    click(page, "button", "Import 3 texts as “Pasted texts”", heading="Pasted texts")


def test_a_wrong_guess_is_chosen_otherwise(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    path.write_bytes("лучшая пицца; веб\nкрасное вино; веб\n".encode("windows-1251"))
    page.get_by_label("File", exact=True).set_input_files(path)
    look(page)
    expect(page.get_by_text("in Windows-1252 (Western European)")).to_be_visible()
    page.get_by_label("Encoding").select_option(label="Windows-1251 (Cyrillic)")
    page.get_by_label("Separator").select_option(label="semicolons")
    page.get_by_role("button", name="Read file again").click()
    expect(page.get_by_role("cell", name="лучшая пицца", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Import 2 texts as “q”")).to_be_visible()


def test_a_large_file_shows_how_far_it_is(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(f"text number {n} of a large file\n" for n in range(40_000)))
    page.get_by_label("File", exact=True).set_input_files(path)
    page.evaluate(
        "new MutationObserver(() => sessionStorage.setItem('sent', 'shown'))"
        ".observe(document.querySelector('[data-sending]'), { attributes: true })"
    )
    look(page)
    expect(page.get_by_role("button", name="Import all as “many”")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("only its first 1,000 rows were read")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('sent')") == "shown"


def test_more_text_than_a_form_holds_is_pasted_all_the_same(page: Page) -> None:
    box = page.get_by_label("Or paste texts")
    box.evaluate(
        "box => { box.value = Array.from({length: 40000}, (_, n) =>"
        " `text number ${n} of what was copied from a very large sheet`).join('\\n');"
        " box.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    assert box.evaluate("box => box.value.length") > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    look(page)
    expect(page.get_by_role("button", name="Import all as “Pasted texts”")).to_be_visible(
        timeout=60_000
    )


def test_the_error_of_a_large_file_is_next_to_it(page: Page, study: Study, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("text number of a large file\n" * 50_000)
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_label("Name of the dataset").fill(study.dataset.name)
    look(page)
    expect(page.get_by_role("alert")).to_contain_text(". Choose another name.")
    expect(page.get_by_role("button", name="Preview")).to_be_enabled()


def test_a_file_is_watched_and_refused_and_imported_without_what_is_at_fault(
    context: BrowserContext, tmp_path: Path
) -> None:
    user = make_user()
    dataset = make_dataset(5, make_project(user))
    file = tmp_path / "experts.csv"
    file.write_bytes(annotations_file(dataset) + b"no such text,2,no such | text\n")
    page = sign_in(context, user)
    page.goto(f"/research/datasets/{dataset.pk}/")
    page.get_by_role("link", name="Upload annotations").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_label("Name of the set").fill("Experts")
    click(page, "button", "Upload", text="Waiting for its turn")
    expect_readable_on_both(page)
    finish_import()
    expect(page.get_by_text("1 annotation with errors, so nothing was imported")).to_be_visible()
    expect(page.get_by_text("The dataset has no text “no such text”.")).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("button", name="Leave 1 annotation out and import the other 5").click()
    finish_import()
    expect(page.get_by_role("heading", name="Experts")).to_be_visible()
    assert AnnotationSet.objects.get().annotation_count == 5
