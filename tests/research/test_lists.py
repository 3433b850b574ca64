"""The lists of a project's contents, their search, and the navigation on every page."""

import re

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from annotation.addons import modules_of_addons
from annotation.models import HIT, Campaign, Dataset, Item, Project
from annotation.research.common import finding
from annotation.services.accounts.members import add_member
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_campaign, make_dataset, make_project, make_user
from tests.helpers.pages import assert_shows, read, signed_in, text_of
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import TEXTS, Study

SIGNED_IN = 3  # the session, the account and the membership
LISTS = ("campaigns", "datasets", "sets")


def of(study: Study, rest: str = "") -> str:
    return f"/research/projects/{study.project.pk}/{rest}"


def seen(client: Client, address: str) -> str:
    return read(client, address)


def main_of(page: str) -> str:
    return page[page.index("<main") : page.index("</main>")]


@pytest.fixture
def full(study: Study) -> Study:
    make_set(study.dataset, "flat", annotations_file(study.dataset), name="Experts")
    make_documents(study.project)
    return study


def test_a_list_holds_what_the_project_holds(full: Study, owner: Client) -> None:
    Dataset.objects.filter(kind=Dataset.Kind.DOCUMENTS).update(name="Policies")
    make_campaign(make_dataset(TEXTS, make_project()), name="Not of this project")
    for name, expected in (
        ("campaigns", "Flat round"),
        ("datasets", "Policies"),
        ("sets", "Experts"),
    ):
        text = main_of(seen(owner, of(full, f"{name}/")))
        assert expected in text
        assert "Not of this project" not in text
        found = main_of(seen(owner, of(full, f"{name}/?q={expected[1:].upper()}")))
        assert expected in found
        assert f'value="{expected[1:].upper()}"' in found
        nothing = main_of(seen(owner, of(full, f"{name}/?q=no such name")))
        assert f"No {name[:-1]} has “no such name” in its name." in nothing
        assert expected not in nothing


@pytest.mark.long
def test_a_list_costs_the_same_however_long(full: Study, owner: Client) -> None:
    for number in range(2):
        for name in LISTS:
            with assert_queries(SIGNED_IN + (3 if name == "datasets" else 2)):
                seen(owner, of(full, f"{name}/"))
        make_campaign(make_dataset(TEXTS, full.project), name=f"More {number}")
        file = annotations_file(full.dataset)
        make_set(full.dataset, "flat", file, name=f"Set {number}")


@pytest.mark.long
def test_whatever_is_looked_for_is_text(study: Study, owner: Client) -> None:
    for name in (*LISTS, "search"):
        for wanted in ("%", "_", "'", "\\", "x" * 3000, "<script>", "🙂", " "):
            answer = text_of(owner.get(of(study, f"{name}/"), {"q": wanted}), 200)
            assert "<script>" not in main_of(answer)
            if wanted in "%_":
                nothing = "Nothing in this project matches" if name == "search" else "in its name"
                assert nothing in answer


@pytest.mark.long
def test_what_cannot_be_looked_for_is_refused(study: Study, owner: Client) -> None:
    for name in LISTS:
        assert owner.get(of(study, f"{name}/?q=%00")).status_code == 400
        assert owner.get(of(study, f"{name}/?q=%ff")).status_code == 400
        for key in ("x", "-1", "1e3", "9" * 40):
            assert owner.get(of(study, f"{name}/?before={key}")).status_code == 404
    assert owner.get(of(study, "search/?q=%00")).status_code == 400


@pytest.mark.long
def test_long_list_has_pages(study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "PER_PAGE", 2)
    for number in range(3):
        make_campaign(study.dataset, name=f"More {number}", launch=False)
    address, names = of(study, "campaigns/?q=more"), []
    while address:
        page = main_of(seen(owner, address))
        names += re.findall(r">(More \d)</a>", page)
        following = re.search(r'href="(\?q=more&amp;before=\d+)">Next page', page)
        address = of(study, "campaigns/" + following[1].replace("&amp;", "&")) if following else ""
    assert names == ["More 2", "More 1", "More 0"]
    assert 'href="?q=more">First page' in page
    assert "No more campaigns." in seen(owner, of(study, f"campaigns/?before={study.flat.pk}"))


@pytest.mark.long
def test_an_empty_project_says_what_comes_first(study: Study, owner: Client) -> None:
    empty = make_project(study.owner)
    for name, said in (
        ("campaigns", "No campaigns yet."),
        ("datasets", "release files"),
        ("sets", "Upload annotations"),
    ):
        page = main_of(seen(owner, f"/research/projects/{empty.pk}/{name}/"))
        assert said in page
    assert 'id="q"' not in page


def test_projects_are_found_by_name(study: Study, owner: Client) -> None:
    make_project(study.owner)
    Project.objects.filter(pk=study.project.pk).update(name="Query study")
    page = main_of(seen(owner, "/research/?q=QUERY"))
    assert page.count("<li>") == 1
    assert "Query study" in page
    page = main_of(seen(owner, "/research/?q=nowhere"))
    assert "No project has “nowhere” in its name." in page
    assert "New project" in page


