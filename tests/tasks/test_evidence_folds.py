"""Judgments of evidence are folded like all others; the figures are those of `score --evidence`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from agreement.evidence.answers import human
from agreement.evidence.figures import CAUSES
from analysis.exports.export_registry import export_file
from analysis.reading.contexts import contexts_of
from analysis.reading.judgment_rows import as_folded
from analysis.schemes import analysis_of
from annotation.models import (
    AgreementState,
    Campaign,
    CampaignReport,
    FigurePoint,
    ItemSummary,
    Judgment,
)
from annotation.services.work.review import review_judgment
from midpath.schemes.evidence.settings import OPP_115
from tasks.fold import count_items, fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import MAKERS, make_reports
from tests.commands.running import run
from tests.helpers.evidence import PLAIN, document, evidence_campaign, judge_all, question, sections
from tests.helpers.factories import make_user
from tests.tasks.judged import state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
MARKED = {"house/1": [[0, 1], [1], [2]], "house/2": [[4], [4], []]}
LINES = (
    document(sections=sections()),
    question(),
    question("Who reads it?", category="Data Security"),
    question("Who reads it?"),
    document("garden", ["We grow roses.", "Nobody sees them.", "Ask at the gate."]),
    question("Who sees the roses?", "garden"),
    question("Is there a shop?", "garden", id="shop"),
)


@pytest.fixture
def judged() -> Campaign:
    """Make five questions with four workers each, with everything that PrivacyQA asks."""
    campaign = evidence_campaign(*LINES, settings={"preset": "privacyqa"}, redundancy=4)
    judge_all(campaign, workers=4, seed=2)
    fold_all(campaign.pk)
    return campaign


def scored(campaign: Campaign, path: Path) -> dict[str, Any]:
    path.write_bytes(export_file(campaign.pk, "evidence-jsonl").body)
    found: dict[str, Any] = json.loads(run("score", "--evidence", str(path), "--json"))
    return found


def different(live: Any, file: Any, where: str = "") -> Iterator[str]:
    """Return what differs between the live figures and the file's figures."""
    if isinstance(live, dict):
        for key, value in live.items():
            if key not in file:
                yield f"{where}/{key}"
            else:
                yield from different(value, file[key], f"{where}/{key}")
    elif live != file:
        yield f"{where}: {live} instead of {file}"


def test_live_figures_are_those_of_score_key_by_key(judged: Campaign, tmp_path: Path) -> None:
    live, file = state_of(judged).figures, scored(judged, tmp_path / "evidence.jsonl")
    assert list(different(live, file)) == []
    assert live.keys() - {"answers"} >= {"alpha", "f1_human", "unanswerable", "disagreement"}
    assert live["unanswerable"]["causes"].keys() <= {*CAUSES}
    assert live["unanswerable"]["causes"]
    assert live["categories"]["consensus"].keys() <= {*OPP_115}
    assert live["questions"] == file["questions"] == 5
    for name, alpha in file["alpha"]["per_question"].items():
        summary = ItemSummary.objects.get(hit__item__text=name, campaign=judged).summary
        assert summary["alpha"] == alpha
        assert summary["f1_human"] == file["f1_human"]["per_question"][name]
    cases = {case["question"] for case in file["disagreement"]["cases"]}
    flagged = ItemSummary.objects.filter(campaign=judged, summary__case=True)
    assert set(flagged.values_list("hit__item__text", flat=True)) == cases


def test_what_is_withdrawn_leaves_no_trace(judged: Campaign, tmp_path: Path) -> None:
    for judgment in Judgment.objects.filter(campaign=judged).order_by("pk")[:7]:
        review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")
    fold_all(judged.pk)
    file = scored(judged, tmp_path / "evidence.jsonl")
    assert list(different(state_of(judged).figures, file)) == []
    assert reconcile_campaign(judged.pk).equal


