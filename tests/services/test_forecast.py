"""The forecast of a campaign's cost, compared with the actual cost when the work is done."""

from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import HIT, Campaign, Enrolment, Judgment
from annotation.services.campaigns.budget import budget_of, spent_by
from annotation.services.campaigns.campaigns import close_campaign, extend_redundancy
from annotation.services.errors import NothingLeft, NotServing
from annotation.services.pay.forecast import HitGroup, expected_extra
from annotation.services.pay.ledger import give_bonus
from annotation.services.pay.overview import money_of
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.quality import stop_worker
from annotation.services.work.release import return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, judge_many, judge_next, make_campaign, make_user, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.services.known import make_known

CENTS = Decimal("0.05")
# Plus twenty percent: 0.06 per judgment.
PAID: dict[str, Any] = {"reward": CENTS, "currency": "USD", "fee_percent": "20"}


def make_paid(hits: int = 6, redundancy: int = 2, **terms: Any) -> Campaign:
    terms = {**PAID, **terms}
    return make_campaign(texts=hits, redundancy=redundancy, **terms)


def now(campaign: Campaign) -> Campaign:
    return Campaign.objects.select_related("dataset__project").get(pk=campaign.pk)


def forecast_of(campaign: Campaign) -> Decimal:
    [money] = money_of([now(campaign)])
    assert money.spent <= money.forecast
    return money.forecast


def outcome_of(campaign: Campaign, new: int = 0) -> Decimal:
    """Return the cost after all workers continued to the end, and this many new ones; roll it
    back."""
    with transaction.atomic():
        work_to_the_end(campaign, new)
        check_serving(campaign)
        [money] = money_of([now(campaign)])
        transaction.set_rollback(True)
    return money.spent


def work_to_the_end(campaign: Campaign, new: int = 0) -> None:
    workers = [enrol(campaign) for _ in range(new)]
    for worker in [*campaign.enrolments.order_by("pk"), *workers]:
        while go_on(worker):
            pass


def go_on(worker: Enrolment) -> bool:
    try:
        assignment = claim_hit(enrolment_id=worker.pk)
    except (NothingLeft, NotServing):
        return False
    flat = worker.campaign.scheme == "flat"
    submit(worker, assignment, None if flat else {"answer": YES})
    return True


def claim_the_next(worker: Enrolment) -> bool:
    """Claim the next task, as a desk does with each answer."""
    with suppress(NothingLeft):
        claim_hit(enrolment_id=worker.pk)
    return True


