"""Attempts of a worker who wants pay without work: each is refused, or costs as much as honest
work."""

from functools import partial
from typing import Any

import pytest

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.errors import Conflict, NothingLeft, Stopped
from annotation.services.pay.balance import balance_of
from annotation.services.people.platform_return import return_link
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.quality import stop_worker
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import skip_hit
from annotation.services.work.withdrawal import withdraw
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_next,
    make_campaign,
    make_user,
    run_out,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES
from tests.services.known import make_known
from tests.services.paying import check_pay, make_paid

pytestmark = pytest.mark.django_db

PAID: dict[str, Any] = {"reward": "0.05", "currency": "USD"}


def now(enrolment: Enrolment) -> Enrolment:
    return Enrolment.objects.select_related("campaign").get(pk=enrolment.pk)


def let_expire(worker: Enrolment, assignment: Assignment) -> None:
    run_out(assignment)
    assert expire_overdue() == 1


def give_back(worker: Enrolment, assignment: Assignment) -> None:
    return_hit(enrolment=worker, assignment_id=assignment.pk)


class TestTakingWithoutAnswering:
    """Gold HITs are served on submit. So the attacker claims many HITs, answers none while a gold
    HIT could come, and answers all of them at the end."""

    @pytest.mark.parametrize("lose", [let_expire, give_back])
    def test_what_was_hoarded_is_stored_and_not_paid(self, lose: Any) -> None:
        campaign = make_known(pairs=40, known=8, known_every=4, redundancy=2, **PAID)
        worker = enrol(campaign)
        hoard = []
        for _ in range(12):
            assignment = claim_hit(enrolment_id=worker.pk)
            lose(worker, assignment)
            if not HIT.objects.get(pk=assignment.hit_id).known:
                hoard.append(assignment)
        receipts = [submit(worker, assignment, {"answer": NO}) for assignment in hoard]
        assert [receipt.late for receipt in receipts] == [True] * len(hoard)
        assert sum(receipt.counts for receipt in receipts) <= 1
        assert Judgment.objects.filter(assignment__enrolment=worker).count() == len(hoard)
        assert now(worker).earning <= 1
        check_serving(campaign)

    def test_a_last_answer_that_is_late_is_paid_and_a_known_one_is_not_passed_by(self) -> None:
        campaign = make_known(pairs=40, known=8, known_every=4, redundancy=2, **PAID)
        worker = enrol(campaign)
        known = 0
        for _ in range(8):
            assignment = claim_hit(enrolment_id=worker.pk)
            known += HIT.objects.get(pk=assignment.hit_id).known
            let_expire(worker, assignment)
            assert submit(worker, assignment, {"answer": YES}).counts
        assert known == 2
        check_serving(campaign)

    @pytest.mark.attack(43)
    def test_whoever_was_stopped_is_paid_for_what_they_had_leased_and_no_more(self) -> None:
        campaign = make_campaign(redundancy=2, **PAID)
        worker = enrol(campaign)
        hoard = [claim_hit(enrolment_id=worker.pk)]
        let_expire(worker, hoard[0])
        hoard.append(claim_hit(enrolment_id=worker.pk))
        stop_worker(enrolment=worker, user=make_user())
        assert [submit(worker, assignment).counts for assignment in hoard] == [False, True]
        check_serving(campaign)

    def test_elsewhere_what_was_late_from_another_device_is_paid(self) -> None:
        campaign = make_campaign(redundancy=2, **PAID)
        worker = enrol(campaign)
        offline = claim_hit(enrolment_id=worker.pk)
        let_expire(worker, offline)
        judge_next(worker)
        assert submit(worker, offline).counts
        check_serving(campaign)


@pytest.mark.long
def test_after_an_exclusion_nothing_is_got_and_nothing_earned() -> None:
    campaign = make_paid()
    worker = enrol(campaign)
    judge_next(worker)
    assignment = claim_hit(enrolment_id=worker.pk)
    exclude_worker(enrolment=worker, user=make_user(), reason="spam")
    with pytest.raises(Stopped):
        claim_hit(enrolment_id=worker.pk)
    assert not submit(worker, assignment).counts
    with pytest.raises(Stopped):
        claim_hit(enrolment_id=enrol(campaign, worker.worker.external_id).pk)
    assert now(worker).earning == 1
    check_pay(campaign)
    check_serving(campaign)


