"""A researcher compares campaigns in the laboratory and downloads the charts."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotation.research.lab import series
from tasks.reports import make_reports
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.research.study import Study

pytestmark = pytest.mark.long

CHARTS = (
    *("agreement", "segments", "heights", "prepositions", "entailment"),
    *("levels", "worker-agreement", "workers"),
)
PNG = b"\x89PNG\r\n"


@pytest.fixture
def page(context: BrowserContext, study: Study) -> Page:
    return sign_in(context, study.owner)


def marks(page: Page, chart: str) -> int:
    """Return how many lines, bars and points are drawn."""
    return page.locator(f"[data-name={chart}] .plot svg path").count()


def saved(page: Page, chart: str, kind: str, folder: Path) -> bytes:
    with page.expect_download() as download:
        menu = page.locator(f"[data-name={chart}] .files")
        if menu.get_attribute("open") is None:
            menu.locator("summary").click()
        page.locator(f"[data-name={chart}] [data-save={kind}]").click()
    ending = {"wide": "-wide.svg"}.get(kind, f".{kind}")
    assert download.value.suggested_filename == f"{chart}{ending}"
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def test_from_a_dashboard_to_printable_charts(page: Page, study: Study, tmp_path: Path) -> None:
    page.goto(f"/research/campaigns/{study.flat.pk}/")
    page.get_by_role("link", name="Results", exact=True).click()
    page.get_by_role("link", name="Bias", exact=True).click()
    expect(page.get_by_text("no report yet").first).to_be_visible()
    expect(page.locator("[data-chart]")).to_have_count(0)

    make_reports(study.flat.pk)
    make_reports(study.nested.pk)
    page.reload()
    tabs = page.get_by_role("navigation", name="Results")
    expect(tabs.get_by_role("link", name="Bias", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    expect(page.locator("[data-name=segments] .plot svg")).to_be_visible()
    expect(page.locator("[data-name=heights]")).to_have_count(0)
    page.get_by_role("link", name="Compare campaigns").click()
    page.get_by_label("Nested round").check()
    page.get_by_role("button", name="Show").click()
    for chart in CHARTS:
        expect(page.locator(f"[data-name={chart}] .plot svg")).to_be_visible()
        assert marks(page, chart) >= 2, chart

    for chart in ("heights", "workers"):
        for kind, size in (
            ("svg", 'width="84mm" height="70mm"'),
            ("wide", 'width="174mm" height="100mm"'),
        ):
            drawn = saved(page, chart, kind, tmp_path).decode()
            assert drawn.startswith(f"<svg {size} ")
            assert 'viewBox="0 0 ' in drawn
            assert "Nested round" in drawn
        assert saved(page, chart, "png", tmp_path).startswith(PNG)
    with page.expect_download() as download:
        page.locator("[data-name=heights]").get_by_role("link", name="CSV").click()
    download.value.save_as(tmp_path / "heights.csv")
    head = next(csv.reader((tmp_path / "heights.csv").open()))
    assert head == ["words", "Nested round", "by chance"]


def test_many_campaigns_have_small_charts(
    page: Page, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(series, "MAX_DRAWN", 0)
    make_reports(study.flat.pk)
    make_reports(study.nested.pk)
    page.goto(f"/research/projects/{study.project.pk}/lab/")
    panel = page.locator("[data-name=heights] .plot > div")
    expect(panel).to_have_count(1)
    expect(panel).to_contain_text("Nested round")
    assert marks(page, "heights") >= 2, "the campaign and chance"
    expect(page.locator("[data-name=heights] [data-save]")).to_have_count(0)
    expect(page.locator("[data-name=prepositions]")).to_have_count(0)


def test_the_words_that_are_looked_for_can_be_changed(page: Page, study: Study) -> None:
    make_reports(study.flat.pk)
    page.goto(f"/research/projects/{study.project.pk}/lab/")
    page.get_by_role("link", name="Edit this list").click()
    box = page.get_by_label("Words, one per line")
    assert "beneath" in box.input_value().split("\n")
    box.fill("up\nin front of")
    click(page, "button", "Save the list", text="is more than one word")
    box.fill("aid")
    page.get_by_role("button", name="Save the list").click()
    expect(page.get_by_role("status")).to_contain_text("The list is saved")
    make_reports(study.flat.pk)
    page.reload()
    expect(page.get_by_text("Flat round: 2 prepositions.")).to_be_visible()


def test_a_dashboard_draws_intervals_at_their_versions(page: Page, study: Study) -> None:
    strokes = page.locator("#agreement-plot svg path[stroke-opacity='0.45'][d^='M']")
    page.goto(f"/research/campaigns/{study.flat.pk}/")
    expect(page.locator("#agreement-plot svg")).to_be_visible()
    expect(strokes).to_have_count(0)
    make_reports(study.flat.pk)
    expect(page.locator("#points td[data-low]")).to_have_count(2)
    expect(strokes).to_have_count(1)
