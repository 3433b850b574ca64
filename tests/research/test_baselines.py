"""A campaign of evidence: its live figures on the dashboard, its baselines on a page."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import AgreementState, Campaign, CampaignReport, ItemSummary
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.api.studies import API
from tests.helpers.evidence import document, evidence_campaign, judge_all, question, sections
from tests.helpers.factories import make_user
from tests.helpers.figures import make_figures
from tests.helpers.pages import read, signed_in
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries

pytestmark = [pytest.mark.django_db, pytest.mark.long]
# The session, the account, the campaign with its project.
SIGNED_IN = 3
LINES = (
    document(sections=sections()),
    *(question(f"Who reads log {n}?") for n in range(6)),
    document("<b>garden</b>", ["We grow roses.", "Nobody sees them.", "Ask at the gate."]),
    question("Who sees the <roses>?", "<b>garden</b>"),
)
CELLS = ["alpha-pooled", "f1_human", *("unanswerable", "length", "disagreement")]


@pytest.fixture
def campaign() -> Campaign:
    campaign = evidence_campaign(*LINES, settings={"preset": "privacyqa"}, redundancy=5)
    judge_all(campaign, workers=5, seed=4)
    fold_all(campaign.pk)
    return campaign


def page(campaign: Campaign, part: str = "baselines/") -> str:
    return f"/research/campaigns/{campaign.pk}/{part}"


def test_members_see_them_and_strangers_do_not(campaign: Campaign, insider: Client) -> None:
    make_reports(campaign.pk)
    stranger = signed_in(make_user())
    for part in ("", "live/", "history/", "baselines/", "export/"):
        assert insider.get(page(campaign, part)).status_code == 200, part
        assert stranger.get(page(campaign, part)).status_code == 404, part
    assert insider.post(page(campaign)).status_code == 405


def test_the_dashboard_has_every_figure(campaign: Campaign, insider: Client) -> None:
    figures = AgreementState.objects.get(campaign=campaign).figures
    make_reports(campaign.pk)
    context = insider.get(page(campaign, "")).context
    cells = {cell.key: cell for cell in context["cells"]}
    assert list(cells) == CELLS
    assert cells["f1_human"].value == f"{figures['f1_human']['value']:.3f}"
    assert cells["unanswerable"].value == f"{figures['unanswerable']['share']:.1%}"
    for name in ("f1_human", "unanswerable", "disagreement"):
        assert cells[name].interval or dict(cells[name].numbers)["95% interval"], name
    assert all(cell.definition for cell in cells.values())
    named = dict(cells["unanswerable"].numbers)
    for cause, found in figures["unanswerable"]["causes"].items():
        assert named[cause].startswith(f"{found['answers']} ·")
    found = context["evidence"]
    assert [row.label for row in found.documents.rows] == ["pooled", "<b>garden</b>", "house"]
    assert {row.label for row in found.categories.rows} >= {*figures["categories"]["consensus"]}
    flagged = ItemSummary.objects.filter(campaign=campaign, summary__case=True)
    assert flagged.exists()
    assert {one.hit_id for one in found.cases} <= {one.hit_id for one in flagged}
    lowest = [one.disagreement for one in found.cases]
    assert lowest == sorted(lowest, reverse=True)
    assert str(figures["minority_abstains"]["questions"]) in found.minority_note
    minority = ItemSummary.objects.filter(campaign=campaign, summary__minority_abstains=True)
    assert minority.count() == figures["minority_abstains"]["questions"]


def test_names_are_shown_and_never_run(campaign: Campaign, insider: Client) -> None:
    make_reports(campaign.pk)
    for part in ("", "live/", "baselines/"):
        body = insider.get(page(campaign, part)).content.decode()
        assert "<b>garden" not in body
        assert "&lt;b&gt;garden" in body
        assert body.count('id="evidence"') == (part != "baselines/")


def test_baselines_are_shown_next_to_the_workers(campaign: Campaign, insider: Client) -> None:
    make_reports(campaign.pk)
    results = CampaignReport.objects.get(campaign=campaign, kind="evidence").results
    context = insider.get(page(campaign)).context
    found = [row.label for row in context["systems"].rows]
    assert found == [*("human", "no answer", "word count 2", "word count 3", "word count 5")]
    [lines] = context["systems"].bodies
    for line, stored in zip(lines, results["systems"], strict=True):
        shown = {cell.column.name: cell.shown for cell in line.cells}
        assert shown["F1"] == f"{stored['f1']:.3f}"
        assert shown["answerable"] == f"{stored['answerability']['value']:.1%}"
    counts = {one["key"]: one["count"] for one in context["lists"]}
    figures = AgreementState.objects.get(campaign=campaign).figures
    assert counts["disagreement"] == figures["disagreement"]["disagreeing"]
    assert counts["one_apart"] == figures["disagreement"]["one_apart"]
    assert counts["minority_abstains"] == figures["minority_abstains"]["questions"]


def test_figures_by_column_are_for_those_who_see_texts(campaign: Campaign, insider: Client) -> None:
    make_reports(campaign.pk)
    context = insider.get(page(campaign)).context
    tables = {table.key: table for table in context["by_column"]}
    assert list(tables) == ["by-categories", "by-document"]
    [lines] = tables["by-document"].bodies
    assert [line.label for line in lines] == ["house", "<b>garden</b>"]
    assert [row.label for row in context["answer_sets"].rows] == ["sections", "sentences"]
    project, auditor = campaign.dataset.project, make_user()
    add_member(project=project, by=project.members.get(), username=auditor.username, role="auditor")
    assert "by_column" not in signed_in(auditor).get(page(campaign)).context


def test_before_anything_is_judged_the_pages_say_so() -> None:
    campaign = evidence_campaign(*LINES)
    client = signed_in(campaign.dataset.project.members.get())
    assert "No report yet." in read(client, page(campaign))
    assert "No judgments yet." in read(client, page(campaign, ""))
    judge_all(campaign, workers=1)
    make_figures(campaign)
    cells = {cell.key: cell for cell in client.get(page(campaign, "")).context["cells"]}
    assert cells["f1_human"].reason == "No question has two answers."
    assert client.get(page(campaign)).context["systems"].notes


@pytest.mark.quick
def test_other_schemes_and_drafts_have_no_such_page() -> None:
    for campaign in (evidence_campaign(*LINES, launch=False), make_pair_campaign(make_pairs(2))):
        user = campaign.dataset.project.members.get()
        assert signed_in(user).get(page(campaign)).status_code == 404


def test_queries_do_not_grow(campaign: Campaign, insider: Client) -> None:
    make_reports(campaign.pk)
    with assert_queries(SIGNED_IN + 2):
        insider.get(page(campaign))
    with assert_queries(SIGNED_IN + 12):
        insider.get(page(campaign, "live/"))


def test_the_api_has_figures_intervals_and_baselines(campaign: Campaign) -> None:
    project = campaign.dataset.project
    _, bearer = issue_token(project=project, user=project.members.get(), name="reads")
    path = f"campaigns/{campaign.pk}/figures"
    found: Any = API(bearer).get(path).json()
    assert found["figures"] == AgreementState.objects.get(campaign=campaign).figures
    assert (found["intervals"], found["evidence"], found["crowd"]) == (None, None, None)
    make_reports(campaign.pk)
    found = API(bearer).get(path).json()
    assert found["crowd"] is None
    assert found["evidence"]["version"] == found["version"]
    assert len(found["evidence"]["results"]["systems"]) == 5
    assert found["evidence"]["results"]["answer_sets"]["sections"]["places"] > 0
    assert list(found["evidence"]["results"]["by_column"]["document"]["values"])
    pooled = found["intervals"]["figures"]["alpha"]["pooled"]
    assert pooled["value"] == found["figures"]["alpha"]["pooled"]["value"]
    answer = API(bearer).get(f"campaigns/{campaign.pk}/files/answer-sets")
    assert answer.headers["Content-Type"] == "application/json"
