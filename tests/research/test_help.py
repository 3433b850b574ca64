"""Help: each view has a page, its links resolve, and content of the docs is shown as text."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from annotation.addons import installed_addons
from annotation.models import Campaign
from annotation.research.accounts.urls import urlpatterns as account_urls
from annotation.research.help.library import DOCS, contents, page_named, sources
from annotation.research.help.markdown import PREFIX, anchor_of, render
from annotation.research.help.topics import topic_of, topics
from annotation.research.schemes.evidence.figures import DEFINITIONS
from annotation.schemes import SCHEMES
from config.research_urls import urlpatterns as research_urls
from tests.helpers.addons import contracts
from tests.research.study import Study

FILES = {
    *("lab_csv", "crowd_csv", "planner_csv", "breakdowns_csv"),
    *("methods_file", "null_file"),
    *(
        "workers_csv",
        "workload_csv",
        "worker_ids_csv",
        "signals_csv",
        "twins_csv",
        "model_csv",
        "worker_signals_csv",
        "listed_ids",
        "pay_csv",
        "payments_file",
        "skips_csv",
        "snapshot_file",
        "picture",
        "campaign_picture",
        "rows_left_out",
    ),
    *("consent_csv", "decisions_csv"),
}
PARTS_OF_PAGES = {
    *("new_cost", "campaign_cost", "live", "history"),
    *("prolific_progress", "snapshot_progress"),
    *("alignment_progress", "draw_progress"),
    *("next_decision", "filter", "sign_on_callback"),  # they redirect to a page
}
ONLY_POST = {
    "settle_questions",
    *("discard_snapshot", "restore_snapshot", "publish_snapshot", "unpublish_snapshot"),
    *("undo_review", "make_payments", "settle_payments"),
    "withdraw_invitation",
    *("account_logout", "sign_on", "revoke_token", "revoke_account_token"),
    *("import_upload", "discard_upload"),
    *("set_import_progress", "import_the_rest", "discard_set_import"),
    *("dataset_import_progress", "import_other_rows", "discard_dataset_import"),
    *("describe_picture", "remove_picture", "release_item", "release_lease", "review_judgment"),
    *("stop_worker", "restore_worker", "choose_version", "dismiss_hint", "restore_hints"),
    "stop_simulation",
    *(
        f"{step}_{kind}"
        for step in ("restore", "undelete")
        for kind in ("campaign", "dataset", "project", "set")
    ),
    *("share_decisions", "withdraw_decision", "save_reasons", "code_decision"),
    *("hold_set", "let_go_set"),
    *("choose_suggestions", "drop_suggestions"),
    *("count_pilot", "delete_filter"),
    *("start_dry_run", "end_dry_run", "take_back_compensations"),
    *("keep_answer", "change_answer", "remove_answer", "put_back_answer"),
    *("new_instructions", "choose_reading", "hide_picture", "end_links", "decide_workers"),
}
# A help page is its own help.
ADDONS = DOCS.parent / "addons"
OF_ADDONS = frozenset[str]().union(*(one.no_pages for one in contracts()))
NOT_PAGES = FILES | PARTS_OF_PAGES | ONLY_POST | OF_ADDONS | {"help_page"}
CONTENTS = contents()
IN_FULL = (*CONTENTS["Metrics"], *CONTENTS["Reference"])
OF_VIEWS = sorted({page for pages in CONTENTS.values() for page in pages} - set(IN_FULL))
PARTS = ("What it shows", "What to do", "What goes wrong")
MAX_WORDS = 199
HEADING = re.compile(r"<h2[^>]*>(.*?)</h2>")
ROW = re.compile(r"<tr>\s*<td>(.*?)</td>\s*<td>(.*?)</td>", re.DOTALL)
END_OF_SENTENCE = re.compile(r"(?<=\.)\s(?=[A-Z])")


def text_of(html: str) -> str:
    return unescape(re.sub("<[^>]+>", "", html)).strip()


def meanings_on(scheme: str) -> dict[str, str]:
    """Return the meaning of each figure in the help of a scheme's dashboard, in lower case."""
    rows = ROW.findall(page_named(f"dashboard-{scheme}").html)
    return {text_of(label): text_of(meaning).casefold() for label, meaning in rows}


