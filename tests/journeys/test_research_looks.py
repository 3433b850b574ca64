"""Every page of a researcher: readable by anyone, in both themes, on both sizes. Size and theme are
changed on the loaded page; where something is done on a page, each size is loaded separately."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from analysis.reports.planning import plan_labels
from annotation.models import Campaign, CampaignReport, Heartbeat, Judgment, Project, User
from annotation.services.clock import database_now
from annotation.services.datasets.datasets import store_upload
from annotation.services.errors import NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from tasks.reports import make_reports
from tests.helpers.factories import enrol, luck_with, make_user, submit
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable
from tests.research.study import Study

pytestmark = pytest.mark.long
GOOD = "best pizza in town\nשיר ערש לתינוק\nwinter tires for small cars\n".encode()
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}")
NAMED_COLOUR = re.compile(r"--[a-z-]+: #[0-9a-f]{6};")
CLOSE_MEANING = "document.querySelector('.figure details[open]')?.removeAttribute('open')"
WRONG = b"text,source\n,web\nbest pizza,web,extra\n"


@pytest.fixture(params=[{}, PHONE], ids=["desktop", "phone"])
def open_as(request: pytest.FixtureRequest, open_context: OpenContext) -> Callable[..., Page]:
    def page_of(study: Study, name: str = "") -> Page:
        context = open_context(**request.param)
        user = getattr(study, name) if name else None
        return sign_in(context, user) if user else context.new_page()

    return page_of


def addresses(study: Study) -> dict[str, tuple[object, ...]]:
    project, dataset, draft = (study.project.pk,), (study.dataset.pk,), (study.draft.pk,)
    nested = (study.nested.pk,)
    first = study.nested.hits.order_by("position")[0].pk
    good, wrong = (
        store_upload(project=study.project, user=study.owner, name=name, filename=name, body=body)
        for name, body in (("good.txt", GOOD), ("wrong.csv", WRONG))
    )
    return {
        "projects": (),
        "new_project": (),
        "project": project,
        "audit": project,
        "members": project,
        "remove_member": (study.project.pk, study.teammate.pk),
        "tokens": project,
        "lab": project,
        "words": (study.project.pk, "en"),
        "new_dataset": project,
        "dataset": dataset,
        "new_campaign": dataset,
        "campaign": nested,
        "edit_campaign": draft,
        "extend_campaign": nested,
        "duplicate_campaign": nested,
        "export": nested,
        "preview": nested,
        "items": nested,
        "item": (study.nested.pk, first),
        "upload": (good.pk,),
        "upload#wrong": (wrong.pk,),
        "campaign#draft": draft,
        "campaign#flat": (study.flat.pk,),
        "items#flat": (study.flat.pk,),
        "preview#draft": draft,
        "move_campaign": (study.draft.pk, "launch"),
        "move_campaign#close": (study.flat.pk, "close"),
    }


@pytest.mark.quick
def test_the_dark_changes_only_colours() -> None:
    """Only then do the colour rules suffice for a page in the dark theme."""
    style = "".join(path.read_text() for path in (settings.BASE_DIR / "static/css").rglob("*.css"))
    assert style.count("prefers-color-scheme") == 1
    inside = DARK.search(style)
    assert inside
    for declaration in inside[1].strip().splitlines():
        assert NAMED_COLOUR.fullmatch(declaration.strip()), declaration


def open_all(page: Page) -> None:
    """A figure's explanation covers the page, so open one at a time; expand the others together."""
    for summary in page.locator("main summary").all():
        page.evaluate(CLOSE_MEANING)
        is_open = summary.evaluate("summary => summary.parentElement.open")
        if summary.is_visible() and not is_open:
            summary.click()


def test_every_page_is_accessible_and_fits(study: Study, context: BrowserContext) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() - timedelta(hours=1))
    make_reports(study.flat.pk)
    make_reports(study.nested.pk)
    page = sign_in(context, study.owner)
    for name, arguments in addresses(study).items():
        route = name.partition("#")[0]
        answer = page.goto(reverse(f"research:{route}", args=arguments))
        assert answer is not None
        assert answer.status == (400 if name == "upload#wrong" else 200), name
        open_all(page)
        expect_readable_on_both(page)


