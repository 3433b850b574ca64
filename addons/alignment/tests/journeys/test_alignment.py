"""Aligning documents in a browser: groups of their sections, made by a real Celery worker."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from addons.alignment.models import Alignment
from addons.alignment.tests.requested import aligned, judged_pairs, request_alignment
from annotation.models import Dataset, Project, User
from annotation.services.jobs.jobs import discard_job
from midpath.alignment.options.words import PRESETS
from tests.faults.processes import Stack
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_project
from tests.journeys.researcher import expect_all_readable, sign_in
from tests.journeys.worker import press_tab_until

pytestmark = pytest.mark.long

POLLED = 60_000
NONE = replace(PRESETS["coling"], least_documents=900)


@pytest.fixture
def documents(user: User) -> Dataset:
    """Add pairs on which the crowd contradicts the text."""
    documents = make_documents(make_project(user), how_many=12)
    judged_pairs(documents, user, contrary=True)
    return documents


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible(timeout=POLLED)


@pytest.fixture
def page(context: BrowserContext, user: User) -> Page:
    return sign_in(context, user)


def test_sections_are_aligned_and_read_and_compared_with_the_crowd(
    page: Page, celery: Stack, documents: Dataset
) -> None:
    page.goto(f"/research/datasets/{documents.pk}/")
    page.get_by_role("link", name="Align sections").click()
    page.get_by_label("Name of the alignment").fill("Issues")
    page.get_by_role("spinbutton", name="Groups").fill("3")
    page.get_by_label("Runs").fill("2")
    page.get_by_label("As in COLING 2014").check()
    page.get_by_text("Word settings").click()
    expect(page.get_by_label("In at least this many documents")).to_have_value("10")
    expect(page.get_by_label("Words to leave out")).to_have_value(re.compile("^privacy policy"))
    page.get_by_label("In at least this many documents").fill("2")
    expect(page.get_by_label("My own choice")).to_be_checked()
    page.get_by_label("Compare every method").check()
    page.get_by_role("button", name="Align", exact=True).click()
    heading(page, "Compared with Pairs, judged")
    expect(page.get_by_role("row", name="Vanilla HMM, EM shown")).to_be_visible()
    expect(page.locator(".plot svg")).to_have_count(1)
    read_groups(page)
    see_where_the_crowd_differs(page)
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("This was discarded.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    heading(page, "Compared with Pairs, judged")


def read_groups(page: Page) -> None:
    page.get_by_role("link", name="Group 1", exact=True).click()
    heading(page, "Group 1")
    page.get_by_role("link", name="Group 2").click()
    heading(page, "Group 2")
    page.get_by_label("Find a document, or words").fill("site-1.example")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="site-2.example")).to_have_count(0)
    page.get_by_role("link", name="Issues").click()


def see_where_the_crowd_differs(page: Page) -> None:
    page.get_by_role("link", name="Where model and crowd differ").click()
    sides = page.get_by_role("navigation", name="Crowd’s answer")
    sides.get_by_role("link", name="Separate for the crowd").click()
    expect(page.locator(".pair").first).to_be_visible()
    expect(page.get_by_text("of 2 runs").first).to_be_visible()
    page.locator(".pair-head a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Issues").click()


def test_by_keyboard_one_is_requested_and_stopped_and_begun_again(
    page: Page, documents: Dataset
) -> None:
    """Request one while no worker process runs, so that it waits."""
    page.goto(f"/research/datasets/{documents.pk}/")
    press_tab_until(page, "Skip to the content")
    page.keyboard.press("Enter")
    press_tab_until(page, "Align sections")
    page.keyboard.press("Enter")
    heading(page, "Align Policies")
    page.get_by_label("Name of the alignment").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    press_tab_until(page, "Stop")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This was stopped.")).to_be_visible()
    assert Alignment.objects.get().status == Alignment.Status.DISCARDED
    press_tab_until(page, "Undo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    assert Alignment.objects.get().status == Alignment.Status.WAITING


def addresses(project: Project, documents: Dataset, user: User) -> list[str]:
    """Return an address of every state."""
    ready = aligned(documents, user, name="Ready", runs=2, compare=True, curves=2)
    key = ready.results["golds"][0]["key"]
    removed = aligned(documents, user, name="Removed")
    discard_job(job=removed, user=user)
    failed = aligned(documents, user, name="Failed", words=NONE)
    alone = aligned(make_documents(project, name="Unjudged"), user, name="Unjudged")
    waiting = request_alignment(documents, user, "Waiting")
    form = f"/research/datasets/{documents.pk}/alignments/new/"
    return [
        f"/research/projects/{project.pk}/alignments/",
        f"/research/datasets/{documents.pk}/",
        form,
        f"{form}?again={failed.pk}",
        f"/research/alignments/{ready.pk}/groups/1/",
        f"/research/alignments/{ready.pk}/crowd/{key}/",
        *(f"/research/alignments/{one.pk}/" for one in (ready, removed, failed, alone, waiting)),
    ]


def test_pages_of_alignments_are_accessible_and_fit(
    page: Page, user: User, documents: Dataset
) -> None:
    expect_all_readable(page, addresses(documents.project, documents, user))