def first_sentence(definition: str) -> str:
    return END_OF_SENTENCE.split(definition)[0].removesuffix(".").casefold()


def routes() -> dict[str, URLPattern]:
    spaces = (("", account_urls), ("research:", research_urls))
    return {f"{space}{url.name}": url for space, urls in spaces for url in urls}


def test_every_view_has_help_or_is_no_page() -> None:
    without = {name for name in routes() if name.rpartition(":")[2] in NOT_PAGES}
    assert without | set(topics()) == set(routes())
    assert not without & set(topics())


def test_the_help_of_every_view_is_there_and_in_the_contents() -> None:
    named = set(topics().values()) | {"draft", *(f"dashboard-{name}" for name in SCHEMES)}
    assert named == set(OF_VIEWS)
    assert set(OF_VIEWS) | set(IN_FULL) <= set(sources())
    of_addons = {page.name for config in installed_addons() for page in config.help_pages()}
    assert {file.stem for file in (DOCS / "help").glob("*.md")} | of_addons == set(OF_VIEWS)


def test_no_two_pages_share_a_name() -> None:
    folders = DOCS, *(DOCS / name for name in ("help", "decisions", "metrics"))
    files = [file for folder in folders for file in folder.glob("*.md")]
    files += [file for one in installed_addons() for file in one.help_pages().values()]
    assert sorted(files) == sorted(sources().values())


def test_help_has_three_short_parts() -> None:
    """Below the title, a page has nothing but these parts, each with fewer than 200 words."""
    wrong = {}
    for name in OF_VIEWS:
        page = page_named(name)
        above, *found = HEADING.split(page.html)
        headings, words = found[::2], [len(text_of(part).split()) for part in found[1::2]]
        in_form = text_of(above) == page.title and tuple(headings) == PARTS
        if not in_form or not all(1 <= count <= MAX_WORDS for count in words):
            wrong[name] = list(zip(headings, words, strict=True))
    assert wrong == {}


def test_the_first_study_is_the_first_page_of_the_contents() -> None:
    first = next(iter(CONTENTS.values()))[0]
    assert topics()["research:help"] == first
    page = page_named(first)
    assert page.title == "Your first study in 10 minutes"
    _, _, steps, *_ = page.html.split("<h2")
    assert steps.count("<li>") == 10


@pytest.mark.long
def test_the_first_study_is_linked_from_the_contents_and_the_empty_projects_page(
    client: Client, stranger: Client
) -> None:
    address = reverse("research:help_page", args=["start"])
    contents_of_help = client.get(reverse("research:help_page", args=["pay"])).content.decode()
    assert f'href="{address}"' in contents_of_help.partition('class="help-contents"')[2]
    assert f'href="{address}"' in stranger.get(reverse("research:projects")).content.decode()


def test_every_page_of_metrics_is_in_the_contents() -> None:
    pages = {page_of for page_of, file in sources().items() if file.parent.name == "metrics"}
    assert pages == set(CONTENTS["Metrics"])


def test_links_of_help_lead_to_pages_and_headings() -> None:
    by_file = {file: page for page, file in sources().items()}
    wrong = [
        (name, link)
        for name in sorted({*OF_VIEWS, *IN_FULL})
        for link in page_named(name).links
        # The pages of an add-on that is not installed are not served.
        if (ADDONS not in link.file.parents or link.file in by_file)
        and (
            not link.file.exists()
            or (name in OF_VIEWS and link.file not in by_file)
            or (link.anchor and link.anchor not in page_named(by_file[link.file]).anchors)
        )
    ]
    assert wrong == []


def test_dashboards_link_to_the_definitions_of_their_figures() -> None:
    metrics = DOCS / "metrics"
    for scheme in SCHEMES:
        links = page_named(f"dashboard-{scheme}").links
        assert any(link.file.parent == metrics and link.anchor for link in links), scheme