class TestOfAFixedNumberOfJudgments:
    @pytest.mark.long
    def test_it_is_what_it_comes_to_from_the_first_judgment_to_the_last(self) -> None:
        campaign = make_paid()
        assert forecast_of(campaign) == outcome_of(campaign, new=2) == 12 * Decimal("0.06")
        for _ in range(2):
            worker = enrol(campaign)
            while go_on(worker):
                assert forecast_of(campaign) == 12 * Decimal("0.06")
        [money] = money_of([now(campaign)])
        assert money.spent == money.forecast == 12 * Decimal("0.06")

    @pytest.mark.long
    def test_what_is_excluded_is_paid_and_requested_again(self) -> None:
        campaign = make_paid()
        user, spammer = make_user(), enrol(campaign)
        judge_many(spammer, 4)
        exclude_worker(enrolment=spammer, user=user, reason="spam")
        assert forecast_of(campaign) == outcome_of(campaign, new=2) == 16 * Decimal("0.06")
        include_worker(enrolment=spammer, user=user)
        assert forecast_of(campaign) == outcome_of(campaign, new=2) == 12 * Decimal("0.06")

    @pytest.mark.long
    def test_what_is_rejected_is_unpaid_and_what_is_set_aside_is_not(self) -> None:
        campaign = make_paid()
        user, worker = make_user(), enrol(campaign)
        keys = [judge_next(worker).judgment_id for _ in range(3)]
        first, second, _ = Judgment.objects.filter(pk__in=keys).order_by("pk")
        review_judgment(judgment=first, user=user, review="rejected", reason="blank")
        assert forecast_of(campaign) == outcome_of(campaign, new=3) == 12 * Decimal("0.06")
        review_judgment(judgment=second, user=user, review="set_aside")
        assert forecast_of(campaign) == outcome_of(campaign, new=3) == 13 * Decimal("0.06")

    @pytest.mark.long
    def test_an_extension_and_a_bonus_are_in_it(self) -> None:
        campaign = make_paid()
        worker = enrol(campaign)
        judge_next(worker)
        extended = extend_redundancy(campaign=campaign, user=None, redundancy=3)
        give_bonus(enrolment=worker, user=make_user(), amount=Decimal(1), reason="well read")
        expected = 18 * Decimal("0.06") + Decimal("1.20")
        assert forecast_of(extended) == outcome_of(extended, new=2) == expected

    @pytest.mark.long
    def test_what_workers_hold_is_in_it_and_what_they_return_too(self) -> None:
        campaign = make_paid()
        worker, other = enrol(campaign), enrol(campaign)
        assignment, _ = claim_hit(enrolment_id=worker.pk), claim_hit(enrolment_id=other.pk)
        assert forecast_of(campaign) == outcome_of(campaign) == 12 * Decimal("0.06")
        return_hit(enrolment=worker, assignment_id=assignment.pk)
        assert forecast_of(campaign) == outcome_of(campaign, new=1) == 12 * Decimal("0.06")

    @pytest.mark.parametrize("by_its_terms", [False, True])
    def test_after_the_end_only_what_workers_hold_comes(self, by_its_terms: bool) -> None:
        campaign = make_paid()
        worker, other = enrol(campaign), enrol(campaign)
        judge_next(worker)
        claim_hit(enrolment_id=other.pk)
        if by_its_terms:
            Campaign.objects.filter(pk=campaign.pk).update(closes_at=Now())
        else:
            close_campaign(campaign=campaign, user=make_user())
        assert forecast_of(campaign) == outcome_of(campaign) == 2 * Decimal("0.06")

    def test_what_few_workers_may_do_bounds_it(self) -> None:
        campaign = make_paid(most_workers=3, most_hits_per_worker=2)
        assert forecast_of(campaign) == outcome_of(campaign, new=3) == 6 * Decimal("0.06")

    @pytest.mark.long
    def test_what_one_may_do_in_the_project_bounds_it_and_the_most(self) -> None:
        campaign = make_paid(most_workers=3, most_project_hits=2)
        assert budget_of(campaign).judgments == 6
        assert forecast_of(campaign) == outcome_of(campaign, new=3) == 6 * Decimal("0.06")


class TestWithKnownAnswers:
    def make(self, **terms: Any) -> Campaign:
        """Make 12 pairs and 8 gold ones: one in 4 is gold, with 2 in training."""
        given: dict[str, Any] = {"redundancy": 2, "training_hits": 2, "most_workers": 5, **terms}
        return make_known(pairs=20, known=8, **{**PAID, **given})

    def test_training_and_known_answers_are_in_it(self) -> None:
        campaign = self.make()
        # Each of two: 2 in training, 12 pairs, and 4 gold ones among them.
        assert forecast_of(campaign) == outcome_of(campaign, new=2) == 36 * Decimal("0.06")
        worker = enrol(campaign)
        while go_on(worker) and claim_the_next(worker):
            assert forecast_of(campaign) == 36 * Decimal("0.06")
        assert forecast_of(campaign) == outcome_of(campaign, new=1) == 36 * Decimal("0.06")

    def test_whoever_left_says_how_many_will_come(self) -> None:
        """Two did 3 of 12 each and left: each of four will have had 2 in training and 1 gold."""
        campaign = self.make(most_hits_per_worker=None, redundancy=1)
        for _ in range(2):
            worker = enrol(campaign)
            while done(worker) < 3:
                go_on(worker)
        paid = spent_by(campaign).judgments
        [money] = money_of([now(campaign)])
        assert money.forecast == (paid + 6 + 2 + 2 * 2) * Decimal("0.06")

    def test_it_never_passes_the_most_and_ends_where_the_work_does(self) -> None:
        campaign = self.make()
        workers = [enrol(campaign) for _ in range(5)]
        going = True
        while going:
            assert spent_by(campaign).money * Decimal("1.2") <= forecast_of(campaign)
            assert forecast_of(campaign) <= (budget_of(now(campaign)).total or 0)
            going = bool(sum(go_on(worker) for worker in workers))
        [money] = money_of([now(campaign)])
        assert money.forecast == money.spent

    def test_who_is_stopped_needs_no_more_known_ones(self) -> None:
        campaign = self.make()
        stopped = enrol(campaign)
        while done(stopped) < 6:
            go_on(stopped)
        stop_worker(enrolment=stopped, user=make_user())
        paid = spent_by(campaign).judgments
        # 18 of 24 are left, 6 for each, so for three workers: 2 in training each, and 6 gold ones.
        assert forecast_of(campaign) == (paid + 18 + 6 + 6) * Decimal("0.06")


