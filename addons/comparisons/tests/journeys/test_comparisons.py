"""A researcher compares a crowd with experts, watches the figures appear, and downloads them."""

import csv
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from addons.comparisons.models import Comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.sets import TwoSets, make_two_sets, simulate
from annotation.models import Heartbeat
from midpath.text.formatting import percent, signed
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable
from tests.research.study import Study

pytestmark = pytest.mark.long

CHARTS = ("agreement", "entailment", "tenths", "picks")
PNG = b"\x89PNG\r\n"


@pytest.fixture
def sets(study: Study) -> TwoSets:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    return make_two_sets(study.project)


def choose(page: Page, label: str, name: str) -> None:
    box = page.get_by_label(label, exact=True)
    box.select_option(label=box.locator("option", has_text=name).inner_text())


def value(page: Page, label: str) -> str:
    return page.locator(".figure", has_text=label).locator(".value").inner_text()


@pytest.fixture
def page(context: BrowserContext, study: Study) -> Page:
    return sign_in(context, study.owner)


def test_from_the_project_to_figures_that_came_by_themselves(
    page: Page, study: Study, sets: TwoSets, tmp_path: Path
) -> None:
    page.goto(f"/research/projects/{study.project.pk}/")
    page.get_by_role("link", name="New comparison").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Crowd and experts")
    for label, name in (
        ("Crowd", "Crowd flat"),
        ("The crowd’s trees", "Crowd nested"),
        ("Gold", "Expert flat"),
        ("Gold trees", "Expert nested"),
    ):
        choose(page, label, name)
    expect(page.get_by_text("The two sides share 10 items.")).to_be_visible()
    choose(page, "Gold", "Flat round")
    expect(page.get_by_text("The two sides share no item.")).to_be_visible()
    crowd = page.get_by_label("Crowd", exact=True)
    assert "no shared item" in crowd.inner_text()
    choose(page, "Gold", "Expert flat")
    assert "10 shared items" in crowd.inner_text()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("The comparison is being computed.")).to_be_visible()

    one = Comparison.objects.get()
    make_comparison(one.pk)
    expect(page.get_by_role("heading", name="Which consensus comes closest")).to_be_visible()
    one.refresh_from_db()
    found = one.results
    assert value(page, "Texts compared") == "10"
    assert value(page, "α between, flat, d1") == signed(found["flat"]["between"]["d1"]["value"])
    entailed = found["crowd_flat_by_gold_nested"]["observed"]
    assert value(page, "The crowd’s flats, entailed by gold trees") == percent(entailed)
    for chart in CHARTS:
        expect(page.locator(f"[data-name={chart}] .plot svg")).to_have_count(1)
        assert page.locator(f"[data-name={chart}] .plot svg path").count() >= 2, chart
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    for kind, begins in (("svg", b"<svg"), ("png", PNG)):
        with page.expect_download() as download:
            page.locator(f"[data-name=picks] [data-save={kind}]").click()
        download.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begins)
    with page.expect_download() as download:
        page.locator("[data-name=picks]").get_by_role("link", name="CSV").click()
    download.value.save_as(tmp_path / "csv")
    rows = list(csv.reader((tmp_path / "csv").open(encoding="utf-8")))
    assert [row[0] for row in rows[-2:]] == ["FEMN", "Iterative Voting"]
    assert [Path(name).suffix for name in saved] == [".svg", ".png", ".csv"]


def test_newer_judgments_are_reported_and_taken_in_while_it_is_looked_at(
    page: Page, study: Study, sets: TwoSets
) -> None:
    one = sets.compared(study.owner)
    make_comparison(one.pk)
    page.goto(f"/research/comparisons/{one.pk}/")
    sets.gold_flat.hits.update(quota=4)
    simulate(sets.gold_flat, 9, 1)
    expect(page.get_by_text("version 2 is not in the figures yet")).to_be_visible()
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Recompute").click()
    expect(page.get_by_text("recomputing")).to_be_visible()
    page.locator("[data-name=picks] summary").click()
    make_comparison(one.pk)
    expect(page.get_by_text("is not in the figures yet")).to_have_count(0)
    expect(page.locator("[data-name=picks] details")).to_have_attribute("open", "")
    expect(page.locator("[data-name=picks] .plot svg")).to_have_count(1)


def test_deleting_is_undone_where_it_was_done(page: Page, study: Study, sets: TwoSets) -> None:
    one = sets.compared(study.owner)
    page.goto(f"/research/comparisons/{one.pk}/")
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("This was deleted.")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The comparison is being computed.")).to_be_visible()
    page.locator(".more > summary").click()
    page.get_by_role("link", name="Rename").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Renamed")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="Renamed")).to_be_visible()


def test_its_pages_are_accessible_and_fit(page: Page, study: Study, sets: TwoSets) -> None:
    project = f"/research/projects/{study.project.pk}/"
    page.goto(f"{project}comparisons/new/")
    expect_readable_on_both(page)
    page.get_by_role("textbox", name="Name", exact=True).fill(" ")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#id_name")).to_have_attribute("aria-invalid", "true")
    expect_readable_on_both(page)
    one = sets.compared(study.owner)
    address = f"/research/comparisons/{one.pk}/"
    page.goto(address)
    expect_readable_on_both(page)
    make_comparison(one.pk)
    for place in (address, f"{address}rename/", project):
        page.goto(place)
        for summary in page.locator("main summary").all():
            summary.click()
        expect_readable_on_both(page)
