"""Every page of a worker: readable by anyone, in both themes, on both sizes, in a right-to-left
language; and small to load."""

import gzip
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Response, expect

from annotation.models import Campaign, Enrolment, Message
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.people.questions import answer_question
from tests.helpers.evidence import document, evidence_campaign, question, sections
from tests.helpers.factories import make_user
from tests.helpers.labels import campaign_of_labels
from tests.helpers.text_pairs import COOKIES, FILES, campaign_of_pairs
from tests.helpers.tiers import long_only
from tests.journeys.conftest import PHONE, Link, OpenContext
from tests.journeys.pressing import click, press
from tests.journeys.worker import (
    begin,
    campaign_of,
    come_in,
    expect_readable,
    finished,
    open_menu,
    ready,
)

BUDGET = 60 * 1024
TEXTS = ("apply first aid course on line", "ماهي أفضل طريقة لتعلم اللغة")


@pytest.fixture(params=[{}, PHONE], ids=["desktop", "phone"])
def anywhere(request: pytest.FixtureRequest, open_context: OpenContext) -> Page:
    return open_context(**request.param).new_page()


@pytest.mark.long
def test_the_pages_around_the_work(anywhere: Page, link: Link) -> None:
    page, campaign = anywhere, campaign_of("nested", "red car")
    join_page = link(campaign).partition("?")[0]
    page.goto(join_page)
    expect(page.get_by_role("heading", name="An example")).to_be_visible()
    expect_readable(page)
    page.get_by_label("Choose a name").fill("Ada")
    page.get_by_role("button", name="Start").click()
    ready(page)
    page.goto(join_page)
    expect_readable(page)
    page.get_by_role("button", name="I am someone else").click()
    page.get_by_label("Choose a name").fill("Ada")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_label("Return code")).to_be_visible()
    expect_readable(page)
    page.goto(link(campaign, "w" * 60))
    expect_readable(page)
    begin(page, link(campaign, "bob"))
    press(page, "ArrowRight", "Enter", "Enter")
    finished(page)
    expect_readable(page)
    close_campaign(campaign=campaign, user=make_user())
    page.reload()
    expect_readable(page)
    page.goto(join_page.partition("/w/")[0])
    expect_readable(page)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_the_page_of_the_work(anywhere: Page, link: Link, scheme: str) -> None:
    page = begin(anywhere, link(campaign_of(scheme, *TEXTS)))
    expect_readable(page)
    press(page, "ArrowRight", "Space")
    expect_readable(page)
    open_menu(page)
    page.get_by_text("Skip this task", exact=True).click()
    expect_readable(page)
    page.get_by_role("button", name="Cancel").click()
    while page.locator(".plus:not(.joined)").count():
        page.locator(".nested").press("End")
        page.locator("#primary").click()
    expect_readable(page)
    page.route("**/submit/", lambda route: route.abort())
    page.locator("#primary").click()
    expect(page.locator("#notice")).to_be_visible()
    expect_readable(page)


@pytest.mark.long
def test_the_page_of_a_pair(anywhere: Page, link: Link) -> None:
    page = anywhere
    page.goto(link(campaign_of_pairs((COOKIES, FILES), (" ".join([COOKIES] * 30), FILES))))
    expect(page.get_by_role("heading", name="An example")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".pair-text").first).to_be_visible()
    expect_readable(page)
    page.get_by_text("Examples of issues and topics").click()
    page.get_by_role("button", name="Mark shared words").click()
    for side in ("left", "right"):
        page.locator(f"#keyword-{side}").fill("browser")
        page.locator(f"#keyword-{side}").press("Enter")
        page.locator(f"#keyword-{side}").fill("zebra")
        page.locator(f"#keyword-{side}").press("Enter")
    page.locator(".pair-text").first.press("ArrowRight")
    expect_readable(page)
    page.locator("#primary").click()
    page.keyboard.press("Enter")
    expect_readable(page)
    page.get_by_role("radio").first.check()
    page.locator("#primary").click()
    expect(page.locator("#number")).to_have_text("Task 2 of 2")
    expect_readable(page)