def done(worker: Enrolment) -> int:
    return Judgment.objects.filter(assignment__enrolment=worker, hit__known=False).count()


class TestUntilTheyAgree:
    def test_those_settled_say_how_often_the_others_are_requested(self) -> None:
        """For each pair the first says yes and the second no, and the third decides."""
        campaign = make_pair_campaign(make_pairs(5), redundancy=2, most_judgments=7, **PAID)
        assert forecast_of(campaign) == 10 * Decimal("0.06")
        workers = [enrol(campaign) for _ in range(3)]
        answer(workers[0], YES)
        answer(workers[1], NO)
        assert forecast_of(campaign) == 11 * Decimal("0.06")
        answer(workers[2], YES)
        assert HIT.objects.get(campaign=campaign, taken=3).quota == 3
        assert forecast_of(campaign) == 15 * Decimal("0.06")
        for _ in range(4):
            for worker, index in zip(workers, (YES, NO, YES), strict=True):
                answer(worker, index)
        [money] = money_of([now(campaign)])
        assert money.spent == money.forecast == 15 * Decimal("0.06")

    def test_what_is_lost_is_no_disagreement(self) -> None:
        campaign = make_pair_campaign(make_pairs(4), redundancy=2, most_judgments=7, **PAID)
        workers = [enrol(campaign) for _ in range(3)]
        answer(workers[0], YES)
        exclude_worker(enrolment=workers[0], user=make_user(), reason="spam")
        answer(workers[1], YES)
        answer(workers[2], YES)
        assert forecast_of(campaign) == outcome_of(campaign) == 9 * Decimal("0.06")


@pytest.mark.long
@given(st.integers(2, 9), st.integers(0, 6), st.integers(1, 50), st.integers(1, 50))
def test_uniform_settling_is_forecast(first: int, more: int, settled: int, unsettled: int) -> None:
    groups = [
        HitGroup(first + more, settled=True, hits=settled, free=0, most=99),
        HitGroup(first, settled=False, hits=unsettled, free=unsettled, most=99),
    ]
    assert expected_extra(groups) == more * unsettled


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(3, 9), st.integers(1, 9)), min_size=1, max_size=6))
def test_new_hits_are_requested_as_often_as_settled_ones(settled: list[tuple[int, int]]) -> None:
    groups = [
        HitGroup(redundancy, settled=True, hits=hits, free=0, most=99)
        for redundancy, hits in settled
    ]
    fresh = HitGroup(3, settled=False, hits=60, free=180, most=900)
    extra = sum((redundancy - 3) * hits for redundancy, hits in settled)
    hits = sum(hits for _, hits in settled)
    # Pairs waiting for their first judgments got no fourth one, and were not settled.
    assert expected_extra([*groups, fresh]) * hits == 60 * extra