def test_projects_are_cut_into_pages_that_cost_the_same(
    study: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "PER_PAGE", 2)
    for number in range(4):
        Project.objects.filter(pk=make_project(study.owner).pk).update(name=f"More {number}")
    # The session, the account, the list of projects, their live campaigns, and the numbers of
    # archived and deleted projects.
    with assert_queries(5):
        page = main_of(seen(owner, "/research/"))
    assert re.findall(r">(More \d)</a>", page) == ["More 3", "More 2"]
    following = re.search(r'href="(\?before=\d+)">Next page', page)
    assert following
    with assert_queries(5):
        page = main_of(seen(owner, f"/research/{following[1]}"))
    assert re.findall(r">(More \d)</a>", page) == ["More 1", "More 0"]
    assert 'href="?">First page' in page
    assert owner.get("/research/?before=x").status_code == 404


@pytest.mark.long
def test_the_search_looks_through_all_kinds(full: Study, owner: Client) -> None:
    Dataset.objects.filter(pk=full.dataset.pk).update(name="Rounds of queries")
    searched = sum(len(module.LISTS) for module in modules_of_addons("lists"))
    # Also the three lists of the core, the items and the navigation.
    with assert_queries(SIGNED_IN + 5 + searched):
        page = main_of(seen(owner, of(full, "search/?q=round")))
    assert_shows(page, "Flat round", "Rounds of queries")
    assert "Experts" not in page
    assert "Nothing in this project matches “zzz”." in seen(owner, of(full, "search/?q=zzz"))
    assert "Enter a name, or words from a text." in seen(owner, of(full, "search/"))


@pytest.mark.long
def test_many_that_are_found_lead_to_their_list(study: Study, owner: Client) -> None:
    for number in range(11):
        make_campaign(study.dataset, name=f"Alike {number}", launch=False)
    page = main_of(seen(owner, of(study, "search/?q=alike")))
    assert page.count(">Alike ") == 10
    assert f"{of(study, 'campaigns/')}?q=alike" in page


@pytest.mark.long
def test_the_navigation_counts_and_marks_where_one_is(full: Study, owner: Client) -> None:
    page = seen(owner, of(full, "datasets/"))
    side = page[page.index('aria-label="This project"') : page.index("side-account")]
    side = re.sub(r"<svg.*?</svg>", "", side)
    entries = re.findall(
        r'<li[^>]*><a href="[^"]+"([^>]*)>\s*([^<]+?)\s*'
        r'(?:<span class="count">([\d,]+)</span>)?</a>',
        side,
    )
    counts = {label: number for _, label, number in entries}
    campaigns = Campaign.objects.filter(dataset__project=full.project).count()
    assert counts["Campaigns"] == str(campaigns)
    assert counts["Annotation sets"] == "1"
    assert counts["Members"] == "2"
    assert counts["API tokens"] == ""
    assert [label for current, label, _ in entries if current] == ["Data", "Datasets"]
    beneath = seen(owner, f"/research/datasets/{full.dataset.pk}/")
    assert re.search(r'datasets/" aria-current="true">\s*Datasets', beneath)
    of_campaign = seen(owner, f"/research/campaigns/{full.flat.pk}/items/")
    assert re.search(r'campaigns/" aria-current="true">\s*<svg.*?</svg>Campaigns', of_campaign)


def test_a_search_finds_words_of_texts(study: Study, owner: Client) -> None:
    page = main_of(seen(owner, of(study, "search/?q=barb+GAM")))
    assert "barbie dress up games" in page
    newest = HIT.objects.filter(item__text=TEXTS[1]).latest("campaign_id")
    assert reverse("research:item", args=(newest.campaign_id, newest.pk)) in page
    assert "red wine stain" not in page


def test_a_search_finds_passages_within_documents(study: Study, owner: Client) -> None:
    words = "filler " * 100
    Item.objects.filter(dataset=study.dataset, position=1).update(
        content={"sections": [{"text": f"{words} We sell cookies. {words}"}]}
    )
    page = main_of(seen(owner, of(study, "search/?q=cookies")))
    assert re.search(r"…(filler ){5,15}We sell cookies\. (filler ?){5,15}…", page)


def test_a_search_finds_no_text_of_another_project_or_archive(study: Study, owner: Client) -> None:
    make_dataset(("sesame street",), make_project())
    assert "sesame" not in main_of(seen(owner, of(study, "search/?q=street")))
    Dataset.objects.filter(pk=study.dataset.pk).update(archived_at=Now())
    assert "barbie dress" not in main_of(seen(owner, of(study, "search/?q=barbie")))


def test_signs_alone_find_nothing(study: Study, owner: Client) -> None:
    for query in ("%26", "%21%28", "a%27b+%7C"):
        assert owner.get(of(study, f"search/?q={query}")).status_code == 200


def test_the_search_shows_no_text_to_an_auditor(study: Study) -> None:
    auditor = make_user()
    add_member(project=study.project, by=study.owner, username=auditor.username, role="auditor")
    assert "barbie dress" not in main_of(seen(signed_in(auditor), of(study, "search/?q=barbie")))
