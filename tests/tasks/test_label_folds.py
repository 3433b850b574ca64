"""Figures of labels follow the rows: live, in files and in reports."""

from pathlib import Path

import pytest

from agreement.tally import Tally
from agreement.votes.label_counting import label_contribution
from annotation.models import Campaign, CampaignReport, ItemSummary, Judgment
from annotation.schemes.label.answer import codes, codes_of
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.invariants import check_figures
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.tasks.judged import LABELS, judged, scored, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture(params=LABELS)
def campaign(request: pytest.FixtureRequest) -> Campaign:
    return judged(request.param)


def test_the_live_figures_are_those_of_the_exported_judgments(
    campaign: Campaign, tmp_path: Path
) -> None:
    fold_all(campaign.pk)
    live, found = state_of(campaign).figures, scored(campaign, tmp_path / "judged.csv")
    assert live["judgments"] == 32
    for name, figure in live.items():
        if name not in {"majority", "labels"}:
            assert found[name] == figure, name
    assert live["majority"].items() <= found["majority"].items()
    for mine, theirs in zip(live["labels"], found["labels"], strict=True):
        assert mine.items() <= theirs.items()


def test_the_state_is_the_sum_of_the_texts(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    settings, total = campaign.settings, Tally()
    for hit in campaign.hits.all():
        answers = [codes_of(one.vector, settings) for one in hit.judgments.all()]
        total += label_contribution(answers, settings["kind"], settings["level"], codes(settings))
    assert Tally(state_of(campaign).state) == total


def test_each_text_has_a_summary(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    settings = campaign.settings
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
    campaign = make_labels(kind, redundancy=2, known_every=2, most_workers=9)
    judge_labels(campaign, workers=2, seed=1)
    fold_all(campaign.pk)
    assert Judgment.objects.filter(hit__known=True).exists()
    assert state_of(campaign).figures["items"] <= 4
    check_figures(campaign)


def test_reports_are_as_score_prints_them(campaign: Campaign, tmp_path: Path) -> None:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    reports = {one.kind: one.results for one in CampaignReport.objects.filter(campaign=campaign)}
    live, found = (
        state_of(campaign).figures,
        scored(campaign, tmp_path / "judged.csv", "--interval"),
    )
    for name in ("alpha", "pairwise"):
        stored = reports["intervals"][name]
        assert stored.pop("value") == live[name]["value"]
        assert stored == found[name]["interval"]
        assert stored["over"] == "items"
    crowd = reports["crowd"]
    assert crowd["workers"] == found["workers"] == 4
    assert crowd["worker_agreement"] == found["worker_agreement"]
    assert crowd["differences"] == found["differences"]
    assert crowd["time"] == found["time"]
    for name in ("majority", "absolute_majority", "dawid_skene"):
        assert crowd["consensus"][name].items() <= found[name].items()
    assert reports["planning"]["rows"]
