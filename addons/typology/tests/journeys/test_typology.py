"""A list of prepositions made from a dataset's sentences in a browser, by a real Celery worker."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from annotation.models import Dataset, Project, User, WordList
from annotation.services.jobs.jobs import discard_job
from midpath.typology.options import TypologyOptions
from tests.faults.processes import Stack
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.jobs import carry_out
from tests.helpers.languages import make_texts
from tests.journeys.researcher import expect_all_readable, sign_in
from tests.journeys.worker import press_tab_until

pytestmark = pytest.mark.long
POLLED = 30_000
TERMS = TypologyOptions(top=50, samples=4, sentences=150, resamples=0)


def computed_typology(dataset: Dataset, user: User, terms: TypologyOptions = TERMS) -> Typology:
    return carry_out(ask_for_typology(dataset=dataset, user=user, language="en", options=terms))


@pytest.fixture
def page(context: BrowserContext, user: User) -> Page:
    return sign_in(context, user)


def test_from_the_laboratory_to_a_saved_list(
    page: Page, celery: Stack, user: User, tmp_path: Path
) -> None:
    project = make_project(user)
    make_texts(project)
    page.goto(f"/research/projects/{project.pk}/lab/")
    page.get_by_role("link", name="Function words and adpositions").click()
    page.get_by_role("link", name="Find function words in 300 sentences").click()
    page.get_by_text("Advanced settings").click()
    page.get_by_label("Words in each list").fill("5")
    page.get_by_role("button", name="Find function words").click()
    expect(page.get_by_text("greater than or equal to 10")).to_be_visible()
    page.get_by_label("Words in each list").fill("50")
    page.get_by_label("Sentences in each sample").fill("150")
    page.get_by_label("Resamples").fill("0")
    page.get_by_role("button", name="Find function words").click()
    expect(page.get_by_role("heading", name="Prepositional at first sight")).to_be_visible(
        timeout=POLLED
    )
    expect(page.locator("[data-name=languages] .plot svg")).to_be_visible()
    expect(page.locator("[data-name=languages] .plot svg text", has_text="this")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of all words in the lists").click()
    download.value.save_as(tmp_path / "words.csv")
    assert len(list(csv.reader((tmp_path / "words.csv").open()))) == 51
    with page.expect_download() as download:
        page.locator("[data-name=languages] [data-save=svg]").click()
    assert download.value.suggested_filename == "languages.svg"

    page.get_by_role("link", name="Use as word list for en").click()
    expect(page.get_by_role("heading", name="Only in the present list")).to_be_visible()
    box = page.get_by_label("Words, one per line")
    assert len(box.input_value().split("\n")) == 50
    page.get_by_role("link", name="the first 20 proposed").click()
    assert len(box.input_value().split("\n")) == 20
    assert not WordList.objects.exists()
    box.fill("ada\nadb\nin front of")
    page.get_by_role("button", name="Save the list").click()
    expect(page.get_by_text("is more than one word")).to_be_visible()
    expect(page.get_by_role("heading", name="In both")).to_be_visible()
    box.fill("ada\nadb")
    page.get_by_role("button", name="Save the list").click()
    expect(page.get_by_role("status")).to_contain_text("The list is saved")
    assert WordList.objects.get().words == ["ada", "adb"]


def test_what_is_stopped_or_discarded_can_be_undone(page: Page, user: User) -> None:
    texts = make_texts(make_project(user))
    typology = ask_for_typology(dataset=texts, user=user, language="en", options=TERMS)
    page.goto(f"/research/typologies/{typology.pk}/")
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text("was stopped")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    carry_out(typology)
    expect(page.get_by_role("heading", name="Prepositional")).to_be_visible(timeout=POLLED)
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("status")).to_contain_text("was discarded")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Prepositional")).to_be_visible()


def test_all_of_it_is_done_from_the_keyboard(page: Page, user: User) -> None:
    project = make_project(user)
    texts = make_texts(project)
    page.goto(f"/research/datasets/{texts.pk}/typologies/new/")
    page.get_by_label("Language code").focus()
    press_tab_until(page, "Find function words")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    typology = computed_typology(make_texts(project, 200), user)
    page.goto(f"/research/typologies/{typology.pk}/")
    page.get_by_role("link", name="CSV of proposed adpositions").focus()
    press_tab_until(page, "Use as word list for en")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Prepositions: en")).to_be_visible()
    page.get_by_label("Words, one per line").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("ada")
    press_tab_until(page, "Save the list")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The list is saved")


def addresses(project: Project, user: User) -> list[str]:
    """Return an address of every state: decided, undecided, undefined, of documents, discarded,
    failed, running."""
    texts, tiny = make_texts(project), make_dataset(["red wine", "…"], project)
    decided = computed_typology(texts, user)
    undecided = computed_typology(texts, user, replace(TERMS, by="counts", margin=1.0))
    gone, failed = computed_typology(texts, user), computed_typology(tiny, user)
    discard_job(job=gone, user=user)
    Typology.objects.filter(pk=failed.pk).update(status="failed", problem="Too many words.")
    others = [computed_typology(tiny, user), computed_typology(make_documents(project), user)]
    waiting = ask_for_typology(dataset=texts, user=user, language="en", options=TERMS)
    states = (decided, undecided, *others, gone, failed, waiting)
    words = f"/research/projects/{project.pk}/words/en/"
    return [
        *(f"/research/typologies/{one.pk}/" for one in states),
        f"/research/projects/{project.pk}/typologies/",
        f"/research/datasets/{texts.pk}/typologies/new/",
        f"/research/datasets/{texts.pk}/",
        f"{words}?typology={decided.pk}",
        f"{words}?typology={undecided.pk}&side=postpositional&fill=both",
        words,
    ]


def test_the_pages_are_accessible_and_fit(page: Page, user: User) -> None:
    expect_all_readable(page, addresses(make_project(user), user))
