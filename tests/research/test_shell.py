"""The layout around a campaign's pages: tabs, one next action, a menu; and all addresses."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, resolve, reverse
from django.urls.converters import IntConverter

from annotation.models import AgreementState, Campaign
from annotation.services.lifecycle.archive import archive
from config.research_urls import urlpatterns as research_urls
from tests.helpers.factories import make_project
from tests.helpers.pages import read
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.research.study import Study

pytestmark = pytest.mark.long
TABS = ["Overview", "Results", "Quality", "People", "Export"]


def page_of(client: Client, campaign: Campaign, rest: str = "") -> str:
    return read(client, f"/research/campaigns/{campaign.pk}/{rest}")


def tabs_in(page: str) -> list[str]:
    return re.findall(r'id="tab-[\w-]+" href="[^"]+"(?: aria-current="\w+")?\s*>([^<]+?)\s*<', page)


def side_of(client: Client, page: str) -> list[str]:
    body = read(client, page)
    side = body[body.index('id="side"') : body.index("side-account")]
    plain = re.sub(r"<svg.*?</svg>", "", side)
    return re.findall(r"<li[^>]*><a [^>]*>\s*([^<]+?)\s*<", plain)


def menu_in(page: str) -> list[str]:
    return re.findall(r'id="move-([\w-]+)"', page)


def primary_in(page: str) -> list[str]:
    return re.findall(r'id="do-([\w-]+)"', page)


def test_tabs_have_the_pages_of_the_scheme(study: Study, owner: Client) -> None:
    assert tabs_in(page_of(owner, study.flat)) == TABS
    assert tabs_in(page_of(owner, study.flat, "export/")) == TABS
    assert tabs_in(page_of(owner, study.draft)) == ["Terms", "Edit", "Suggestions"]
    results = ["Texts", "Bias", "Breakdowns", "Planner"]
    assert tabs_in(page_of(owner, study.flat, "items/")) == [*TABS, *results]
    quality = ["Decisions", "Worker quality", "Judgments", "Model answers", "Gold answers"]
    assert tabs_in(page_of(owner, study.flat, "decisions/")) == [*TABS, *quality]
    people = ["Workers", "Messages", "Limits", "Who may join", "Recruitment", "Consent"]
    shown = tabs_in(page_of(owner, study.flat, "workers/"))
    assert [tab for tab in shown if tab != "Prolific"] == [*TABS, *people]
    pairs = make_pair_campaign(make_pairs(2, project=study.project), reward="0.05")
    assert "Pay" in tabs_in(page_of(owner, pairs, "consent/"))
    results = ["Pairs", "Consensus", "Breakdowns", "Planner"]
    assert tabs_in(page_of(owner, pairs, "planner/")) == [*TABS, *results]


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("rest", "tab"),
    [
        ("", "campaign"),
        ("items/", "texts"),
        ("workers/", "workers"),
        ("export/", "export"),
        ("biases/", "biases"),
    ],
)
def test_the_tab_of_the_page_is_marked(study: Study, owner: Client, rest: str, tab: str) -> None:
    page = page_of(owner, study.flat, rest)
    tabs = page[page.index("data-tabs") :]
    assert re.findall(r'id="tab-(\w+)" href="[^"]+" aria-current="page"', tabs) == [tab]
    assert page.count("<h1") == 1


@pytest.mark.quick
def test_analysis_is_shown_once_there_is_something_to_analyse(study: Study, owner: Client) -> None:
    empty = f"/research/projects/{make_project(study.owner).pk}/"
    assert side_of(owner, empty)[:2] == ["Overview", "Data"]
    assert "Analysis" not in side_of(owner, empty)
    assert "Analysis" in side_of(owner, f"/research/projects/{study.project.pk}/")
    assert "Analysis" in side_of(owner, f"{empty}lab/")


@pytest.mark.quick
def test_what_is_archived_keeps_its_pages_for_reading(study: Study, owner: Client) -> None:
    before = tabs_in(page_of(owner, study.flat, "workers/"))
    Campaign.objects.filter(pk=study.flat.pk).update(status="closed")
    archive(thing=study.flat, user=study.owner)
    after = tabs_in(page_of(owner, study.flat, "workers/"))
    assert set(before) - set(after) == {"Limits", "Recruitment", "Consent"}


def test_a_page_beneath_a_tab_marks_it(study: Study, owner: Client) -> None:
    page = page_of(owner, study.flat, f"items/{study.hit.pk}/")
    assert re.search(r'id="tab-texts" href="[^"]+" aria-current="true"', page)


def test_what_comes_next_follows_the_status(study: Study, owner: Client) -> None:
    assert primary_in(page_of(owner, study.draft)) == ["launch"]
    assert "delete" in menu_in(page_of(owner, study.draft))
    assert primary_in(page_of(owner, study.draft, "launch/")) == []
    page = page_of(owner, study.flat, "workers/")
    assert primary_in(page) == ["invite"]
    assert f"/w/{study.flat.code}/" in page
    assert {"pause", "close", "extend", "rename"} <= set(menu_in(page))
    assert "resume" not in menu_in(page)
    owner.post(f"/research/campaigns/{study.flat.pk}/pause/")
    page = page_of(owner, study.flat)
    assert primary_in(page) == ["resume"]
    assert "pause" not in menu_in(page)
    owner.post(f"/research/campaigns/{study.flat.pk}/close/")
    page = page_of(owner, study.flat)
    assert primary_in(page) == ["primary-export"]
    assert "Reopen …" in page
    assert "close" not in menu_in(page)


def test_nobody_is_invited_to_what_is_done(study: Study, owner: Client) -> None:
    most = study.flat.hit_count * study.flat.redundancy
    states = AgreementState.objects.filter(campaign=study.flat)
    states.update(judgments=most - 1)
    assert primary_in(page_of(owner, study.flat)) == ["invite"]
    states.update(judgments=most)
    assert primary_in(page_of(owner, study.flat)) == ["primary-export"]


def test_a_refresh_brings_what_is_in_the_menu_and_not_the_menu(study: Study, owner: Client) -> None:
    part = page_of(owner, study.flat, "live/")
    assert primary_in(part) == ["invite"]
    assert "pause" in menu_in(part)
    assert '<details class="menu' not in part
    assert "popover" not in part.replace('popovertarget="invite"', "")


@pytest.mark.quick
def test_each_address_leads_to_its_own_page() -> None:
    found = {url.name: resolve(address_of(url)).url_name for url in research_urls}
    assert len(found) > 150
    assert {name: page for name, page in found.items() if page != name} == {}


def address_of(url: URLPattern) -> str:
    values: dict[str, Any] = {
        name: 1 if isinstance(converter, IntConverter) else "some"
        for name, converter in url.pattern.converters.items()
    }
    return reverse(f"research:{url.name}", kwargs=values | (url.default_args or {}))