@pytest.mark.long
def test_after_a_rejection_the_same_text_comes_and_pays_no_second_time() -> None:
    campaign = make_paid(hits=2, redundancy=1)
    worker, user = enrol(campaign), make_user()
    assignment = claim_hit(enrolment_id=worker.pk)
    receipt = submit(worker, assignment)
    judgment = Judgment.objects.get(pk=receipt.judgment_id)
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    again = submit(worker, assignment, submission_id=judgment.submission_id)
    assert (again.created, again.judgment_id) == (False, judgment.pk)
    with pytest.raises(Conflict):
        submit(worker, assignment)
    judge_next(worker)
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=worker.pk)
    assert balance_of(now(worker)).owed == campaign.reward
    check_pay(campaign)
    check_serving(campaign)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("later", [False, True])
def test_a_skip_and_a_submit_at_once_are_one_slot_and_one_pay(later: bool) -> None:
    campaign = make_paid(hits=3, redundancy=8)
    workers = [enrol(campaign) for _ in range(8)]
    for worker in workers:
        assignment = claim_hit(enrolment_id=worker.pk)
        skip = partial(
            skip_hit, enrolment=worker, assignment_id=assignment.pk, later=later, reason="unclear"
        )
        jobs: list[Any] = [
            partial(submit, worker, assignment),
            skip,
            partial(submit, worker, assignment),
        ]
        found = at_once(jobs, 3)
        expected = (Conflict, type(None))
        assert all(isinstance(one, expected) or hasattr(one, "judgment_id") for one in found), found
        assert Judgment.objects.filter(assignment=assignment).count() == 1
        assert now(worker).earning <= 1
    check_pay(campaign)
    check_serving(campaign)


def completes(worker: Enrolment) -> bool:
    out = return_link(Enrolment.objects.select_related("campaign", "worker").get(pk=worker.pk))
    return out is not None and out.kind == "completed"


class TestAPlaceForOneTask:
    """A platform pays a submission as a whole, by a code. So the attacker does one task and gets
    rid of the rest."""

    @pytest.fixture
    def worker(self) -> Enrolment:
        campaign = make_paid(hits=6, completion_code="DONE42", place_hits=6)
        worker = enrol(campaign)
        judge_next(worker)
        return worker

    @pytest.mark.few(1)
    @pytest.mark.parametrize("leave", ["return", "never", "later"])
    def test_all_others_are_given_back(self, worker: Enrolment, leave: str) -> None:
        for _ in range(5):
            assignment = claim_hit(enrolment_id=worker.pk)
            if leave == "return":
                give_back(worker, assignment)
            else:
                skip_hit(enrolment=worker, assignment_id=assignment.pk, later=leave == "later")
        if leave != "later":
            with pytest.raises(NothingLeft):
                claim_hit(enrolment_id=worker.pk)
        assert not completes(worker)
        close_campaign(campaign=worker.campaign, user=make_user())
        assert not completes(worker)

    def test_they_withdraw(self, worker: Enrolment) -> None:
        withdraw(enrolment=worker)
        assert not completes(worker)
        close_campaign(campaign=worker.campaign, user=make_user())
        assert not completes(worker)

    def test_the_campaign_ends_while_they_hold_one(self, worker: Enrolment) -> None:
        assignment = claim_hit(enrolment_id=worker.pk)
        close_campaign(campaign=worker.campaign, user=make_user())
        assert not completes(worker)
        submit(worker, assignment)
        assert completes(worker)


@pytest.mark.attack(45)
@pytest.mark.long
def test_one_who_returns_all_but_the_easy_ones_is_seen() -> None:
    """Workers may always return a task, but the number of returns is shown with their work."""
    campaign: Campaign = make_paid(hits=6, redundancy=1)
    worker = enrol(campaign)
    for _ in range(4):
        give_back(worker, claim_hit(enrolment_id=worker.pk))
    judge_next(worker)
    assert (now(worker).returned, now(worker).submitted) == (4, 1)
    # A returned task is not served to them again, so each is seen once.
    judge_next(worker)
    with pytest.raises(NothingLeft):
        claim_hit(enrolment_id=worker.pk)
    check_serving(campaign)
