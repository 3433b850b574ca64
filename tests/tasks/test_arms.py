"""The report on suggestions: both arms are those of the judgments in the figures."""

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from agreement.machines.blocks import exact_p
from agreement.machines.jackknife import jackknife
from analysis.reading.contexts import contexts_of
from analysis.schemes import analysis_of
from annotation.models import Campaign, CampaignReport, Judgment
from annotation.schemes import scheme_of
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.reviews import review_judgments
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import (
    enrol,
    judge_all_at_random,
    make_campaign,
    make_dataset,
    numbered_texts,
    submit,
)
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.suggestions import suggest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

WHOLE, CUT = {"boundaries": [0, 0, 0, 0]}, {"boundaries": [1, 0, 0, 0]}


def segmentations() -> Campaign:
    campaign = make_campaign(make_dataset(numbered_texts(12)), redundancy=6)
    suggest(campaign, WHOLE)
    return judge_all_at_random(campaign, workers=6, seed=2)


def labels() -> Campaign:
    campaign = make_labels("any", texts=14, redundancy=6)
    suggest(campaign, {"answer": [0, 1]})
    return judge_labels(campaign, workers=6, seed=2)


def reported(campaign: Campaign) -> dict[str, Any]:
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    report = CampaignReport.objects.get(campaign=campaign, kind="arms")
    results: dict[str, Any] = report.results
    return results


def alpha(campaign: Campaign, rows: list[Judgment]) -> float | None:
    """Return α of these judgments alone, computed from nothing."""
    items: dict[int, list[tuple[int, ...]]] = {}
    for one in rows:
        items.setdefault(one.hit.item_id, []).append(tuple(one.vector))
    kernel = analysis_of(campaign).kernel
    contexts = contexts_of(kernel, campaign, items)
    found: Any = kernel.figures(kernel.total((items[item], contexts[item]) for item in items))
    for step in scheme_of(campaign).figures[0].path:
        found = found[step]
    value: float | None = found["value"]
    return value


@pytest.mark.parametrize("made", [segmentations, labels])
def test_both_arms_are_those_of_their_judgments_alone(made: Callable[[], Campaign]) -> None:
    campaign = made()
    found = reported(campaign)
    rows = list(Judgment.objects.select_related("hit__suggestion", "assignment__enrolment__worker"))
    sides = [[one for one in rows if one.suggested is arm] for arm in (True, False)]
    analysis = analysis_of(campaign)
    for name, own in zip(("suggested", "alone"), sides, strict=True):
        alike = [
            analysis.likeness(one.vector, one.hit.suggestion.vector, campaign.settings)
            for one in own
        ]
        times = [(one.submitted_at - one.assignment.claimed_at).total_seconds() for one in own]
        figures = found[name]
        assert (figures["judgments"], figures["workers"]) == (len(own), 6)
        assert figures["same"] == sum(bool(one.as_suggested) for one in own) / len(own)
        assert figures["likeness"] == pytest.approx(float(sum(alike)) / len(own))
        assert figures["alpha"]["value"] == pytest.approx(alpha(campaign, own))
        assert figures["seconds"] == pytest.approx(median(times), abs=0.0011)
    workers = sorted({one.assignment.enrolment.worker.number for one in rows})
    without = []
    for worker in workers:
        one, other = (
            alpha(campaign, [j for j in own if j.assignment.enrolment.worker.number != worker])
            for own in sides
        )
        assert one is not None
        assert other is not None
        without.append(one - other)
    assert found["alpha"]["value"] == pytest.approx(
        found["suggested"]["alpha"]["value"] - found["alone"]["alpha"]["value"]
    )
    expected = jackknife(found["alpha"]["value"], without, "workers")
    assert found["alpha"]["interval"]["low"] == pytest.approx(expected["low"])
    assert found["alpha"]["interval"]["high"] == pytest.approx(expected["high"])


@pytest.mark.quick
def test_the_lot_is_that_of_ten_hits_of_a_worker() -> None:
    """A worker who begins with whole texts and continues with cut ones follows no suggestion."""
    campaign = make_campaign(make_dataset(numbered_texts(30)), redundancy=3)
    suggest(campaign, WHOLE, tenths=3)
    for _ in range(2):
        enrolment = enrol(campaign)
        for _ in range(30):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            early = assignment.hit.position <= 14
            submit(enrolment, assignment, WHOLE if assignment.suggested or early else CUT)
    found = reported(campaign)
    blocks: dict[Any, tuple[list[int], list[bool]]] = {}
    for one in Judgment.objects.select_related("hit", "assignment"):
        key = one.assignment.enrolment_id, (one.hit.position - 1) // 10
        values, taken = blocks.setdefault(key, ([], []))
        values.append(int(bool(one.as_suggested)))
        taken.append(bool(one.suggested))
    assert len(blocks) == 6
    assert found["same"]["p"] == exact_p(blocks.values())
    assert found["suggested"]["same"] == 1


@pytest.mark.quick
def test_what_is_in_no_figure_is_in_neither_arm() -> None:
    campaign = segmentations()
    before = reported(campaign)
    out = Judgment.objects.filter(suggested=True).order_by("pk")[:2]
    review_judgments(
        campaign=campaign,
        user=None,
        review="rejected",
        reason="in haste",
        chosen=Chosen(judgments=tuple(one.pk for one in out)),
    )
    after = reported(campaign)
    assert after["suggested"]["judgments"] == before["suggested"]["judgments"] - 2
    assert after["alone"]["judgments"] == before["alone"]["judgments"]


def test_without_suggestions_nothing_is_reported() -> None:
    campaign = make_campaign(make_dataset(numbered_texts(4)), redundancy=2)
    judge_all_at_random(campaign, workers=2, seed=1)
    assert reported(campaign) == {}


def test_of_one_arm_only_no_difference_is_reported() -> None:
    campaign = make_campaign(make_dataset(numbered_texts(10)), redundancy=9)
    suggest(campaign, WHOLE, tenths=9)
    for _ in range(9):
        enrolment = enrol(campaign)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if assignment.suggested:
            submit(enrolment, assignment)
    found = reported(campaign)
    assert found["suggested"]["judgments"] > 0
    assert found["alone"]["judgments"] == 0
    assert found["alone"]["same"] is None
    assert (found["same"]["value"], found["same"]["p"]) == (None, None)
    assert found["same"]["reason"] == "All answers are of one arm."
    assert found["alpha"]["value"] is None
