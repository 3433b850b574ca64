"""Figures by length and by column on a campaign's page, and how much each worker did."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from agreement.workload import workload_figures
from analysis.reading.item_columns import ItemFacts
from analysis.reading.material import read_material
from analysis.reports import breakdowns as module
from analysis.reports.breakdowns import breakdowns_of
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, CampaignReport, Item
from annotation.schemes import scheme_of
from annotation.schemes.shown import shown_figures
from annotation.services.accounts.members import change_member
from midpath.breakdowns import picked
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.every_scheme import KINDS, judged_campaign
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
# The session, the account, the campaign with its project.
SIGNED_IN = 3


@pytest.fixture
def sorted_study(study: Study) -> Study:
    """Give each text a column of few values, one of many, and tags."""
    for item in Item.objects.filter(dataset=study.dataset):
        item.content["columns"] = {
            "kind": "long" if len(item.words) > 3 else "short",
            "id": f"text {item.position}",
            "pos": " ".join(["NN", "VB", *["NN"] * (len(item.words) - 2)]),
        }
        item.save()
    make_reports(study.flat.pk)
    return study


def address(campaign: Campaign, part: str = "breakdowns/") -> str:
    return f"/research/campaigns/{campaign.pk}/{part}"


def report_of(campaign: Campaign) -> dict[str, Any]:
    results: dict[str, Any] = CampaignReport.objects.get(
        campaign=campaign, kind="breakdowns"
    ).results
    return results


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.few(3)
@pytest.mark.usefixtures("db")
def test_all_items_together_have_the_figures_of_the_campaign(kind: str) -> None:
    campaign = judged_campaign(kind)
    fold_all(campaign.pk)
    material = read_material(campaign, analysis_of(campaign))
    same = replace(material, facts=dict.fromkeys(material.facts, ItemFacts(7, {"x": "y"})))
    [found] = breakdowns_of(same)["breakdowns"]
    [group] = found["groups"]
    figures = AgreementState.objects.get(campaign=campaign).figures
    paths = [one.path for one in shown_figures(scheme_of(campaign))]
    assert group["figures"] == picked(figures, paths)
    assert group["judgments"] == AgreementState.objects.get(campaign=campaign).judgments


@pytest.mark.quick
def test_the_report_has_lengths_and_columns_of_few_values(
    sorted_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_VALUES", 2)
    make_reports(sorted_study.flat.pk)
    found = report_of(sorted_study.flat)
    length, kind = found["breakdowns"]
    assert [group["value"] for group in length["groups"]] == ["3", "4", "6"]
    assert [(one["value"], one["items"], one["judgments"]) for one in kind["groups"]] == [
        ("long", 2, 4),
        ("short", 1, 2),
    ]
    assert found["left_out"] == {"id": 3, "pos": 3}
    assert found["workload"] == workload_figures([3, 3])
    assert "three" not in found


@pytest.mark.quick
def test_only_members_who_see_texts_see_columns(sorted_study: Study, owner: Client) -> None:
    flat = sorted_study.flat
    page = read(owner, address(flat, "breakdowns/?by=kind"))
    assert_shows(page, "By kind", "short", "Based on 6 judgments")
    change_member(
        project=sorted_study.project,
        by=sorted_study.owner,
        user_id=sorted_study.teammate.pk,
        role="auditor",
        blind=False,
    )
    auditor = signed_in(sorted_study.teammate)
    assert_hides(read(auditor, address(flat)), "<select", ">short<")
    for part in ("breakdowns/?by=kind", "breakdowns.csv?by=kind"):
        assert auditor.get(address(flat, part)).status_code == 404
    report = flat.reports.get(kind="breakdowns")
    report.results |= {"breakdowns": report.results["breakdowns"][:1], "left_out": {"kind": 500}}
    report.save()
    assert_shows(read(owner, address(flat)), "kind (500 values)")
    assert_hides(read(auditor, address(flat)), "500 values")


def test_the_page_of_a_campaign(sorted_study: Study, owner: Client, stranger: Client) -> None:
    flat, nested, draft = sorted_study.flat, sorted_study.nested, sorted_study.draft
    with assert_queries(SIGNED_IN + 2):
        page = read(owner, address(flat))
    assert_shows(page, "By length", "S by chance", "texts", "judgments")
    assert_shows(read(owner, address(nested)), "No report yet")
    assert len(read(owner, address(nested, "breakdowns.csv")).splitlines()) == 1
    assert owner.get(address(nested, "breakdowns.csv?by=kind")).status_code == 404
    assert owner.get(address(draft)).status_code == 404
    assert owner.get(address(flat, "breakdowns/?by=nothing")).status_code == 404
    assert stranger.get(address(flat)).status_code == 404
    rows = csv.reader(io.StringIO(read(owner, address(flat, "breakdowns.csv?by=kind"))))
    assert next(rows)[:4] == ["kind", "texts", "judgments", "α"]
    assert [row[:3] for row in rows] == [["long", "2", "4"], ["short", "1", "2"]]
    assert_shows(read(owner, address(flat, "")), "By length or by a column")


def test_workers_see_who_did_how_much(reported: Study, owner: Client) -> None:
    page = read(owner, address(reported.flat, "workers/"))
    assert_shows(page, "Who did how much", "2 workers did 6 judgments, 2 of them fewer than 5.")
    rows = csv.reader(io.StringIO(read(owner, address(reported.flat, "workload.csv"))))
    assert [*rows][-1] == ["100%", "1.0", "1.0"]
    CampaignReport.objects.filter(campaign=reported.flat).delete()
    assert_hides(read(owner, address(reported.flat, "workers/")), "Who did how much")
    assert len(read(owner, address(reported.flat, "workload.csv")).splitlines()) == 1


def test_pairs_have_three_random_workers(db: None) -> None:
    campaign = judged_campaign("pair")
    make_figures(campaign)
    three = report_of(campaign)["three"]
    assert three["given"]["items"] == three["yes_no"]["items"] == campaign.dataset.item_count
    figures = AgreementState.objects.get(campaign=campaign).figures
    assert three["given"]["value"] == pytest.approx(figures["pairwise_agreement"])
    page = read(signed_in(campaign.dataset.project.members.get()), address(campaign))
    assert_shows(page, "Three random workers", "answers as given", "yes and no")


@pytest.mark.quick
def test_the_laboratory_shows_single_prepositions_and_verb_phrases(
    sorted_study: Study, owner: Client
) -> None:
    found = CampaignReport.objects.get(campaign=sorted_study.flat, kind="bias").results
    each = {word["word"]: word for word in found["prepositions"]["en"]["each"]}
    assert (each["on"]["before"]["boundaries"], each["on"]["before"]["cuts"]) == (2, 1)
    phrases = found["verb_phrases"]
    assert (phrases["column"], phrases["texts"], phrases["left_out"]) == ("pos", 3, 0)
    assert phrases["phrases"][0]["before"] == {
        "cuts": 3,
        "boundaries": 6,
        "share": 0.5,
        "expected": 0.5,
    }
    page = read(owner, address(sorted_study.flat, "biases/"))
    assert_shows(page, "Boundaries at each preposition", "tags from the column pos, of 3 texts")
