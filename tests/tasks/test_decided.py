"""Workers, consensus and adjudicators compared with decisions: against slow references, and when it
is made."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from agreement.bootstrap import USUAL
from agreement.likeness import held_against
from agreement.sampling import Draws
from analysis.reports.decisions import DecidedMaterial, decided_of, read_decided
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, CampaignReport, Decision, Judgment
from annotation.services.decisions.decide import Seen, accept_judgment, decide, withdraw_decision
from midpath.kernels.base import NOTHING
from midpath.tables.figures.decision_figures import DecisionFigures
from tasks.decision_reports import due_decided, make_decided
from tasks.fold import fold_all
from tasks.reports import due_campaigns, make_reports
from tests.helpers.evidence import evidence_campaign
from tests.helpers.evidence import judge_all as judge_evidence
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.labels import SETTINGS, campaign_of_labels
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries, explain, run_sql, steps_of
from tests.services.deciding import CUT, WHOLE, House

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PLAN = USUAL._replace(method="percentile")


def results(campaign: Campaign) -> dict[str, Any]:
    make_decided(campaign.pk)
    found: dict[str, Any] = campaign.reports.get(kind=CampaignReport.Kind.DECISIONS).results
    return found


def slow_mean(values: Sequence[Fraction]) -> float:
    return float(sum(values, Fraction(0)) / len(values))


def slow_interval(values: Sequence[Fraction]) -> tuple[float, float]:
    """Return the interval: each resample drawn item by item, sorted, and read at both ends."""
    n, draws = len(values), Draws(PLAN.seed)
    drawn = draws.below(n, PLAN.resamples * n).tolist()
    means = sorted(
        slow_mean([values[place] for place in drawn[start : start + n]])
        for start in range(0, len(drawn), n)
    )

    def at(share: float) -> float:
        place = share * (len(means) - 1)
        low = int(place)
        high = min(low + 1, len(means) - 1)
        return means[low] + (place - low) * (means[high] - means[low])

    return at(0.025), at(0.975)


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(3))
def test_means_and_intervals_are_those_of_a_slow_twin(seed: int) -> None:
    luck = Random(seed)
    values = [Fraction(luck.randint(0, 3), 3) for _ in range(luck.randint(2, 30))]
    found = held_against(values, plan=PLAN)
    assert found["likeness"] == pytest.approx(slow_mean(values))
    interval = found["likeness_interval"]
    assert (interval["low"], interval["high"]) == pytest.approx(slow_interval(values))
    same = [Fraction(value == 1) for value in values]
    assert found["same"] == pytest.approx(slow_mean(same))
    interval = found["same_interval"]
    assert (interval["low"], interval["high"]) == pytest.approx(slow_interval(same))


@pytest.mark.quick
def test_one_item_has_a_mean_and_a_reason_for_no_interval() -> None:
    found = held_against([Fraction(1, 2)], "pairs", PLAN)
    assert (found["likeness"], found["same"]) == (0.5, 0.0)
    assert found["likeness_interval"]["low"] is None
    assert "at least two" in found["likeness_interval"]["reason"]


def segments(vector: Sequence[int]) -> set[tuple[int, int]]:
    """Return the parts of a flat segmentation, by their first and last word."""
    ends = [place for place, cut in enumerate(vector) if cut] + [len(vector)]
    return set(zip([0, *(end + 1 for end in ends[:-1])], ends, strict=True))


def f1(one: Sequence[int], other: Sequence[int]) -> Fraction:
    mine, theirs = segments(one), segments(other)
    return Fraction(2 * len(mine & theirs), len(mine) + len(theirs))


def test_workers_are_compared_with_what_is_decided() -> None:
    house = House(texts=6)
    decided = {position: CUT if position % 2 else WHOLE for position in range(1, 6)}
    for position, boundaries in decided.items():
        house.decides(house.ada, boundaries, position)
    slow: defaultdict[int, list[Fraction]] = defaultdict(list)
    judged = Judgment.objects.order_by("hit__item_id")
    for one in judged.select_related("hit__item", "assignment__enrolment__worker"):
        if (position := one.hit.item.position) in decided:
            worker = one.assignment.enrolment.worker.number
            slow[worker].append(f1(one.vector, decided[position]))
    found = results(house.campaign)
    assert (found["decisions"], found["made_blind"], found["apart"]) == (5, 0, None)
    assert len(found["workers"]) == 3
    for one in found["workers"]:
        values = slow[one["worker"]]
        assert (one["decided"], one["likeness"]) == (5, pytest.approx(slow_mean(values)))
        interval = one["likeness_interval"]
        assert (interval["low"], interval["high"]) == pytest.approx(slow_interval(values))


def test_each_consensus_is_compared_with_what_is_decided() -> None:
    house = House(texts=6)
    for position in range(1, 6):
        house.decides(house.ada, CUT, position)
    hit = house.hit(6)
    decide(hit=hit, payload={"boundaries": CUT}, user=house.ada, seen=Seen(blind=True))
    by_item: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for one in Judgment.objects.order_by("pk"):
        by_item[one.hit_id].append(tuple(one.vector))
    kernel = analysis_of(house.campaign).kernel
    settled = [kernel.consensus(by_item[hit], {}) for hit in sorted(by_item)]
    found = results(house.campaign)
    assert [one["way"] for one in found["consensus"]] == ["mode", "majority of cuts"]
    for one in found["consensus"]:
        chosen = [ways[one["way"]] for ways in settled]
        values = [f1(vector, CUT) for vector in chosen if vector is not None]
        assert one["decided"] == len(values)
        assert one["undecided"] == len(chosen) - len(values)
        assert one["likeness"] == pytest.approx(slow_mean(values))
    assert found["made_blind"] == 1
    assert [one["decided"] for one in found["blind"]] == [1, 1]


def test_two_adjudicators_are_compared_by_the_figures_of_the_scheme() -> None:
    house = House(texts=4)
    house.two()
    made = {1: (CUT, CUT), 2: (CUT, WHOLE), 3: (WHOLE, WHOLE)}
    for position, (mine, theirs) in made.items():
        house.decides(house.ada, mine, position)
        house.decides(house.bob, theirs, position)
    house.decides(house.ada, CUT, 4)
    house.decides(house.ada, WHOLE, 2)
    apart = results(house.campaign)["apart"]
    kernel = analysis_of(house.campaign).kernel
    pairs = [(tuple(mine), tuple(theirs)) for mine, theirs in made.values()]
    wanted: Any = kernel.figures(kernel.total((two, NOTHING) for two in pairs))
    assert apart["hits"] == 3
    assert apart["figures"]["alpha"]["d1"]["exact"] == wanted["alpha"]["d1"]["exact"]
    values = [f1(mine, theirs) for mine, theirs in made.values()]
    assert apart["held"]["likeness"] == pytest.approx(slow_mean(values))


def test_pairs_and_labels_are_compared_by_votes_and_by_dawid_and_skene() -> None:
    for campaign in (
        make_pair_campaign(make_pairs(3), redundancy=3),
        campaign_of_labels("One.", "Two.", "Three.", settings=SETTINGS["one"], redundancy=3),
        campaign_of_labels("One.", "Two.", "Three.", settings=SETTINGS["any"], redundancy=3),
        campaign_of_labels("One.", "Two.", "Three.", settings=SETTINGS["scale"], redundancy=3),
    ):
        several = campaign.scheme == "label" and campaign.settings["kind"] == "any"
        for given in (0, 0, 1):
            worker = enrol(campaign)
            for _ in range(3):
                judge_next(worker, {"answer": [given] if several else given})
        fold_all(campaign.pk)
        user = make_user()
        for hit in campaign.hits.order_by("pk"):
            decide(hit=hit, payload={"answer": [0] if several else 0}, user=user)
        found = {one["way"]: one for one in results(campaign)["consensus"]}
        assert "Dawid–Skene" in found
        for way, one in found.items():
            assert (one["decided"], one["undecided"], one["same"]) == (3, 0, 1.0), way
        assert [one["same"] for one in results(campaign)["workers"]] == [1.0, 1.0, 0.0]


@pytest.mark.quick
@pytest.mark.parametrize("scheme", ["label", "pair"])
def test_models_are_fitted_after_everything_is_read(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = (
        campaign_of_labels("One.", settings=SETTINGS["scale"], redundancy=1)
        if scheme == "label"
        else make_pair_campaign(make_pairs(1), redundancy=1)
    )
    judge_next(enrol(campaign), {"answer": 0})
    fold_all(campaign.pk)
    decide(hit=campaign.hits.get(), payload={"answer": 0}, user=make_user())
    with monkeypatch.context() as patch:
        patch.setattr(f"analysis.schemes.{scheme}.{scheme}_lines", None)
        material = read_decided(campaign)
    with assert_queries(0):
        found = decided_of(material)
    assert "Dawid–Skene" in [one["way"] for one in found["consensus"]]


def test_evidence_is_compared_by_its_majority() -> None:
    campaign = evidence_campaign(redundancy=3)
    judge_evidence(campaign, 3)
    fold_all(campaign.pk)
    user = make_user()
    judgment = Judgment.objects.filter(campaign=campaign).earliest("pk")
    accept_judgment(judgment=judgment, user=user)
    found = results(campaign)
    assert [one["way"] for one in found["consensus"]] == ["majority of sentences"]
    first = next(one for one in found["workers"] if one["worker"] == 1)
    assert first["same"] == 1.0


@pytest.mark.quick
def test_it_is_due_when_somebody_decides_or_the_figures_move_and_makes_nothing_else_due() -> None:
    house = House()
    make_reports(house.campaign.pk)
    CampaignReport.objects.update(rests_until=Now())
    assert due_decided() == []
    made = house.decides(house.ada, CUT)
    assert due_decided() == [house.campaign.pk]
    assert house.campaign.pk not in due_campaigns()
    make_decided(house.campaign.pk)
    assert due_decided() == []
    CampaignReport.objects.update(rests_until=Now())
    withdraw_decision(decision=made, user=house.ada)
    assert due_decided() == [house.campaign.pk]
    make_decided(house.campaign.pk)
    assert due_decided() == []
    CampaignReport.objects.update(rests_until=Now())
    AgreementState.objects.update(version=99)
    assert due_decided() == [house.campaign.pk]
    assert Decision.objects.count() == 1


@pytest.mark.quick
def test_however_many_decisions_a_campaign_has_its_last_ones_are_read() -> None:
    house = House()
    made = house.decides(house.ada, CUT)
    Decision.objects.bulk_create(
        Decision(
            campaign=house.campaign,
            hit=made.hit,
            adjudicator=1,
            how=Decision.How.WRITTEN,
            payload={},
            vector=[],
            withdrawn_at=Now(),
        )
        for _ in range(1_000)
    )
    run_sql("ANALYZE annotation_decision")
    with CaptureQueriesContext(connection) as queries:
        due_decided()
    steps = steps_of(explain(queries.captured_queries[0]["sql"])["Plan"])
    of_decisions = [one for one in steps if one.get("Relation Name") == Decision._meta.db_table]
    assert of_decisions
    assert sum(one["Actual Rows"] * one["Actual Loops"] for one in of_decisions) <= 5


@pytest.mark.quick
@pytest.mark.parametrize("first", [True, False])
def test_a_report_that_fails_waits_and_the_last_one_stays(
    first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House()
    house.decides(house.ada, CUT)
    before = {} if first else results(house.campaign)
    house.decides(house.ada, CUT, position=2)
    CampaignReport.objects.update(rests_until=Now())
    assert due_decided() == [house.campaign.pk]
    with monkeypatch.context() as patch:
        patch.setattr("tasks.decision_reports.read_decided", None)
        with pytest.raises(TypeError):
            make_decided(house.campaign.pk)
    assert due_decided() == []
    assert house.campaign.reports.get(kind="decisions").results == before
    CampaignReport.objects.update(rests_until=Now())
    assert due_decided() == [house.campaign.pk]
    assert results(house.campaign)["decisions"] == 2


@pytest.mark.quick
def test_a_report_rests_for_all_the_time_that_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    house, times = House(), iter((0.0, 10.0))
    house.decides(house.ada, CUT)
    order: list[str] = []

    def compute(material: DecidedMaterial) -> DecisionFigures:
        order.append("computed")
        return decided_of(material)

    def now() -> float:
        order.append("timed")
        return next(times)

    monkeypatch.setattr("tasks.decision_reports.decided_of", compute)
    monkeypatch.setattr("tasks.decision_reports.time", SimpleNamespace(monotonic=now))
    make_decided(house.campaign.pk)
    assert order == ["timed", "computed", "timed"]
    report = house.campaign.reports.get(kind="decisions")
    assert report.rests_until - report.made_at == timedelta(seconds=200)
