"""Exclusions during work: no submission is lost, no HIT stays short or gets too many."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connections, transaction
from django.db.models import F

from annotation.models import HIT, Campaign, Enrolment, Judgment, User
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.errors import Busy, NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.release import return_hit
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.helpers.factories import at_once, enrol, judge_next, make_campaign, make_user, submit
from tests.helpers.invariants import check_figures, check_serving
from tests.services.test_lock_order import until_waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

HITS, REDUNDANCY = 12, 3


def work(worker: Enrolment, seed: int) -> int:
    """Work until nothing is left; return the number of submissions. One HIT in ten is returned."""
    luck, given = random.Random(seed), 0
    while True:
        try:
            assignment = claim_hit(enrolment_id=worker.pk)
            if luck.random() < 0.1:
                return_hit(enrolment=worker, assignment_id=assignment.pk)
                continue
            submit(worker, assignment)
            given += 1
        except Busy:
            continue
        except (NothingLeft, Stopped):
            return given


def change_minds(workers: list[Enrolment], user: User, seed: int) -> int:
    luck = random.Random(seed)
    for _ in range(12):
        worker = luck.choice(workers)
        exclude_worker(enrolment=worker, user=user, reason="a try")
        if luck.random() < 0.8:
            include_worker(enrolment=worker, user=user)
    return 0


def test_nothing_is_lost_short_or_requested_in_vain() -> None:
    campaign = make_campaign(texts=HITS, redundancy=REDUNDANCY)
    workers, user = [enrol(campaign) for _ in range(8)], make_user()
    jobs = [partial(work, worker, seed) for seed, worker in enumerate(workers)]
    jobs += [partial(change_minds, workers[:4], user, seed) for seed in (1, 2)]
    results = at_once(jobs, threads=10)
    assert not [result for result in results if isinstance(result, Exception)], results
    assert Judgment.objects.count() == sum(result for result in results if isinstance(result, int))
    check_serving(campaign)
    for worker in workers:
        exclude_worker(enrolment=worker, user=user, reason="all of them")
    while work(enrol(campaign), seed=0):
        pass
    assert not HIT.objects.filter(campaign=campaign, taken__lt=F("quota")).exists()
    assert Judgment.objects.counting().count() == HITS * REDUNDANCY
    for worker in workers:
        include_worker(enrolment=worker, user=user)
    check_serving(campaign)
    fold_all(campaign.pk)
    check_figures(campaign)


def both_orders(first: Callable[[], object], second: Callable[[], object]) -> None:
    """Run `second` after `first` has done its work and before it commits."""
    with ThreadPoolExecutor(1) as other_tab:
        with transaction.atomic():
            first()
            waiting = other_tab.submit(second)
            until_waiting(waiting)
        waiting.result(30)
        other_tab.submit(connections.close_all).result()


def make_leased() -> tuple[Campaign, Enrolment, Callable[[], object], Callable[[], object]]:
    """Make a worker with a judgment and an open HIT; return what submits it, and what excludes
    them."""
    campaign = make_campaign(texts=2, redundancy=1)
    worker = enrol(campaign)
    judge_next(worker)
    assignment = claim_hit(enrolment_id=worker.pk)
    submitting = partial(submit, worker, assignment)
    excluding = partial(exclude_worker, enrolment=worker, user=make_user(), reason="spam")
    return campaign, worker, submitting, excluding


def test_what_was_submitted_before_an_exclusion_is_paid_and_requested_again() -> None:
    campaign, worker, submitting, excluding = make_leased()
    both_orders(submitting, excluding)
    worker.refresh_from_db()
    assert (worker.submitted, worker.earning) == (2, 2)
    assert set(HIT.objects.values_list("taken", "quota")) == {(1, 2)}
    assert not Judgment.objects.counting().exists()
    check_serving(campaign)


@pytest.mark.quick
def test_what_is_submitted_after_it_is_stored_and_takes_no_slot() -> None:
    campaign, worker, submitting, excluding = make_leased()
    both_orders(excluding, submitting)
    worker.refresh_from_db()
    assert (worker.submitted, worker.earning) == (2, 1)
    assert sorted(HIT.objects.values_list("taken", "quota")) == [(0, 1), (1, 2)]
    check_serving(campaign)


@pytest.mark.parametrize("extended_first", [True, False])
def test_a_rejection_and_an_extension_at_once_both_ask(extended_first: bool) -> None:
    campaign, user = make_campaign(texts=["a b c"], redundancy=1), make_user()
    judge_next(enrol(campaign))
    judgment = Judgment.objects.get()
    rejecting = partial(
        review_judgment, judgment=judgment, user=user, review="rejected", reason="blank"
    )
    extending = partial(extend_redundancy, campaign=campaign, user=None, redundancy=3)
    both_orders(extending, rejecting) if extended_first else both_orders(rejecting, extending)
    campaign.refresh_from_db()
    assert HIT.objects.get().quota == 4
    check_serving(campaign)


@pytest.mark.quick
@pytest.mark.parametrize("returned_first", [True, False])
def test_a_replacement_returned_during_an_inclusion_is_not_requested(returned_first: bool) -> None:
    """The deciding transaction sees the slot as taken: the returning one checks again
    afterwards."""
    campaign, user = make_campaign(texts=["a b c"], redundancy=1), make_user()
    worker, other = enrol(campaign), enrol(campaign)
    judge_next(worker)
    exclude_worker(enrolment=worker, user=user, reason="a mistake")
    lease = claim_hit(enrolment_id=other.pk)
    returning = partial(return_hit, enrolment=other, assignment_id=lease.pk)
    including = partial(include_worker, enrolment=worker, user=user)
    both_orders(returning, including) if returned_first else both_orders(including, returning)
    assert (HIT.objects.get().taken, HIT.objects.get().quota) == (1, 1)
    check_serving(campaign)