@pytest.mark.long
def test_the_page_of_evidence(anywhere: Page, link: Link) -> None:
    page = anywhere
    lines = [document(sections=sections()), question(extra={"options": ["Yes", "لا"]})]
    page.goto(link(evidence_campaign(*lines, question("Who?"), settings={"preset": "privacyqa"})))
    expect(page.get_by_role("heading", name="An example")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".evidence-sentence").first).to_be_visible()
    expect_readable(page)
    page.locator("#sentence-1").click()
    page.locator("#sentence-3").click()
    opener = page.get_by_role("button", name="Search the document")
    if opener.is_visible():
        opener.click()
    page.get_by_role("searchbox").fill("the")
    page.keyboard.press("Enter")
    expect_readable(page)
    page.locator("#primary").click()
    page.get_by_label("No answer in this document").check()
    page.get_by_role("group", name="Can you understand the question?").get_by_label("Yes").check()
    expect_readable(page)
    page.locator("#primary").click()
    expect_readable(page)


@pytest.mark.parametrize("scheme", ["evidence", *long_only("flat", "nested", "pair", "label")])
def test_a_page_is_light_to_load(page: Page, link: Link, scheme: str) -> None:
    """Script and style together, as a server would compress them."""
    made: dict[str, Callable[[], Campaign]] = {
        "pair": campaign_of_pairs,
        "label": campaign_of_labels,
        "evidence": evidence_campaign,
    }
    campaign = made[scheme]() if scheme in made else campaign_of(scheme, *TEXTS)
    come_in(page, link(campaign))
    loaded: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.request.resource_type in {"script", "stylesheet"}:
            loaded[response.url] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    page.goto(f"/w/{campaign.code}/hit/")
    expect(page.locator("#primary")).to_be_enabled()
    assert any(url.endswith(f"/{scheme}/desk.js") for url in loaded)
    assert sum(loaded.values()) <= BUDGET, loaded


@pytest.mark.parametrize("scheme", ["flat", *long_only("evidence")])
def test_the_foot_of_the_page_aligns_with_the_work(page: Page, link: Link, scheme: str) -> None:
    campaign = evidence_campaign() if scheme == "evidence" else campaign_of(scheme, *TEXTS)
    begin(page, link(campaign), "#surface *")
    for width in (1280, 1920, 390):
        page.set_viewport_size({"width": width, "height": 800})
        begins = page.evaluate(
            """() => ["#question", "footer .languages > *"].map(
              (place) => document.querySelector(place).getBoundingClientRect().left)"""
        )
        assert begins[0] == begins[1], width


def test_without_scripts_it_says_so(new_context: Callable[..., BrowserContext], link: Link) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(link(campaign_of("flat", "red car")))
    click(page, "button", "Start", text="turn on JavaScript")


def test_a_screen_reader_announces_what_happened(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("nested", TEXTS[0])))
    said = page.locator("#said")
    work = page.locator(".nested")
    expect(work).to_have_accessible_description(re.compile("^Use the arrow keys"))
    page.keyboard.press("Space")
    expect(said).to_have_text("Choose a + first. It joins the two parts next to it.")
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Join apply + first", exact=True)).to_be_focused()
    page.keyboard.press("Space")
    expect(said).to_have_text("Joined apply + first. 5 groups left.")
    page.keyboard.press("z")
    expect(said).to_have_text("Undone.")
    group = page.get_by_role("group", name="Which two neighbours belong together most?")
    expect(group).to_be_visible()


QUESTION = "هل أقطع قبل الاسم أم بعده؟"


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 1280])
def test_a_worker_asks_and_finds_the_answer_in_arabic(page: Page, link: Link, width: int) -> None:
    campaign = campaign_of("flat", "red car", "red boat", reward="0.06", language="ar")
    address = link(campaign)
    site = address.partition("/w/")[0]
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.get_by_role("button", name="ابدأ").click()
    expect(page.locator("#surface")).to_contain_text("red")
    page.goto(site + reverse("worker:questions", args=(campaign.code,)))
    page.get_by_label("رسالتك").fill(QUESTION)
    page.get_by_role("button", name="أرسل").click()
    expect(page.locator(".said-text")).to_have_text(QUESTION)
    expect_readable(page)
    assert Message.objects.get().hit_id is not None
    enrolment = Enrolment.objects.select_related("campaign", "worker").get()
    answer_question(enrolment=enrolment, user=make_user(), text="Before it.", key=uuid4())
    page.goto(site + reverse("worker:home"))
    expect(page.get_by_text("جواب جديد واحد")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="تابع مهمتك").click()
    expect(page.locator("#surface")).to_contain_text("red")
    page.goto(site + reverse("worker:questions", args=(campaign.code,)))
    expect(page.locator(".said-text").last).to_have_text("Before it.")
    expect(page.locator("#read")).to_be_hidden()
    page.goto(site + reverse("worker:home"))
    expect(page.get_by_role("button", name="تابع مهمتك")).to_be_visible()
    expect(page.get_by_text("جواب جديد واحد")).to_have_count(0)