def test_panels_of_evidence_are_explained_as_in_the_help_of_its_dashboard() -> None:
    meanings = meanings_on("evidence")
    assert meanings.keys() & DEFINITIONS.keys() == {"α by document", "A minority says “no answer”"}
    for label in meanings.keys() & DEFINITIONS.keys():
        assert meanings[label] == first_sentence(DEFINITIONS[label])


@pytest.mark.parametrize("name", SCHEMES)
def test_every_figure_of_a_scheme_is_explained_in_the_help_of_its_dashboard(name: str) -> None:
    """Each has the first sentence of its definition, which is behind (i) on the dashboard."""
    meanings = meanings_on(name)
    figures = SCHEMES[name].figures
    sentences = {figure.label: first_sentence(figure.definition) for figure in figures}
    assert {label: meanings.get(label) for label in sentences} == sentences


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "topic"),
    [
        ("projects", "projects"),
        ("project", "project"),
        ("dataset", "dataset"),
        ("campaign", "dashboard-nested"),
        ("draft", "draft"),
        ("new_campaign", "campaign-form"),
        ("lab", "biases"),
    ],
)
def test_the_header_links_to_help(study: Study, owner: Client, place: str, topic: str) -> None:
    addresses = {
        "projects": reverse("research:projects"),
        "project": reverse("research:project", args=[study.project.pk]),
        "dataset": reverse("research:dataset", args=[study.dataset.pk]),
        "campaign": reverse("research:campaign", args=[study.nested.pk]),
        "draft": reverse("research:campaign", args=[study.draft.pk]),
        "new_campaign": reverse("research:new_campaign", args=[study.dataset.pk]),
        "lab": reverse("research:lab", args=[study.project.pk]),
    }
    page = owner.get(addresses[place]).content.decode()
    assert f'href="/research/help/{topic}/"' in page.partition("<main")[0]


def test_a_draft_and_each_scheme_have_help_of_their_own() -> None:
    live = Campaign(scheme="label", status=Campaign.Status.LIVE)
    draft = Campaign(scheme="label", status=Campaign.Status.DRAFT)
    assert topic_of("research:campaign", live) == "dashboard-label"
    assert topic_of("research:campaign", draft) == "draft"
    assert topic_of("research:items", live) == "items"
    assert topic_of("nowhere", None) == "start"


def test_html_in_the_docs_is_text_and_pictures_have_their_size(tmp_path: Path) -> None:
    source = tmp_path / "page.md"
    picture, drawing = DOCS / "img" / "midpath.png", tmp_path / "tree.svg"
    drawing.write_text('<svg viewBox="0 0 40 30" width="40" height="30"></svg>')
    source.write_text(
        "# A <b>bold</b> page\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n"
        f"![A worker.]({picture})\n\n![A tree.]({drawing})\n\n![Nobody drew this.](gone.png)\n\n"
        "| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n[out](gone.md)\n"
    )
    page = render(source, lambda _: None, lambda file: f"/static/{file.name}")
    assert "<script>" not in page.html
    assert "<b>" not in page.html
    assert 'href="javascript' not in page.html
    assert re.search(r'<img src="/static/midpath.png" alt="A worker." width="\d+"', page.html)
    assert '<img src="/static/tree.svg" alt="A tree." width="40" height="30"' in page.html
    assert "<p>Nobody drew this.</p>" in page.html
    assert 'class="number"' in page.html
    assert "style=" not in page.html
    assert "<a>out</a>" in page.html
    assert f'id="{PREFIX}{anchor_of(page.title)}"' in page.html


@pytest.mark.long
def test_a_page_that_is_not_there_is_404(owner: Client) -> None:
    assert owner.get("/research/help/nothing/").status_code == 404
    assert owner.get("/research/help/metrics/").status_code == 200
    assert owner.get("/research/help/metrics-reading-test/").status_code == 200


@pytest.mark.long
def test_help_reads_no_database(client: Client) -> None:
    """This test has no database access."""
    assert "Getting started" in client.get("/research/help/").content.decode()
