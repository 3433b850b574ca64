"""Figures of labels, pairs and spans follow the rows: live, in files and in reports."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from agreement.spans.counting import span_contribution
from agreement.tally import Tally
from agreement.votes import pair_figures as pairs
from agreement.votes.label_counting import label_contribution
from annotation.models import Campaign, CampaignReport, FigurePoint, ItemSummary, Judgment
from midpath.schemes.label.answer import codes, codes_of
from midpath.schemes.spans.answer import named_spans
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import due_campaigns, make_reports
from tests.commands.running import run
from tests.helpers.factories import enrol, judge_next
from tests.helpers.invariants import check_figures
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.helpers.judged_pairs import judge
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.spans import campaign_of_spans
from tests.tasks.judged import LABELS, TEXTS, judged, scored, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def check_intervals(
    campaign: Campaign, stored: Any, found: Any, names: Iterable[str], over: str
) -> None:
    live = state_of(campaign).figures
    for name in names:
        assert stored[name].pop("value") == live[name]["value"]
        assert stored[name] == found[name]["interval"]
        assert stored[name]["over"] == over


def check_crowd(stored: Any, found: Any) -> None:
    assert stored["workers"] == found["workers"] == 4
    for name in ("worker_agreement", "differences", "time"):
        assert stored[name] == found[name]
    for name in ("majority", "absolute_majority", "dawid_skene"):
        assert stored["consensus"][name].items() <= found[name].items()


def folded(campaign: Campaign) -> Campaign:
    fold_all(campaign.pk)
    return campaign


@pytest.fixture(params=LABELS)
def labelled(request: pytest.FixtureRequest) -> Campaign:
    return folded(judged(request.param))


def test_live_figures_of_labels_are_those_of_the_exported_judgments(
    labelled: Campaign, tmp_path: Path
) -> None:
    live, found = state_of(labelled).figures, scored(labelled, tmp_path / "judged.csv")
    assert live["judgments"] == 32
    for name, figure in live.items():
        if name not in {"majority", "labels"}:
            assert found[name] == figure, name
    assert live["majority"].items() <= found["majority"].items()
    for mine, theirs in zip(live["labels"], found["labels"], strict=True):
        assert mine.items() <= theirs.items()


def test_the_state_of_labels_is_the_sum_of_the_texts(labelled: Campaign) -> None:
    settings, total = labelled.settings, Tally()
    for hit in labelled.hits.all():
        answers = [codes_of(one.vector, settings) for one in hit.judgments.all()]
        total += label_contribution(answers, settings["kind"], settings["level"], codes(settings))
    assert Tally(state_of(labelled).state) == total


def test_each_labelled_text_has_a_summary(labelled: Campaign) -> None:
    settings = labelled.settings
    for found in ItemSummary.objects.select_related("hit"):
        answers = [codes_of(one.vector, settings) for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert found.distinct == len(set(answers))
        chosen = [label for answer in answers for label in answer]
        assert dict(found.summary["votes"]) == {label: chosen.count(label) for label in set(chosen)}
        assert 0 <= (found.disagreement or 0) <= 1


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_known_texts_are_in_no_figure(kind: str) -> None:
    labelled = make_labels(kind, redundancy=2, known_every=2, most_workers=9)
    judge_labels(labelled, workers=2, seed=1)
    fold_all(labelled.pk)
    assert Judgment.objects.filter(hit__known=True).exists()
    assert state_of(labelled).figures["items"] <= 4
    check_figures(labelled)


def test_reports_on_labels_are_as_score_prints_them(labelled: Campaign, tmp_path: Path) -> None:
    make_reports(labelled.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=labelled)}
    found = scored(labelled, tmp_path / "judged.csv", "--interval", "--models", "all")
    check_intervals(labelled, reports["intervals"], found, ("alpha", "pairwise"), "items")
    check_crowd(reports["crowd"], found)
    assert reports["planning"]["rows"]


YES = {"=same message", "same topic"}


@pytest.fixture
def paired() -> Campaign:
    return folded(judged("pair"))


def test_live_figures_of_pairs_are_those_of_the_exported_judgments(
    paired: Campaign, tmp_path: Path
) -> None:
    live, found = state_of(paired).figures, scored(paired, tmp_path / "judged.csv")
    assert live["judgments"] == 48
    assert [column["name"] for column in live["strata"]] == [
        *("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]"),
        "all",
    ]
    for name, figure in live.items():
        if name != "majority":
            assert found[name] == figure, name
    assert live["majority"].items() <= found["majority"].items()


def test_the_state_is_the_sum_of_the_pairs(paired: Campaign) -> None:
    labels = [answer["label"] for answer in paired.settings["answers"]]
    total = Tally()
    for hit in paired.hits.select_related("item"):
        votes = [labels[one.vector[0]] for one in hit.judgments.all()]
        content = hit.item.content
        total += pairs.pair_contribution(votes, YES, content["similarity"], content["stratum"])
    assert Tally(state_of(paired).state) == total


def test_reconciliation_mends_the_state_and_the_summaries(paired: Campaign) -> None:
    assert reconcile_campaign(paired.pk).equal
    state = state_of(paired)
    state.state = {**state.state, "(.5, .75]/r/x": 1}
    state.save()
    summary = ItemSummary.objects.filter(campaign=paired).earliest("hit")
    summary.summary["support"] += 1
    summary.save()
    report = reconcile_campaign(paired.pk)
    assert report.differing == ["state", f"summary of HIT {summary.hit_id}"]
    assert reconcile_campaign(paired.pk).equal


def test_each_pair_has_a_summary(paired: Campaign) -> None:
    labels = [answer["label"] for answer in paired.settings["answers"]]
    for found in ItemSummary.objects.select_related("hit"):
        answers = [one.vector[0] for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert found.distinct == len(set(answers))
        votes = dict(found.summary["votes"])
        assert votes == {labels[index]: answers.count(index) for index in set(answers)}
        assert found.summary["annotations"][0][1] == max(votes.values())
        alike = sum(count * (count - 1) for count in votes.values())
        assert found.disagreement == pytest.approx(1 - alike / 12)


def test_known_pairs_are_in_no_figure() -> None:
    paired = make_pair_campaign(
        make_pairs(8, ["yes"] * 4), redundancy=2, known_every=2, most_workers=9
    )
    judge(paired, workers=2, seed=1)
    fold_all(paired.pk)
    assert Judgment.objects.filter(hit__known=True).exists()
    assert state_of(paired).figures["pairs"] <= 4
    check_figures(paired)


def test_intervals_are_made_next_to_the_folds(paired: Campaign, tmp_path: Path) -> None:
    assert due_campaigns() == [paired.pk]
    version = make_reports(paired.pk)
    report = CampaignReport.objects.get(campaign=paired, kind="intervals")
    found = scored(paired, tmp_path / "judged.csv", "--interval")
    names = ("alpha", "pairwise", "consensus_yes", "r")
    check_intervals(paired, report.results, found, names, "pairs")
    point: Any = FigurePoint.objects.get(campaign=paired, version=version or 0)
    assert point.intervals["alpha"]["low"] == report.results["alpha"]["low"]


def test_the_crowd_is_reported_as_score_prints_it(paired: Campaign, tmp_path: Path) -> None:
    make_reports(paired.pk)
    results = CampaignReport.objects.get(campaign=paired, kind="crowd").results
    found = scored(paired, tmp_path / "judged.csv", "--models", "all")
    check_crowd(results, found)
    assert results["differing"] == len(found["differences"])
    assert due_campaigns() == []


@pytest.mark.quick
def test_segmentations_have_no_crowd_report(flat: Campaign) -> None:
    judge_next(enrol(flat))
    fold_all(flat.pk)
    make_reports(flat.pk)
    assert not CampaignReport.objects.filter(kind="crowd").exclude(results={}).exists()


@pytest.fixture
def spanned() -> Campaign:
    return folded(judged("spans"))


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_live_figures_of_spans_are_those_of_the_exported_judgments(
    spanned: Campaign, tmp_path: Path, form: str
) -> None:
    live, found = state_of(spanned).figures, scored(spanned, tmp_path / f"a.{form}")
    assert live["judgments"] == 24
    assert {name: found[name] for name in live} == live


def test_the_state_of_spans_is_the_sum_of_the_texts(spanned: Campaign) -> None:
    total = Tally()
    for hit in spanned.hits.select_related("item"):
        answers = [named_spans(one.vector, spanned.settings) for one in hit.judgments.all()]
        total += span_contribution(answers, len(hit.item.words))
    assert Tally(state_of(spanned).state) == total


def test_each_text_with_spans_has_a_summary(spanned: Campaign) -> None:
    for found in ItemSummary.objects.select_related("hit"):
        answers = [named_spans(one.vector, spanned.settings) for one in found.hit.judgments.all()]
        assert found.judgments == len(answers) == 4
        assert sum(vote[-1] for vote in found.summary["votes"]) == sum(map(len, answers))
        assert 0 <= (found.disagreement or 0) <= 1


def test_reports_on_spans_are_as_score_prints_them(spanned: Campaign, tmp_path: Path) -> None:
    make_reports(spanned.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=spanned)}
    found = scored(spanned, tmp_path / "a.jsonl", "--interval")
    names = ("alpha", "coincidence", "places", "exact", "partial", "pairwise")
    check_intervals(spanned, reports["intervals"], found, names, "texts")


def test_recorded_spans_are_fed_to_another_campaign(spanned: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    run("export_gold", str(spanned.pk), "--as", "judgments-jsonl", "-o", str(path))
    other = campaign_of_spans(*TEXTS, redundancy=4)
    run("replay", str(path), "--campaign", str(other.pk))
    fold_all(other.pk)
    assert state_of(other).figures == state_of(spanned).figures


def test_the_files_hold_what_was_marked(spanned: Campaign, tmp_path: Path) -> None:
    gold, table = tmp_path / "gold.json", tmp_path / "spans.csv"
    run("export_gold", str(spanned.pk), "-o", str(gold))
    run("export_gold", str(spanned.pk), "--as", "spans-csv", "-o", str(table))
    content = json.loads(gold.read_text())
    assert content["figures"]["agreement"] == state_of(spanned).figures
    assert len(content["judgments"]) == 24
    assert set(content["items"]) == set(TEXTS)
    marked = {tuple(span) for one in content["judgments"] for span in one["spans"]}
    rows = table.read_text().splitlines()
    assert rows[0] == "item,from,to,label,text,workers,judgments,votes,words,gold"
    assert len(rows) > len(marked) / 2
