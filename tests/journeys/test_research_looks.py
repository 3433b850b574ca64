"""Every page of a researcher: readable by anyone, in both themes, on both sizes.

Size and theme are changed on the loaded page; where something is done on a page, each size is
loaded separately.
"""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Heartbeat, Project
from annotation.services.datasets.datasets import store_upload
from tasks.reports import make_reports
from tests.helpers.factories import make_user
from tests.journeys.conftest import PHONE
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import expect_readable
from tests.research.study import Study, make_study

GOOD = "best pizza in town\nשיר ערש לתינוק\nwinter tires for small cars\n".encode()
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}")
NAMED_COLOUR = re.compile(r"--[a-z-]+: #[0-9a-f]{6};")
CLOSE_MEANING = "document.querySelector('.figure details[open]')?.removeAttribute('open')"
WRONG = b"text,source\n,web\nbest pizza,web,extra\n"


@pytest.fixture(params=["desktop", "phone"])
def open_as(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    watch: Callable[[BrowserContext], BrowserContext],
) -> Callable[..., Page]:
    size = PHONE if request.param == "phone" else {}

    def page_of(study: Study, name: str = "") -> Page:
        context = watch(new_context(**size))
        user = getattr(study, name) if name else None
        return sign_in(context, user, live_server.url) if user else context.new_page()

    return page_of


@pytest.fixture
def study(live_server: LiveServer) -> Study:
    return make_study()


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
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()


@pytest.mark.long
def test_every_page_is_accessible_and_fits(
    live_server: LiveServer, study: Study, context: BrowserContext
) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() - timedelta(hours=1))
    make_reports(study.flat.pk)
    make_reports(study.nested.pk)
    page = sign_in(context, study.owner, live_server.url)
    for name, arguments in addresses(study).items():
        route = name.partition("#")[0]
        answer = page.goto(live_server.url + reverse(f"research:{route}", args=arguments))
        assert answer is not None
        assert answer.status == (400 if name == "upload#wrong" else 200), name
        open_all(page)
        expect_readable_on_both(page)


@pytest.mark.long
def test_the_laboratory_before_any_report(
    live_server: LiveServer, study: Study, open_as: Callable[..., Page]
) -> None:
    page = open_as(study, "owner")
    page.goto(f"{live_server.url}/research/projects/{study.project.pk}/lab/")
    expect(page.get_by_text("no report yet").first).to_be_visible()
    expect_readable(page)


@pytest.mark.long
def test_pages_before_and_around_the_work(
    live_server: LiveServer, study: Study, open_as: Callable[..., Page]
) -> None:
    page = open_as(study)
    page.goto(f"{live_server.url}/account/login/")
    expect_readable(page)
    page.get_by_label("Account name").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    expect_readable(page)
    page = open_as(study, "stranger")
    page.goto(f"{live_server.url}/research/")
    expect(page.get_by_role("link", name="Create your first project")).to_be_visible()
    expect_readable(page)
    for path in ("/account/password/", "/account/password/done/"):
        page.goto(live_server.url + path)
        expect_readable(page)


@pytest.mark.long
def test_an_empty_project_says_what_comes_first(
    live_server: LiveServer, study: Study, open_as: Callable[..., Page]
) -> None:
    page = open_as(study, "owner")
    page.goto(f"{live_server.url}/research/projects/new/")
    page.get_by_role("button", name="Create project").click()
    expect(page.locator("#id_name")).to_have_attribute("aria-invalid", "true")
    expect_readable(page)
    page.get_by_role("textbox", name="Name", exact=True).fill("New study")
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_text("Start by uploading the texts")).to_be_visible()
    expect_readable(page)
    assert Project.objects.filter(name="New study").exists()


@pytest.mark.long
def test_pages_refuse_in_words(
    live_server: LiveServer, study: Study, open_as: Callable[..., Page]
) -> None:
    make_user("unrelated")
    page = open_as(study, "stranger")
    page.goto(f"{live_server.url}/research/projects/{study.project.pk}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect_readable(page)
