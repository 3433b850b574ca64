"""Every page on the narrowest screens: a small phone, and 1280 by 1024 px at 400 %."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.db.models import F
from django.test import Client
from django.urls import resolve, reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize

from annotation.models import Campaign
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasGoldAnswers
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.campaigns.consent_texts import change_consent
from annotation.services.campaigns.quiz_questions import read_quiz
from annotation.services.datasets.datasets import store_upload
from annotation.services.people.screening import approve_workers
from tasks.reports import make_reports
from tests.helpers.factories import make_user
from tests.helpers.practice import practise_on
from tests.helpers.tiers import by_tier
from tests.journeys.desks import DESKS, Desk
from tests.journeys.every_page import filled_study, may_be_page, pages
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import TOO_WIDE, expect_readable, ready
from tests.permissions.routes import ROUTES
from tests.research.study import Study, make_study

PHONE = ViewportSize(width=320, height=640)
FRAMES = 60
ENLARGED = ViewportSize(width=320, height=256)
SIZES = by_tier(quick=(ENLARGED,), long=(PHONE, ENLARGED))
QUIZ = "What is asked here?\n[x] what the instructions say\n[ ] anything"
FIRST = DESKS["flat"]
WALKED = by_tier(quick={"flat": FIRST}, long=DESKS)
# Main pages that axe checks in test_research_phone.py and test_roles.py, or in the long tier only.
READ_ELSEWHERE = by_tier(quick={"project", "campaign"}, long=set[str]())
# Addresses fetched by a page's script or downloaded as a file, and never seen.
NEVER_SEEN = {"worker:still_waiting", "worker:kept_file"}
# Pages that do not depend on the scheme: axe need not check them for each.
OF_NO_SCHEME = {
    f"worker:{page}"
    for page in (
        *("consent", "declined", "earnings", "quiz", "waiting", "warm_up"),
        *("kept", "kept_part", "questions", "withdraw", "erase", "offline"),
    )
}
OF_PRACTICE = {"worker:practice", "worker:practising"}
# The share of the window that scrolls with the page: the rest is a bar that covers it.
FREE = """() => {
  const room = document.documentElement.scrollHeight - innerHeight;
  const tops = () => new Map([...document.querySelectorAll("body *")]
    .filter((one) => ["sticky", "fixed"].includes(getComputedStyle(one).position))
    .filter((one) => one.checkVisibility() && one.offsetWidth > innerWidth / 2)
    .map((one) => [one, one.getBoundingClientRect()]));
  let least = 1;
  for (const share of [0, 0.5, 1]) {
    scrollTo(0, share * room);
    const before = tops(), place = scrollY;
    scrollBy(0, share === 1 ? -8 : 8);
    const covered = [...tops()]
      .filter(([one, box]) => place !== scrollY && Math.abs(box.top - before.get(one).top) < 1)
      .reduce((sum, [, box]) =>
        sum + Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)), 0);
    least = Math.min(least, 1 - covered / innerHeight);
  }
  scrollTo(0, 0);
  return least;
}"""
# The focused element, if it is invisible: outside the window, or under a bar.
HIDDEN = """() => {
  const hidden = [];
  const places = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  for (const one of document.querySelectorAll(places)) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true })) continue;
    one.focus();
    if (document.activeElement !== one) continue;
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const seen = [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
      const here = document.elementFromPoint(
        Math.max(left, 0) + across * (Math.min(right, innerWidth) - Math.max(left, 0)),
        Math.max(top, 0) + down * (Math.min(bottom, innerHeight) - Math.max(top, 0)));
      return here && (one.contains(here) || here.contains(one) || one.labels?.[0]?.contains(here));
    }));
    if (!seen) hidden.push(one.outerHTML.slice(0, 160));
  }
  document.activeElement.blur();
  return hidden;
}"""
# A figure's explanation covers the page, so each is opened separately.
WIDEST = f"""async () => {{
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const wide = () => {TOO_WIDE};
  const meanings = [...document.querySelectorAll(".figure details")].map((one) => {{
    one.open = true;
    const found = wide();
    one.open = false;
    return found;
  }});
  return Math.max(wide(), ...meanings);
}}"""
OPEN = """() => document.querySelectorAll("main details:not(.figure details)")
  .forEach((one) => one.open = true)"""


def flaws(page: Page) -> list[str]:
    """Return what is wrong with the page on a narrow phone, and enlarged."""
    page.evaluate(OPEN)
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        # Charts follow a resized window one frame later.
        for _ in range(FRAMES):
            if (wide := page.evaluate(WIDEST)) <= 0:
                break
        else:
            found.append(f"{wide} px too wide at a height of {size['height']}")
    if (free := page.evaluate(FREE)) < 1 / 3:
        found.append(f"bars leave {free:.0%} of the window")
    return found + [f"covered while it has the focus: {each}" for each in page.evaluate(HIDDEN)]


def main_pages(study: Study) -> Iterator[tuple[str, str]]:
    """Return the names and addresses of the pages that researchers use most."""
    project, dataset, campaign = study.project.pk, study.dataset.pk, study.flat.pk
    upload = store_upload(
        project=study.project, user=study.owner, name="New", filename="new.txt", body=b"red car\n"
    )
    arguments = {
        "project": project,
        "new_dataset": project,
        "upload": upload.pk,
        "new_campaign": dataset,
        "campaign": campaign,
        "items": campaign,
        "decisions": campaign,
        "export": campaign,
        "pay": campaign,
    }
    for name, argument in arguments.items():
        yield name, reverse(f"research:{name}", args=(argument,))


def test_the_main_pages_of_a_researcher_fit_and_are_accessible(context: BrowserContext) -> None:
    study = make_study()
    make_reports(study.flat.pk)
    page = sign_in(context, study.owner)
    found = {
        address: flaws_of(page, address, readable=name not in READ_ELSEWHERE)
        for name, address in main_pages(study)
    }
    assert not {address: flaws for address, flaws in found.items() if flaws}


def flaws_of(page: Page, address: str, *, readable: bool = True) -> list[str]:
    """Open the page on a phone and return what is wrong with it."""
    page.set_viewport_size(PHONE)
    page.goto(address)
    return [*flaws(page), *(what_is_hard_to_read(page) if readable else [])]


@pytest.mark.long
def test_every_page_of_a_researcher_is_accessible(context: BrowserContext, client: Client) -> None:
    """The layout is checked on every page; axe checks the first of each kind."""
    user, known = filled_study()
    client.force_login(user)
    page = sign_in(context, user)
    wrong = {}
    for addresses in pages(client, known).values():
        for address in addresses:
            first = address == addresses[0]
            if said := flaws_of(page, address, readable=first):
                wrong[address] = said
    assert not wrong


def what_is_hard_to_read(page: Page) -> list[str]:
    """Return axe's findings, or that the page is too wide, so that all pages are reported at
    once."""
    try:
        expect_readable(page)
    except AssertionError as error:
        return [str(error)]
    return []


def test_the_pages_around_a_researchers_work_fit(page: Page) -> None:
    page.set_viewport_size(PHONE)
    for address in ("/", "/account/login/", "/research/campaigns/1/", "/research/help/flat/"):
        page.goto(address)
        assert not flaws(page), address


@pytest.mark.long
@pytest.mark.parametrize("desk", WALKED.values(), ids=list(WALKED))
def test_every_page_of_a_worker_fits_and_is_accessible(page: Page, desk: Desk) -> None:
    """The join page for strangers and for known workers, each page after it, and the end."""
    campaign = desk.make()
    join_page = f"/w/{campaign.code}/"
    seen = set()

    def look(at: str) -> None:
        page.set_viewport_size(PHONE)
        assert not flaws(page), at
        page.set_viewport_size(PHONE)
        name = resolve(urlsplit(page.url).path).view_name
        if desk is FIRST or name not in OF_NO_SCHEME:
            expect_readable(page)
        seen.add(name)

    page.set_viewport_size(PHONE)
    page.goto(join_page)
    look("the door")
    page.get_by_label("Choose a name").fill("Ada")
    page.get_by_role("button", name="Start").click()
    ready(page, desk.ready)
    look("the task before it is begun")
    desk.work(page)
    look("the task when it is done")
    page.goto(f"{join_page}instructions/")
    look("the instructions")
    page.goto(f"{join_page}done/")
    look("between two tasks")
    page.goto(join_page)
    look("the door to who is known")
    change_consent(campaign=campaign, user=make_user(), text="You may *stop* at any time.")
    page.goto(f"{join_page}consent/")
    look("what is asked of them")
    click(page, "button", "I do not agree", heading="You did not agree")
    look("after they declined")
    page.get_by_role("link", name="Read it again").click()
    page.get_by_role("button", name="I agree").click()
    for part in ("pay", "kept", "kept/log", "questions", "withdraw", "erase"):
        page.goto(f"{join_page}{part}/")
        look(part)
    come_to_a_warm_up(page, campaign, look)
    Campaign.objects.filter(pk=campaign.pk).update(screened=True, quiz=read_quiz(QUIZ))
    page.context.clear_cookies()
    come_in_by_steps(page, campaign, look, desk)
    close_campaign(campaign=campaign, user=make_user())
    page.goto(f"{join_page}done/")
    look("the end")
    of_nobody = {"/w/nosuchcode/": "no work", reverse("worker:offline"): "no connection"}
    for path, what in of_nobody.items():
        page.goto(path)
        look(f"where there is {what}")
    never = NEVER_SEEN | (
        set() if isinstance(SCHEMES[campaign.scheme], HasGoldAnswers) else OF_PRACTICE
    )
    assert seen == {name for name in ROUTES if is_workers_page(name)} - never


def is_workers_page(name: str) -> bool:
    return name.startswith("worker:") and may_be_page(name)


def come_to_a_warm_up(page: Page, campaign: Campaign, look: Callable[[str], None]) -> None:
    """Open the page after a warm-up, as if one task were done."""
    Campaign.objects.filter(pk=campaign.pk).update(warm_up=1)
    campaign.enrolments.update(submitted=F("submitted") + 1)
    page.goto(page.url.partition("/w/")[0] + f"/w/{campaign.code}/warm-up/")
    look("how their first answers compare")
    campaign.enrolments.update(submitted=F("submitted") - 1)


def come_in_by_steps(
    page: Page, campaign: Campaign, look: Callable[[str], None], desk: Desk
) -> None:
    """Wait for admission, agree, read, practise where answers can be correct, and reach the
    questions, as a new worker."""
    known = isinstance(SCHEMES[campaign.scheme], HasGoldAnswers)
    if known:
        practise_on(campaign, "practice")
    page.goto(page.url.partition("/w/")[0] + f"/w/{campaign.code}/")
    page.get_by_label("Choose a name").fill("Ben")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/waiting/")
    look("waiting to be let in")
    newcomer = campaign.enrolments.get(worker__external_id="Ben")
    approve_workers(campaign=campaign, user=make_user(), enrolments=[newcomer.pk])
    page.reload()
    page.get_by_role("button", name="I agree").click()
    page.get_by_role("button", name="I have read the instructions").click()
    if known:
        page.wait_for_url("**/practice/")
        look("before they practise")
        page.get_by_role("button", name="Start practising").click()
        ready(page, desk.ready)
        look("what they practise on")
        desk.work(page)
        page.get_by_role("button", name="Check my answer").click()
        click(page, "button", "Continue", heading="Practice completed")
        look("after they practised")
        page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/quiz/")
    look("the questions about the instructions")


def test_every_scheme_has_its_desk() -> None:
    """This makes the journeys of every desk journeys of every scheme."""
    assert {name.partition(" ")[0] for name in DESKS} == set(SCHEMES)
