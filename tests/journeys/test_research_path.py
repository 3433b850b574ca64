"""A researcher's whole workflow in a browser; in the long tier, with a real Celery worker."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign, Heartbeat, Judgment
from tasks.fold import fold_all
from tests.faults.processes import Stack, wait_for
from tests.helpers.factories import make_campaign, make_user
from tests.journeys.conftest import OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import figure, sign_in
from tests.journeys.worker import begin, finished, ready
from tests.research.study import make_study

pytestmark = pytest.mark.long
WRONG = "text,source\nbest pizza in town,web\n,web\nred wine stain,web,extra\n"
RIGHT = "text,source\nbest pizza in town,web\nred wine stain,web\n"


@pytest.fixture
def another(open_context: OpenContext) -> Page:
    """Return a worker's browser, in addition to the researcher's."""
    return open_context().new_page()


def background_work_is_alive() -> None:
    wait_for(Heartbeat.objects.filter(name="sweep").exists, seconds=40, what="the first sweep")


def test_from_signing_in_to_closing(
    page: Page, another: Page, celery: Stack, tmp_path: Path
) -> None:
    link = from_signing_in_to_launch(page, tmp_path)
    background_work_is_alive()
    watch_it_live(page, another, link)
    look_at_texts(page)
    move_about(page)


@pytest.mark.quick
def test_from_sign_in_to_a_figure_without_celery(page: Page, another: Page, tmp_path: Path) -> None:
    """Folds run in this process: a Celery worker takes three times as long as the whole journey."""
    link = from_signing_in_to_launch(page, tmp_path)
    watch_it_live(page, another, link, fold=lambda: fold_all(Campaign.objects.get().pk))


def from_signing_in_to_launch(page: Page, folder: Path) -> str:
    """Set up and launch a campaign; return the link for workers."""
    make_user("ada")
    enter(page)
    make_project(page)
    upload_wrong_then_right(page, folder)
    draft_campaign(page)
    preview(page)
    return launch(page)


def enter(page: Page) -> None:
    page.goto("/research/")
    page.get_by_label("Account name").fill("ada")
    page.get_by_label("Password").fill("pass-word-1")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Projects", exact=True)).to_be_visible()


def make_project(page: Page) -> None:
    page.get_by_role("link", name="Create your first project").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Query study")
    click(page, "button", "Create project", heading="Query study")


def upload_wrong_then_right(page: Page, folder: Path) -> None:
    for content in (WRONG, RIGHT):
        (folder / "queries.csv").write_text(content)
        if content is WRONG:
            page.get_by_role("link", name="Add data").first.click()
        page.get_by_label("File").set_input_files(folder / "queries.csv")
        expect(page.get_by_label("Name of the dataset")).to_have_value("queries")
        page.get_by_role("button", name="Preview").click()
        if content is WRONG:
            expect(page.get_by_role("heading", name="2 rows cannot be imported")).to_be_visible()
            expect(page.get_by_role("row").nth(1)).to_contain_text("3")
            page.get_by_role("button", name="Discard").click()
    click(page, "button", "Import 2 texts as “queries”", heading="queries")


def draft_campaign(page: Page) -> None:
    page.get_by_role("link", name="New campaign").click()
    instructions = page.get_by_label("Instructions", exact=True)
    expect(instructions).to_have_value(re.compile("Cut it into meaningful parts"))
    page.locator("[name=scheme][value=nested]").check()
    expect(instructions).to_have_value(re.compile("Join the two neighbours"))
    page.get_by_label("Name", exact=True).fill("Q2 nested")
    page.get_by_label("Judgments per text").fill("3")
    page.get_by_label("A fixed reward per judgment").check()
    page.get_by_label("Fixed reward per judgment", exact=True).fill("0.105")
    expect(page.locator("#cost")).to_have_text(re.compile(r"2 texts × 3 = 6 .* = USD 0\.63 at"))
    click(page, "button", "Save draft", text="USD 0.105 per judgment, USD 0.63 at most")


def join_all(page: Page) -> None:
    joints = page.locator(".plus:not(.joined)")
    while joints.count():
        joints.first.click()


def preview(page: Page) -> None:
    page.get_by_role("link", name="Preview as a worker").click()
    ready(page)
    join_all(page)
    page.get_by_role("button", name="Submit, next").click()
    expect(page.locator("#notice")).to_have_text("This is a preview: nothing is stored.")
    click(page, "link", "Show another text", text="text 2 of 2")
    page.get_by_role("link", name="Back to Q2 nested").click()
    assert not Judgment.objects.exists()


def launch(page: Page) -> str:
    page.get_by_role("link", name="Launch").click()
    page.get_by_role("button", name="Launch for up to USD 0.63").click()
    expect(page.locator("#status")).to_contain_text("live")
    expect(page.locator("#status")).to_have_attribute("data-version", "0")
    expect(page.locator(figure(page, "alpha-d1"))).to_have_text("–")
    return page.locator("#worker-link").inner_text()


def watch_it_live(
    page: Page, worker: Page, link: str, fold: Callable[[], object] = lambda: None
) -> None:
    """Nothing reloads: open details stay open and the focus stays."""
    page.evaluate("window.stillTheSame = true")
    details = page.locator("details", has=page.locator("#numbers-alpha-d1"))
    details.locator("summary").click()
    page.locator(".more > summary").click()
    page.locator("#move-close").focus()
    judgments = page.locator(figure(page, "judgments"))
    seen_after = []
    for count in range(1, 5):
        if count in {1, 3}:
            worker.context.clear_cookies()
            begin(worker, f"{link}?worker=w{count}")
        number = worker.locator("#number").inner_text()
        join_all(worker)
        worker.get_by_role("button", name="Submit, next").click()
        if count % 2:
            expect(worker.locator("#number")).not_to_have_text(number)
        else:
            finished(worker)
        fold()
        submitted = time.monotonic()
        expect(judgments).to_have_text(str(count))
        seen_after.append(time.monotonic() - submitted)
    print(f"on the dashboard after {median(seen_after):.2f} s")  # noqa: T201 - `pytest -s` shows it
    expect(page.locator(figure(page, "alpha-d1"))).to_have_text(re.compile(r"^−?\d\.\d{3}$"))
    for line in ("α, d1", "α, d2"):
        expect(page.locator("#agreement-plot svg text", has_text=line)).to_be_attached()
    expect(page.locator("#points tr").nth(1)).to_be_attached()
    expect(details).to_have_attribute("open", "")
    expect(page.locator("#move-close")).to_be_focused()
    assert page.evaluate("window.stillTheSame")


def look_at_texts(page: Page) -> None:
    page.locator("#tab-results").click()
    expect(page.locator("svg.tree").first).to_be_visible()
    page.get_by_label("Find in the texts").fill("pizza")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("article")).to_have_count(1)
    page.get_by_role("link", name="best pizza in town").click()
    page.locator("details.reject > summary").first.click()
    page.get_by_label("Reason; the worker can read it").first.fill("in haste")
    page.get_by_role("button", name="Reject").first.click()
    expect(page.get_by_text("rejected", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("rejected", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Q2 nested").click()


def choose(page: Page, action: str) -> None:
    page.locator(".more > summary").click()
    page.locator(f"#move-{action}").click()


def move_about(page: Page) -> None:
    choose(page, "pause")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#status")).to_contain_text("paused")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_contain_text("live")
    choose(page, "extend")
    page.get_by_label("Judgments per text from now on").fill("5")
    expect(page.locator("#cost")).to_contain_text("2 more = 4 judgments")
    page.get_by_role("button", name="Request more judgments").click()
    expect(page.locator("#value-judgments .of")).to_have_text("of 10")
    choose(page, "close")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#status")).to_contain_text("closed")
    assert Campaign.objects.get().status == Campaign.Status.CLOSED


def test_a_dashboard_says_when_it_is_stale(new_context: Callable[..., BrowserContext]) -> None:
    """The page is not watched for errors: here requests are meant to fail."""
    context, study = new_context(), make_study()
    page = sign_in(context, study.owner)
    page.goto(f"/research/campaigns/{study.flat.pk}/")
    expect(page.locator("#stale")).to_be_hidden()
    context.set_offline(True)
    expect(page.locator("#stale")).to_contain_text("The server cannot be reached.")
    context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()
    context.clear_cookies()
    expect(page.locator("#stale")).to_contain_text("You are signed out")


def test_a_teammates_pause_shows_without_reloading(context: BrowserContext) -> None:
    study = make_study()
    page = sign_in(context, study.owner)
    page.goto(f"/research/campaigns/{study.flat.pk}/")
    page.locator(".more > summary").click()
    page.locator("#move-pause").focus()
    Campaign.objects.filter(pk=study.flat.pk).update(status=Campaign.Status.PAUSED)
    expect(page.locator("#do-resume")).to_be_visible()
    expect(page.locator("#move-pause")).to_have_count(0)
    expect(page.locator("#move-close")).to_be_visible()
    expect(page.locator(".more > summary")).to_be_focused()


def test_a_dashboard_without_judgments_has_no_chart_and_no_error(context: BrowserContext) -> None:
    campaign = make_campaign()
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    page.goto(reverse("research:campaign", args=(campaign.pk,)))
    page.wait_for_load_state("networkidle")
    expect(page.locator(".none-yet").first).to_be_visible()
