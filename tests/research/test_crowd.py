"""Figures of a campaign of pairs: live on its dashboard, in detail on a separate page."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from agreement.skills.skill_models import MODELS
from annotation.models import AgreementState, Campaign, CampaignReport
from annotation.models.agreement import MAX_JUDGMENTS, MAX_VOTES
from annotation.research.common.charts import Chart
from midpath.scoring import models
from midpath.scoring.models import NOT_REPORTED
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import make_user
from tests.helpers.figures import make_figures
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.pages import assert_shows, read, signed_in, words_on
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
# The session, the account, the campaign with its project.
SIGNED_IN = 3
THREE = ["majority", "absolute majority", "Dawid–Skene"]
FURTHER = ["one coin", "MACE", "GLAD"]
SKILLS = ["right by one coin", "knows by MACE", "skill by GLAD"]


@pytest.fixture
def pairs(db: None) -> Campaign:
    """Make twelve pairs judged by four workers, folded but not reported on."""
    campaign = make_three_way(redundancy=6)
    judge(campaign, workers=4, seed=1)
    fold_all(campaign.pk)
    return campaign


@pytest.fixture
def member(pairs: Campaign) -> Client:
    return signed_in(pairs.dataset.project.members.get())


def page(campaign: Campaign, part: str = "crowd/") -> str:
    return f"/research/campaigns/{campaign.pk}/{part}"


def charts(client: Client, campaign: Campaign) -> dict[str, Chart]:
    return {chart.key: chart for chart, _ in client.get(page(campaign)).context["charts"]}


def table(client: Client, campaign: Campaign, chart: str) -> list[dict[str, str]]:
    text = read(client, page(campaign, f"crowd/{chart}.csv"))
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_members_see_both_and_strangers_neither(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    stranger = signed_in(make_user())
    for part in ("", "live/", "history/", "crowd/", "crowd/workers.csv", "export/"):
        assert member.get(page(pairs, part)).status_code == 200, part
        assert stranger.get(page(pairs, part)).status_code == 404, part
    assert member.get(page(pairs, "crowd/nothing.csv")).status_code == 404
    assert member.post(page(pairs)).status_code == 405


def test_the_dashboard_begins_with_what_decides(pairs: Campaign, member: Client) -> None:
    figures = AgreementState.objects.get(campaign=pairs).figures
    make_reports(pairs.pk)
    cells = {cell.key: cell for cell in member.get(page(pairs, "")).context["cells"]}
    assert list(cells) == ["alpha", "pairwise", "consensus_yes", "r"]
    assert cells["pairwise"].value == f"{figures['pairwise_agreement']:.1%}"
    assert cells["alpha"].interval.startswith("95%")
    assert "12 pairs" in cells["alpha"].note
    assert all(cell.definition for cell in cells.values())


def test_the_table_by_similarity_is_live(pairs: Campaign, member: Client) -> None:
    for address in (page(pairs, ""), page(pairs, "live/")):
        body = read(member, address)
        assert body.count('id="strata"') == 1
        for words in ("[0, .25]", "(.75, 1]", "winner has 3 votes", "consensus: same topic"):
            assert words in body
        assert "consensus: yes" in body
    given, pooled = member.get(page(pairs, "")).context["strata"]
    assert [line.label for line in pooled.bodies[1]] == ["consensus: yes", "consensus: no", "tie"]
    lines = [line for body in given.bodies for line in body]
    rows = {line.label: [cell.shown for cell in line.cells] for line in lines}
    assert [int(cell) for cell in rows["pairs"]] == [3, 3, 3, 3, 12]
    for column in range(5):
        shares = [rows[name][column] for name in rows if name.startswith(("winner", "tie"))]
        assert sum(float(share.rstrip("%")) for share in shares) == pytest.approx(100, abs=0.3)


def test_charts_hold_what_was_reported(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    results = CampaignReport.objects.get(campaign=pairs, kind="crowd").results
    found = charts(member, pairs)
    assert list(found) == ["yes-no", "answers", "workers", "confusion", "time"]
    workers = table(member, pairs, "workers")
    assert [row["worker"] for row in workers] == [f"worker {n}" for n in (1, 2, 3, 4)]
    stored = results["worker_agreement"]["workers"]
    listed = [float(row["own vote left out"]) for row in workers]
    assert listed == [one["with_others"] for one in stored]
    assert "Quartiles, own vote counted in" in found["workers"].readings[0]
    [time] = table(member, pairs, "time")
    assert int(float(time["judgments"])) == 48
    confusion = table(member, pairs, "confusion")
    assert len(confusion[0]) == 1 + 9
    first = [
        float(confusion[0][f"“different” t{words}"])
        for words in ("old as such", "aken for “=same message”", "aken for “same topic”")
    ]
    assert sum(first) == pytest.approx(1)


def test_each_way_to_settle_a_pair_and_where_they_differ(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    body = read(member, page(pairs))
    context: Any = member.get(page(pairs)).context
    found = [row.label for row in context["methods"].rows]
    assert found == [*THREE, *FURTHER]
    assert all(row.values[-1] for row in context["methods"].rows)
    assert context["differing_count"] == len(context["differing"])
    line = context["differing"][0]
    assert_shows(body, f"/items/{line['hit']}/", f"{context['differing_count']} pair")


@pytest.mark.quick
def test_further_models_are_shown_with_their_skills(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    results = CampaignReport.objects.get(campaign=pairs, kind="crowd").results
    rows = {row.label: row for row in member.get(page(pairs)).context["methods"].rows}
    for name, model in zip(FURTHER, MODELS, strict=True):
        assert rows[name].values[0] == 12
        assert rows[name].values[-1] == 6
        assert rows[name].values[2] == results["consensus"][model]["accuracy"]
        assert not rows[name].mark
    listed = results["worker_agreement"]["workers"]
    for row, one in zip(table(member, pairs, "workers"), listed, strict=True):
        shown = [float(row[column]) for column in SKILLS]
        assert shown == pytest.approx([one["skills"][model] for model in MODELS])
    assert NOT_REPORTED not in read(member, page(pairs))


@pytest.mark.quick
def test_a_model_that_did_not_converge_is_marked(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    report = CampaignReport.objects.get(campaign=pairs, kind="crowd")
    for one in (report.results["dawid_skene"], report.results["models"]["glad"]):
        one |= {"converged": False, "rounds": 1000}
    report.save()
    rows = member.get(page(pairs)).context["methods"].rows
    marked = {row.label: row.mark for row in rows if row.mark}
    assert marked == dict.fromkeys(("Dawid–Skene", "GLAD"), "not converged after 1,000 rounds")
    assert read(member, page(pairs)).count("not converged after 1,000 rounds") == 2


@pytest.mark.quick
def test_large_campaigns_are_reported_without_further_models(
    pairs: Campaign, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "MAX_REPORTED", 47)
    make_reports(pairs.pk)
    assert [row.label for row in member.get(page(pairs)).context["methods"].rows] == THREE
    assert NOT_REPORTED in read(member, page(pairs))
    assert not set(SKILLS) & set(table(member, pairs, "workers")[0])


@pytest.mark.quick
def test_reports_of_earlier_versions_are_shown(pairs: Campaign, member: Client) -> None:
    """They have no further models, and do not say how the estimation ended."""
    make_reports(pairs.pk)
    report = CampaignReport.objects.get(campaign=pairs, kind="crowd")
    results = report.results
    assert results.pop("no_models") == ""
    for model in results.pop("models"):
        del results["consensus"][model]
    for one in results["worker_agreement"]["workers"]:
        del one["skills"]
    for one in results["differences"]:
        del one["models"]
    for name in ("rounds", "converged", "ties"):
        del results["dawid_skene"][name]
    report.save()
    assert [row.label for row in member.get(page(pairs)).context["methods"].rows] == THREE
    assert NOT_REPORTED not in read(member, page(pairs))
    assert not set(SKILLS) & set(table(member, pairs, "workers")[0])


def test_before_the_report_the_page_says_when_it_comes(pairs: Campaign, member: Client) -> None:
    assert "soon after the first judgments" in read(member, page(pairs))
    assert list(charts(member, pairs)) == ["yes-no", "answers"]


@pytest.mark.quick
def test_a_campaign_too_large_for_a_report_says_so(pairs: Campaign, member: Client) -> None:
    state = AgreementState.objects.filter(campaign=pairs)
    for limit, names in ((MAX_JUDGMENTS, ["planner", "breakdowns"]), (MAX_VOTES, ["crowd"])):
        state.update(judgments=limit)
        for name in names:
            assert "soon after the first judgments" in read(member, page(pairs, f"{name}/"))
        state.update(judgments=limit + 1)
        for name in names:
            found = read(member, page(pairs, f"{name}/"))
            assert f"more than {limit:,} judgments, so this report is not automatic" in found
            assert f"manage.py report {pairs.pk}" in found


@pytest.mark.quick
def test_a_campaign_that_became_too_large_keeps_its_reports(
    pairs: Campaign, member: Client
) -> None:
    make_reports(pairs.pk)
    state = AgreementState.objects.filter(campaign=pairs)
    state.update(judgments=MAX_JUDGMENTS + 1, version=1000)
    only = f"version 1,000 is included only by manage.py report {pairs.pk}"
    assert_shows(words_on(member, "planner", pairs.pk), only)
    assert_shows(words_on(member, "crowd", pairs.pk), "version 1,000 is not included yet")


@pytest.mark.quick
def test_before_the_first_judgment(db: None) -> None:
    campaign = make_pair_campaign(make_pairs(3))
    client = signed_in(campaign.dataset.project.members.get())
    assert "No judgments yet." in read(client, page(campaign, ""))
    assert "soon after the first judgments" in read(client, page(campaign))
    make_figures(campaign)
    assert read(client, page(campaign))


def test_without_gold_accuracy_says_so(db: None) -> None:
    campaign = make_pair_campaign(make_pairs(3), redundancy=3)
    judge(campaign, workers=3, seed=3)
    make_figures(campaign)
    body = read(signed_in(campaign.dataset.project.members.get()), page(campaign))
    assert body.count("–: No answer is known.") == 1
    assert "No worker judged 10 items or more." in body


def test_other_campaigns_and_drafts_have_no_such_page(
    study: Study, owner: Client, member: Client, pairs: Campaign
) -> None:
    assert owner.get(page(study.flat)).status_code == 404
    assert member.get(page(make_pair_campaign(pairs.dataset, launch=False))).status_code == 404
    assert 'id="strata"' not in read(owner, page(study.flat, ""))


def test_the_page_reads_little_whatever_there_is(pairs: Campaign, member: Client) -> None:
    make_reports(pairs.pk)
    for workers in (1, 1):
        with assert_queries(SIGNED_IN + 3):
            member.get(page(pairs))
        with assert_queries(SIGNED_IN + 1):
            member.get(page(pairs, "crowd/workers.csv"))
        judge(pairs, workers=workers, seed=7)
        make_figures(pairs)