def test_a_state_of_an_earlier_version_is_counted_again(judged: Campaign) -> None:
    right = state_of(judged)
    earlier = {"units/4": 3, "unlike/4": 2, "label/yes": 5, "label/no": 7}
    AgreementState.objects.filter(campaign=judged).update(state=earlier, figures={})
    judgment = Judgment.objects.filter(campaign=judged).latest("pk")
    for review in ("rejected", "accepted"):
        review_judgment(judgment=judgment, user=make_user(), review=review, reason="blank")
        fold_all(judged.pk)
    assert state_of(judged).state == right.state
    assert state_of(judged).figures == right.figures


def test_a_mended_state_is_the_same(judged: Campaign) -> None:
    assert reconcile_campaign(judged.pk).equal
    right = state_of(judged)
    AgreementState.objects.filter(campaign=judged).update(state={}, figures={})
    assert reconcile_campaign(judged.pk).differing == ["state", "figures"]
    assert state_of(judged).figures == right.figures
    assert reconcile_campaign(judged.pk).equal


def test_each_document_is_read_once(
    judged: Campaign, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    items = as_folded(judged.pk)
    with django_assert_num_queries(2):
        contexts_of(analysis_of(judged).kernel, judged, items.keys())
    assert dict(count_items(judged, items)) == state_of(judged).state


def test_points_hold_what_charts_draw(judged: Campaign) -> None:
    point, figures = FigurePoint.objects.get(campaign=judged), state_of(judged).figures
    assert figures["alpha"].pop("per_document").keys() == {"house", "garden"}
    assert point.figures == figures


def test_reports_hold_the_baselines_and_the_intervals(judged: Campaign, tmp_path: Path) -> None:
    make_reports(judged.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=judged)}
    assert reports.keys() == set(MAKERS)
    path = tmp_path / "evidence.jsonl"
    scored(judged, path)
    file = json.loads(run("score", "--evidence", str(path), "--interval", "--json"))
    assert reports["evidence"]["systems"] == file["systems"]
    assert [one["system"] for one in file["systems"]] == [
        *("human", "no answer", "word count 2", "word count 3", "word count 5")
    ]
    assert reports["evidence"]["asked"]["redundant"] == file["asked"]["redundant"] == 0.2
    intervals = reports["intervals"]
    assert intervals["alpha"]["pooled"]["low"] == file["alpha"]["pooled"]["interval"]["low"]
    for name in ("f1_human", "unanswerable", "disagreement"):
        assert intervals[name]["low"] == file[name]["interval"]["low"]
        assert intervals[name]["value"] == file[name].get("value", file[name].get("share"))
    cases = [one["question"] for one in file["disagreement"]["cases"]]
    assert [one["question"] for one in reports["evidence"]["disagreement"]] == cases


@pytest.mark.quick
def test_nothing_is_said_of_what_nobody_was_shown() -> None:
    campaign = evidence_campaign(*LINES, redundancy=2)
    judge_all(campaign, workers=1, seed=1)
    fold_all(campaign.pk)
    figures = state_of(campaign).figures
    assert figures["alpha"]["pooled"]["reason"]
    assert figures["f1_human"]["reason"] == "No question has two answers."
    assert figures["categories"]["reason"] == "No answer has categories."
    assert figures["unanswerable"]["causes"].keys() <= {"not given"}
    make_reports(campaign.pk)
    assert reconcile_campaign(campaign.pk).equal


def test_a_question_s_summary_says_who_is_apart() -> None:
    campaign = evidence_campaign(
        document(), question(), question("Who reads it?"), settings=PLAIN, redundancy=3
    )
    judge_all(campaign, workers=3, marked=MARKED)
    fold_all(campaign.pk)
    summary = ItemSummary.objects.get(hit__item__text="house/1", campaign=campaign)
    f1 = human(MARKED["house/1"])
    assert f1 is not None
    assert summary.disagreement == float(1 - f1)
    assert (summary.summary["majority"], summary.summary["apart"]) == ([1], [2])
    assert not summary.summary["minority_abstains"]
    other = ItemSummary.objects.get(hit__item__text="house/2", campaign=campaign).summary
    assert other["minority_abstains"]
    assert other["categories"]["reason"] == "Nobody chose a category."
