"""The maximum cost of a campaign: bounded by HITs per worker and by workers, and never exceeded."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment, Worker
from annotation.services.campaigns.budget import budget_of, most_hits_after_training, spent_by
from annotation.services.campaigns.campaigns import extend_redundancy, launch_campaign
from annotation.services.errors import Enough, Full, Invalid, NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, why_stopped
from annotation.services.work.release import expire_overdue, return_hit
from tests.helpers.factories import at_once, enrol, make_campaign, make_user, run_out, submit
from tests.helpers.invariants import check_money, check_serving
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database
from tests.services.known import make_known, until_stopped


def claim_known(enrolment: Enrolment) -> Assignment:
    """Answer until a gold HIT comes, and claim that."""
    while True:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if HIT.objects.get(pk=assignment.hit_id).known:
            return assignment
        submit(enrolment, assignment, {"answer": YES})


def give_back_known(enrolment: Enrolment) -> None:
    return_hit(enrolment=enrolment, assignment_id=claim_known(enrolment).pk)


def let_expire(assignment: Assignment) -> None:
    run_out(assignment)
    assert expire_overdue() == 1


def refreshed(enrolment: Enrolment) -> Enrolment:
    return Enrolment.objects.get(pk=enrolment.pk)


class TestBound:
    @pytest.mark.long
    def test_it_is_reached_and_not_passed(self) -> None:
        """Two workers do all there is: 6 pairs, and 2 + 3 gold ones each, of 10."""
        terms: dict[str, Any] = {"known_every": 3, "training_hits": 2, "most_workers": 2}
        draft = make_known(pairs=16, known=10, redundancy=2, reward="0.05", launch=False, **terms)
        foreseen = budget_of(draft)
        campaign = launch_campaign(campaign=draft, user=None)
        assert budget_of(campaign) == foreseen
        assert (foreseen.ordinary, foreseen.known_each, foreseen.known) == (12, 5, 10)
        assert foreseen.cost == Decimal("1.100")
        for _ in range(2):
            assert len(until_stopped(enrol(campaign), YES)) == 11
        spent = spent_by(campaign)
        assert (spent.judgments, spent.known, spent.money) == (22, 10, foreseen.cost)
        check_serving(campaign)

    @pytest.mark.long
    def test_known_ones_are_no_more_than_there_are(self) -> None:
        campaign = make_known(pairs=40, known=4, known_every=2, training_hits=2)
        assert budget_of(campaign).known_each == 4
        until_stopped(enrol(campaign), YES)
        check_serving(campaign)

    def test_known_ones_end_with_the_others(self) -> None:
        """A gold HIT would be next by its position, and nothing else is left."""
        campaign = make_known(pairs=13, known=10, redundancy=12, known_every=2, most_workers=12)
        for _ in range(12):
            assert len(until_stopped(enrol(campaign), YES)) == 3 + 3
        check_serving(campaign)

    def test_the_most_hits_of_a_worker_bound_it_too(self) -> None:
        terms: dict[str, Any] = {"training_hits": 2, "most_workers": 3, "most_hits_per_worker": 5}
        campaign = make_known(pairs=30, known=10, redundancy=3, known_every=2, **terms)
        budget = budget_of(campaign)
        assert (budget.known_each, budget.hits_each, budget.by_workers) == (5, 7, 21)
        assert budget.judgments == 21
        for _ in range(3):
            enrolment = enrol(campaign)
            assert len(until_stopped(enrolment, YES)) == 7
            check_not_served(enrolment, Enough, "You have done 5 tasks, the maximum per person")
        assert spent_by(campaign).judgments == 21
        check_serving(campaign)

    def test_without_known_answers_it_needs_no_workers(self) -> None:
        budget = budget_of(make_pair_campaign(make_pairs(6), redundancy=4, reward="0.05"))
        assert (budget.judgments, budget.cost) == (24, Decimal("1.20"))

    def test_a_pair_that_is_known_is_not_bought_as_an_ordinary_one(self) -> None:
        draft = make_known(pairs=24, known=8, redundancy=4, launch=False)
        assert budget_of(draft).ordinary == 64

    @pytest.mark.long
    def test_a_campaign_from_before_is_without_bound_and_says_so(self) -> None:
        campaign = make_known()
        Campaign.objects.filter(pk=campaign.pk).update(most_workers=None)
        campaign.refresh_from_db()
        budget = budget_of(campaign)
        assert (budget.known, budget.judgments, budget.cost) == (None, None, None)

    def test_a_draft_from_before_is_not_launched_without_one(self) -> None:
        draft = make_known(launch=False)
        Campaign.objects.filter(pk=draft.pk).update(most_workers=None)
        with refused_at("most_workers", match="set a maximum number of workers"):
            launch_campaign(campaign=draft, user=None)

    @pytest.mark.long
    def test_work_that_is_left_out_is_requested_again_within_it(self) -> None:
        terms: dict[str, Any] = {"pass_share": "0.9", "pass_after": 2, "leave_out_failed": True}
        campaign = make_known(pairs=14, known=8, known_every=2, most_workers=5, **terms)
        assert budget_of(campaign).ordinary == 6 * 5
        failed = enrol(campaign)
        until_stopped(failed, NO)
        quotas = sum(HIT.objects.filter(campaign=campaign).values_list("quota", flat=True))
        assert quotas == 6 + refreshed(failed).earning - 2 > 6
        assert budget_of(campaign).ordinary == 6 * 5
        check_serving(campaign)
        restore_worker(enrolment=failed, user=make_user())
        check_serving(campaign)
        for _ in range(4):
            until_stopped(enrol(campaign), YES)
        check_serving(campaign)

    def test_slots_that_are_requested_again_are_paid_too(self) -> None:
        campaign = make_campaign(redundancy=2, reward="0.05")
        HIT.objects.filter(campaign=campaign, position=1).update(quota=4)
        assert budget_of(campaign).judgments == 2 * 3 + 2

    @pytest.mark.long
    def test_extending_counts(self) -> None:
        campaign = make_known(redundancy=2, reward="0.05", most_workers=4)
        known = budget_of(campaign).known
        assert known == 4 * 8
        extended = extend_redundancy(campaign=campaign, user=None, redundancy=4)
        assert budget_of(extended).cost == (4 * 32 + known) * Decimal("0.05")
        with pytest.raises(Invalid, match="At most 4 workers may join"):
            extend_redundancy(campaign=campaign, user=None, redundancy=5)


class TestJoining:
    @pytest.mark.long
    def test_whoever_comes_over_the_maximum_is_informed_and_leaves_no_trace(self) -> None:
        campaign = make_known(most_workers=2)
        first, _ = enrol(campaign, "one"), enrol(campaign, "two")
        with pytest.raises(Full, match="This study is full"):
            enrol(campaign, "three")
        assert not Worker.objects.filter(external_id="three").exists()
        assert enrol(campaign, "one") == first
        check_money(campaign)

    @pytest.mark.django_db(transaction=True)
    def test_of_many_at_once_no_more_come_in(self) -> None:
        campaign = make_known(most_workers=3)
        found = at_once([lambda: enrol(campaign) for _ in range(12)], threads=6)
        assert sum(isinstance(one, Enrolment) for one in found) == 3
        assert sum(isinstance(one, Full) for one in found) == 9
        check_money(campaign)

    @pytest.mark.parametrize(
        ("change", "name"),
        [
            ({"worker_count": 3}, "no_more_workers_than_the_most"),
            ({"redundancy": 3}, "most_workers_can_fill_every_hit"),
            ({"most_hits_per_worker": 0}, "most_hits_per_worker_are_positive"),
        ],
    )
    def test_the_database_refuses_it_too(self, change: dict[str, int], name: str) -> None:
        campaign = make_known(most_workers=2)
        with refused_by_database(name):
            Campaign.objects.filter(pk=campaign.pk).update(**change)


class TestLateWork:
    def test_a_known_hit_is_paid_once_and_not_in_addition_to_what_took_its_place(self) -> None:
        campaign = make_known(known_every=2, training_hits=3)
        enrolment = enrol(campaign)
        missed = []
        for _ in range(3):
            missed.append(claim_hit(enrolment_id=enrolment.pk))
            let_expire(missed[-1])
        assert refreshed(enrolment).training_missed == 3
        receipts = [submit(enrolment, assignment, {"answer": YES}) for assignment in missed]
        assert [receipt.counts for receipt in receipts] == [False, False, True]
        theirs = refreshed(enrolment)
        assert (theirs.submitted, theirs.earning) == (3, 1)
        assert (theirs.training_done, theirs.training_missed) == (1, 2)
        check_serving(campaign)

    def test_nobody_is_paid_over_the_maximum_of_hits(self) -> None:
        campaign = make_campaign(redundancy=3, most_hits_per_worker=1)
        enrolment = enrol(campaign)
        late = claim_hit(enrolment_id=enrolment.pk)
        let_expire(late)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        assert not submit(enrolment, late).counts
        assert submit(enrolment, assignment).counts
        assert refreshed(enrolment).earning == 1
        check_serving(campaign)

    @pytest.mark.long
    def test_at_the_last_hit_late_work_is_paid_where_nothing_is_leased(self) -> None:
        campaign = make_campaign(redundancy=3, most_hits_per_worker=1)
        enrolment = enrol(campaign)
        late = claim_hit(enrolment_id=enrolment.pk)
        let_expire(late)
        assert submit(enrolment, late).counts
        check_not_served(enrolment, Enough)


class TestReturned:
    @pytest.mark.long
    def test_returns_are_counted_once_each(self) -> None:
        enrolment = enrol(make_campaign())
        for _ in range(2):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            for _ in range(2):
                return_hit(enrolment=enrolment, assignment_id=assignment.pk)
        assert refreshed(enrolment).returned == 2

    def test_whoever_gives_every_known_one_back_is_stopped(self) -> None:
        campaign = make_known(pass_share="0.75", pass_after=2)
        enrolment = enrol(campaign)
        for _ in range(3):
            give_back_known(enrolment)
            assert refreshed(enrolment).stopped_at is None
        check_not_served(enrolment, Stopped, "0 of 2 tasks, but 75% are required")
        why = why_stopped(enrolment.pk)
        assert "returned, or whose time ran out, count as not correct: 2." in why
        check_serving(campaign)

    def test_and_whoever_lets_them_time_out(self) -> None:
        campaign = make_known(known_every=2, pass_share="0.75", pass_after=2)
        enrolment = enrol(campaign)
        for _ in range(3):
            let_expire(claim_known(enrolment))
        check_not_served(enrolment, Stopped)
        assert refreshed(enrolment).stopped_at is not None
        check_serving(campaign)

    def test_one_is_forgiven(self) -> None:
        campaign = make_known(known_every=2, pass_share="1", pass_after=2)
        enrolment = enrol(campaign)
        give_back_known(enrolment)
        for _ in range(8):
            answer(enrolment, YES)
        theirs = refreshed(enrolment)
        assert (theirs.known_missed, theirs.stopped_at) == (1, None)
        assert theirs.known_done == theirs.known_right >= 3

    @pytest.mark.long
    def test_a_mark_in_training_is_not_passed_by_choosing_the_easy_ones(self) -> None:
        campaign = make_known(training_hits=2, pass_share="0.75")
        enrolment = enrol(campaign)
        for _ in range(3):
            give_back_known(enrolment)
        for _ in range(2):
            answer(enrolment, YES)
        check_not_served(enrolment, Stopped, "2 of the 4 training examples correctly")
        assert not Judgment.objects.filter(hit__known=False).exists()
        check_serving(campaign)


class TestTraining:
    def test_each_name_draws_its_own(self) -> None:
        """A worker who learnt the answers under one name gets others under the next."""
        campaign = make_known(pairs=40, known=12, training_hits=4, pass_share="0.75")
        drawn = [frozenset(_known_hits(enrol(campaign), 4)) for _ in range(12)]
        assert len(set(drawn)) > 8
        known_again = [len(drawn[0] & other) for other in drawn[1:]]
        assert min(known_again) <= 2 < len(frozenset.union(*drawn)) - 4

    @pytest.mark.long
    def test_it_is_counted_apart_from_what_follows(self) -> None:
        campaign = make_known(pairs=40, known=12, known_every=2, training_hits=2)
        enrolment = enrol(campaign)
        for index in (*[YES] * 2, *[NO] * 6):
            answer(enrolment, index)
        theirs = refreshed(enrolment)
        assert (theirs.training_right, theirs.training_done) == (2, 2)
        assert (theirs.known_right, theirs.known_done) == (0, 3)

    @pytest.mark.long
    def test_what_can_come_to_a_worker_is_what_comes(self) -> None:
        campaign = make_known(pairs=16, known=10, known_every=3, training_hits=2)
        assert most_hits_after_training(campaign, 2) == 6 + 3
        assert len(until_stopped(enrol(campaign), YES)) == 2 + 9
        capped = make_known(pairs=16, known=10, known_every=3, most_hits_per_worker=4)
        assert most_hits_after_training(capped, 0) == 4


def _known_hits(enrolment: Enrolment, how_many: int) -> list[int]:
    found = []
    for _ in range(how_many):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        found.append(assignment.hit_id)
        submit(enrolment, assignment, {"answer": YES})
    return found


@pytest.mark.long
def test_nothing_left_is_no_bound() -> None:
    campaign = make_known(pairs=4, known=1, known_every=2)
    enrolment = enrol(campaign)
    until_stopped(enrolment, YES)
    with pytest.raises(NothingLeft) as reason:
        claim_hit(enrolment_id=enrolment.pk)
    assert not isinstance(reason.value, Enough)
