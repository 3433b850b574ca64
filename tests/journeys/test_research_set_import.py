"""Annotations imported in the background: watched, refused, imported without the faulty rows."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import AnnotationSet
from tests.helpers.factories import make_dataset, make_project, make_user, numbered_texts
from tests.helpers.sets import annotations_file, finish_import
from tests.journeys.researcher import expect_readable_on_both, sign_in

pytestmark = pytest.mark.long


def test_a_file_is_watched_and_refused_and_imported_without_what_is_at_fault(
    context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    user = make_user()
    dataset = make_dataset(numbered_texts(5), make_project(user))
    file = tmp_path / "experts.csv"
    file.write_bytes(annotations_file(dataset) + b"no such text,2,no such | text\n")
    page = sign_in(context, user, live_server.url)
    page.goto(f"{live_server.url}/research/datasets/{dataset.pk}/")
    page.get_by_role("link", name="Upload annotations").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_label("Name of the set").fill("Experts")
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    expect_readable_on_both(page)
    finish_import()
    expect(page.get_by_text("1 annotation with errors, so nothing was imported")).to_be_visible()
    expect(page.get_by_text("The dataset has no text “no such text”.")).to_be_visible()
    expect_readable_on_both(page)
    page.get_by_role("button", name="Leave 1 annotation out and import the other 5").click()
    finish_import()
    expect(page.get_by_role("heading", name="Experts")).to_be_visible()
    assert AnnotationSet.objects.get().annotation_count == 5