def test_the_laboratory_before_any_report(study: Study, open_as: Callable[..., Page]) -> None:
    page = open_as(study, "owner")
    page.goto(f"/research/projects/{study.project.pk}/lab/")
    expect(page.get_by_text("no report yet").first).to_be_visible()
    expect_readable(page)


def test_pages_before_and_around_the_work(study: Study, open_as: Callable[..., Page]) -> None:
    page = open_as(study)
    page.goto("/account/login/")
    expect_readable(page)
    page.get_by_label("Account name").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    expect_readable(page)
    page = open_as(study, "stranger")
    page.goto("/research/")
    expect(page.get_by_role("link", name="Create your first project")).to_be_visible()
    expect_readable(page)
    for path in ("/account/password/", "/account/password/done/"):
        page.goto(path)
        expect_readable(page)


def test_an_empty_project_says_what_comes_first(study: Study, open_as: Callable[..., Page]) -> None:
    page = open_as(study, "owner")
    page.goto("/research/projects/new/")
    page.get_by_role("button", name="Create project").click()
    expect(page.locator("#id_name")).to_have_attribute("aria-invalid", "true")
    expect_readable(page)
    page.get_by_role("textbox", name="Name", exact=True).fill("New study")
    click(page, "button", "Create project", heading="Set up your first study")
    expect_readable(page)
    assert Project.objects.filter(name="New study").exists()


def test_pages_refuse_in_words(study: Study, open_as: Callable[..., Page]) -> None:
    make_user("unrelated")
    page = open_as(study, "stranger")
    page.goto(f"/research/projects/{study.project.pk}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect_readable(page)


PAIRS = 24


@pytest.fixture
def campaigns() -> dict[str, Campaign]:
    dataset = make_pairs(PAIRS, ["yes"] * 12)
    fixed = make_pair_campaign(dataset, redundancy=5, reward="0.05", name="Fixed")
    known = make_pair_campaign(
        dataset,
        redundancy=3,
        most_judgments=9,
        known_every=3,
        training_hits=2,
        most_workers=12,
        pass_share="0.75",
        reward="0.05",
        name="Known",
    )
    for campaign in (fixed, known):
        work_on(campaign)
    Judgment.objects.filter(counts=True).update(folded=True)
    CampaignReport.objects.create(
        campaign=fixed,
        kind=CampaignReport.Kind.PLANNING,
        version=1,
        basis=[1],
        results=plan_labels(fixed),
        made_at=database_now(),
    )
    draft = make_pair_campaign(
        dataset, launch=False, known_every=5, most_workers=12, pass_share="0.8", name="Draft"
    )
    return {"fixed": fixed, "known": known, "draft": draft}


def work_on(campaign: Campaign) -> None:
    for worker in range(5):
        enrolment = enrol(campaign)
        with suppress(Stopped, NothingLeft):
            while True:
                assignment = claim_hit(enrolment_id=enrolment.pk)
                luck = luck_with(assignment, 6, worker)
                submit(enrolment, assignment, {"answer": int(luck.random() < 0.3)})


@pytest.fixture
def owner(campaigns: dict[str, Campaign]) -> User:
    return campaigns["fixed"].dataset.project.memberships.get().user


def test_each_page_can_be_read(
    campaigns: dict[str, Campaign], owner: User, context: BrowserContext
) -> None:
    page = sign_in(context, owner)
    for name, which in (
        ("planner", "fixed"),
        ("planner", "known"),
        ("workers", "known"),
        ("workers", "fixed"),
        ("edit_campaign", "draft"),
        ("campaign", "draft"),
    ):
        page.goto(reverse(f"research:{name}", args=(campaigns[which].pk,)))
        expect_readable_on_both(page)


def test_stopping_is_undone_where_it_was_done(
    campaigns: dict[str, Campaign], owner: User, context: BrowserContext
) -> None:
    page: Page = sign_in(context, owner)
    page.goto(reverse("research:workers", args=(campaigns["fixed"].pk,)))
    row = page.locator("tbody tr").first
    name = row.locator("th").inner_text()
    row.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name} is stopped")
    expect(page.locator("tbody tr").first).to_contain_text("Restore")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name} can continue")
    expect(page.locator("tbody tr").first).to_contain_text("restored")
