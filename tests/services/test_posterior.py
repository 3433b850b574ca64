"""Campaigns that settle by posterior: the statement equals its slow twin, and when it asks on."""

from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Case, F, When
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import HIT, Campaign, Enrolment, Judgment
from annotation.schemes import scheme_of
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, foresee_exclusion
from annotation.services.work.missing_judgments import settle_hits
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, judge_rest, make_campaign, make_user, submit
from tests.helpers.invariants import check_serving, settled
from tests.helpers.labels import campaign_of_labels, numbered
from tests.helpers.pairs import NO, THREE_WAY, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.posterior import set_accuracy
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.long

TERMS: dict[str, Any] = {"settle_by": "posterior", "redundancy": 2, "most_judgments": 5}
MAX_ANSWERS, WORKERS = 5, 6
accuracies = st.none() | st.integers(1, 999)


def make_probable(pairs: int = 1, **terms: Any) -> Campaign:
    return make_pair_campaign(make_pairs(pairs), **TERMS | terms)


def only(campaign: Campaign) -> HIT:
    return HIT.objects.get(campaign=campaign)


def answers(campaign: Campaign, *given: tuple[int, int | None]) -> HIT:
    """Submit each answer by a new worker with this accuracy, and return the only HIT."""
    for index, accuracy in given:
        worker = enrol(campaign)
        set_accuracy(worker, accuracy)
        answer(worker, index)
    return only(campaign)


@pytest.fixture
def judged(db: None) -> Campaign:
    """Return a campaign of which six workers judged all of six texts."""
    labels = {"kind": "one", "labels": numbered(MAX_ANSWERS)}
    terms = TERMS | {"redundancy": WORKERS, "most_judgments": 2 * WORKERS}
    campaign = campaign_of_labels(*"abcdef", settings=labels, **terms)
    for _ in range(WORKERS):
        judge_rest(enrol(campaign), {"answer": 0})
    Campaign.objects.update(redundancy=2)
    return Campaign.objects.get()


@pytest.mark.quick
@given(data=st.data())
@settings(
    max_examples=by_tier(quick=10, long=400),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_the_statement_equals_its_slow_twin(judged: Campaign, data: st.DataObject) -> None:
    count = data.draw(st.integers(2, MAX_ANSWERS), "answers")
    judged.settings = {"kind": "one", "labels": numbered(count)}
    for worker in judged.enrolments.all():
        set_accuracy(worker, data.draw(accuracies, "accuracy"))
    least, mean = data.draw(st.integers(510, 999), "least"), data.draw(accuracies, "mean")
    Campaign.objects.update(min_posterior=Decimal(least) / 1000, mean_accuracy=mean)
    keys = list(Judgment.objects.values_list("pk", flat=True))
    vote = st.tuples(st.integers(0, count - 1), st.booleans())
    votes = data.draw(st.lists(vote, min_size=len(keys), max_size=len(keys)), "votes")
    drawn = list(zip(keys, votes, strict=True))
    Judgment.objects.update(
        vector=Case(*(When(pk=pk, then=[label]) for pk, (label, _) in drawn)),
        counts=Case(*(When(pk=pk, then=counts) for pk, (_, counts) in drawn)),
    )
    hits = HIT.objects.filter(campaign=judged)
    hits.update(quota=F("taken"))
    settle_hits(judged, list(hits.values_list("pk", flat=True)))
    assert set(hits.filter(quota=F("taken")).values_list("pk", flat=True)) == settled(judged)


@pytest.mark.quick
def test_two_unknown_workers_who_agree_reach_90_percent_exactly() -> None:
    campaign = make_probable()
    assert answers(campaign, (YES, None), (YES, None)).quota == 2
    check_not_served(enrol(campaign))
    check_serving(campaign)
    campaign = make_probable(min_posterior=Decimal("0.901"))
    assert answers(campaign, (YES, None), (YES, None)).quota == 3
    check_serving(campaign)


def test_unknown_workers_are_as_often_right_as_the_others() -> None:
    campaign = make_probable()
    Campaign.objects.update(mean_accuracy=749)
    assert answers(campaign, (YES, None), (YES, None)).quota == 3
    assert answers(campaign, (YES, 999)).quota == 3


def test_one_good_worker_outweighs_two_poor_ones() -> None:
    """.9 .4 .4 to .1 .6 .6 is 4 to 1; with .95 it is 8.4 to 1, with .98 22 to 1."""
    for accuracy, quota in ((900, 4), (950, 4), (980, 3)):
        campaign = make_probable(redundancy=3)
        assert answers(campaign, (YES, accuracy), (NO, 600), (NO, 600)).quota == quota
        check_serving(campaign)


def test_with_more_answers_a_vote_says_more() -> None:
    campaign = make_probable(settings=THREE_WAY, min_posterior=Decimal("0.947"))
    assert answers(campaign, (1, None), (1, None)).quota == 2


@pytest.mark.quick
def test_judgments_are_added_one_at_a_time_up_to_the_cap() -> None:
    campaign = make_probable(most_judgments=4)
    quotas = [answers(campaign, (n % 2, None)).quota for n in range(4)]
    assert quotas == [2, 3, 4, 4]
    check_not_served(enrol(campaign))
    check_serving(campaign)


def test_a_lease_is_waited_for() -> None:
    campaign = make_probable(redundancy=3)
    worker = enrol(campaign)
    lease = claim_hit(enrolment_id=worker.pk)
    assert answers(campaign, (YES, None), (NO, None)).quota == 3
    submit(worker, lease, {"answer": NO})
    assert only(campaign).quota == 4
    check_serving(campaign)


def test_a_rejection_asks_again_and_restoring_takes_it_back() -> None:
    campaign, user = make_probable(), make_user()
    answers(campaign, (YES, 950), (YES, 600))
    judgment = Judgment.objects.earliest("pk")
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert only(campaign).quota == 3
    check_serving(campaign)
    review_judgment(judgment=judgment, user=user, review="")
    assert only(campaign).quota == 2
    check_serving(campaign)


def test_the_effect_of_an_exclusion_is_foreseen() -> None:
    campaign = make_probable(most_judgments=9)
    answers(campaign, (YES, 600), (NO, 600), (YES, 950))
    judge = Enrolment.objects.latest("pk")
    before = only(campaign).quota
    foreseen = foresee_exclusion(campaign, [judge])
    exclude_worker(enrolment=judge, user=make_user(), reason="spam")
    assert foreseen.hits == 1
    assert only(campaign).quota == before + foreseen.asked_again == 4
    check_serving(campaign)


def test_an_extension_goes_on_from_there() -> None:
    campaign = make_probable()
    answers(campaign, (YES, 950), (YES, 950))
    extended = extend_redundancy(campaign=campaign, user=None, redundancy=3)
    assert only(extended).quota == 3
    assert answers(extended, (NO, None)).quota == 3
    check_serving(extended)


@pytest.mark.quick
def test_a_report_stores_how_often_workers_are_right() -> None:
    """Accuracies that changed decide only when something changes on a HIT."""
    campaign = make_probable(pairs=12, redundancy=3, most_judgments=6)
    workers = [enrol(campaign) for _ in range(4)]
    for worker in workers[:2]:
        judge_rest(worker, {"answer": YES})
    for number in range(12):
        answer(workers[2], YES if number % 2 else NO)
    fold_all(campaign.pk)
    quotas = list(HIT.objects.order_by("pk").values_list("quota", flat=True))
    make_reports(campaign.pk)
    signals = campaign.signals.order_by("pk")
    good, also_good, poor = (one.accuracy or 0 for one in signals)
    campaign.refresh_from_db()
    mean = campaign.mean_accuracy
    assert good == also_good
    assert mean is not None
    assert good > 900 > mean > 600 > poor
    assert list(HIT.objects.order_by("pk").values_list("quota", flat=True)) == quotas


def test_a_majority_needs_no_accuracies() -> None:
    campaign = make_pair_campaign(make_pairs(3), redundancy=2, most_judgments=5)
    for _ in range(2):
        judge_rest(enrol(campaign), {"answer": YES})
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    campaign.refresh_from_db()
    assert campaign.mean_accuracy is None
    assert set(campaign.signals.values_list("accuracy", flat=True)) == {None}


@pytest.mark.quick
@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"majority_of": "yes_no"}, "majority_of"),
        ({"most_judgments": None}, "most_judgments"),
        ({"min_posterior": Decimal("0.5")}, "min_posterior"),
        ({"min_posterior": Decimal(1)}, "min_posterior"),
    ],
)
def test_terms_that_no_posterior_can_have_are_refused(terms: dict[str, Any], field: str) -> None:
    with refused_at(field):
        make_probable(settings=THREE_WAY, **terms)


@pytest.mark.quick
def test_a_posterior_is_of_single_answers() -> None:
    with refused_at("settle_by", match="single label"):
        campaign_of_labels("a", settings={"kind": "any"}, **TERMS)
    with refused_at("settle_by", match="single label"):
        make_campaign(settle_by="posterior")
    scale = campaign_of_labels("a", settings={"kind": "scale"}, **TERMS)
    assert scheme_of(scale).count_answers(scale.settings) == 5  # type: ignore[attr-defined]


@pytest.mark.quick
def test_the_database_refuses_them_too() -> None:
    campaign = make_probable(settings=THREE_WAY)
    rows = Campaign.objects.filter(pk=campaign.pk)
    for terms in ({"majority_of": "yes_no"}, {"most_judgments": None}):
        with refused_by_database("a_posterior_is_of_single_answers_up_to_a_maximum"):
            rows.update(**terms)
    with refused_by_database("a_posterior_can_be_reached"):
        rows.update(min_posterior=1)
    with refused_by_database("workers_are_sometimes_right"):
        rows.update(mean_accuracy=0)
    with refused_by_database("nobody_is_always_right"):
        set_accuracy(enrol(campaign), 1000)
