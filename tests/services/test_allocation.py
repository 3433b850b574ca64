"""Allocation of HITs: each worker's own position in the order, caps across a project, and the
hours."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.campaigns.limits import set_limits
from annotation.services.clock import database_now
from annotation.services.errors import (
    AlreadySubmitted,
    Enough,
    HandsFull,
    Invalid,
    NothingLeft,
    NotServing,
    Over,
)
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.worker_state import lock_worker_state
from tests.helpers.factories import (
    at_once,
    claim_patiently,
    enrol,
    judge_many,
    judge_next,
    judge_rest,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.queries import run_sql
from tests.helpers.refusals import check_not_served, refused_by_database

HITS = 9


@pytest.fixture
def own(db: None) -> Campaign:
    return make_campaign(texts=HITS, walk="own", redundancy=3)


def start_of(enrolment: Enrolment) -> int:
    with transaction.atomic():
        return lock_worker_state(enrolment.pk).start


def walked(enrolment: Enrolment) -> list[int]:
    """Return the positions of the HITs that a worker is served, to the last one."""
    return [one.hit.position for one in judge_rest(enrolment)]


def from_own_place(enrolment: Enrolment) -> list[int]:
    start = start_of(enrolment)
    return [(start + step) % HITS + 1 for step in range(HITS)]


def test_each_walks_the_whole_order_from_their_own_place(own: Campaign) -> None:
    workers = [enrol(own) for _ in range(3)]
    for worker in workers:
        assert walked(worker) == from_own_place(worker)
    assert set(HIT.objects.values_list("taken", flat=True)) == {3}
    check_serving(own)


@pytest.mark.long
def test_places_differ_and_follow_from_the_seed(own: Campaign) -> None:
    workers = [enrol(own) for _ in range(40)]
    starts = [start_of(worker) for worker in workers]
    assert len(set(starts)) > HITS // 2
    assert starts == [start_of(worker) for worker in workers]
    Campaign.objects.filter(pk=own.pk).update(seed=own.seed + 1)
    assert starts != [start_of(worker) for worker in workers]


@pytest.mark.long
def test_together_all_begin_at_the_first() -> None:
    campaign = make_campaign(texts=HITS, redundancy=3)
    assert {start_of(enrol(campaign)) for _ in range(9)} == {0}


@pytest.mark.long
def test_what_comes_back_is_offered_before_the_rest_of_the_walk(own: Campaign) -> None:
    Campaign.objects.filter(pk=own.pk).update(redundancy=1)
    HIT.objects.update(quota=1)
    early, late = enrol(own), enrol(own)
    assignment = claim_hit(enrolment_id=early.pk)
    judge_next(late)
    return_hit(enrolment=early, assignment_id=assignment.pk)
    assert claim_hit(enrolment_id=late.pk).hit_id == assignment.hit_id
    check_serving(own)


@pytest.mark.long
def test_more_judgments_are_requested_of_all_that_lies_behind_as_well(own: Campaign) -> None:
    workers = [enrol(own) for _ in range(4)]
    for worker in workers[:3]:
        walked(worker)
    extend_redundancy(campaign=own, user=make_user(), redundancy=4)
    assert len(walked(workers[3])) == HITS
    assert set(HIT.objects.values_list("taken", flat=True)) == {4}
    check_serving(own)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_forty_race_round_and_every_hit_has_its_judgments() -> None:
    campaign = make_campaign(texts=HITS, walk="own", redundancy=7)
    workers = [enrol(campaign) for _ in range(12)]
    results = at_once([partial(judge_next, one) for one in workers * HITS], threads=12)
    refused = [result for result in results if isinstance(result, Exception)]
    assert {type(error) for error in refused} <= {NothingLeft, AlreadySubmitted}
    for worker in workers:
        walked(worker)
    assert set(HIT.objects.values_list("taken", flat=True)) == {7}
    assert Judgment.objects.count() == 7 * HITS
    check_serving(campaign)


@pytest.mark.django_db(transaction=True)
def test_nobody_leaves_a_hit_behind_that_somebody_else_was_locking() -> None:
    """A started HIT is finished at the end of the order, before the worker continues at its
    beginning."""
    campaign = make_campaign(texts=HITS, walk="own", redundancy=3)
    worker = enrol(campaign)
    expected = from_own_place(worker)
    at_end = expected.index(HITS)
    judge_many(worker, at_end)
    last = HIT.objects.get(position=HITS)

    def hold_then_let_go() -> None:
        with transaction.atomic():
            run_sql("SELECT 1 FROM annotation_hit WHERE id = %s FOR UPDATE", [last.pk])
            run_sql("SELECT pg_sleep(0.4)")

    def claim_meanwhile() -> int:
        run_sql("SELECT pg_sleep(0.1)")
        return claim_hit(enrolment_id=worker.pk).hit_id

    assert last.pk in at_once([hold_then_let_go, claim_meanwhile], threads=2)
    check_serving(campaign)


class TestOverTheProject:
    @pytest.mark.long
    def test_what_was_done_in_another_campaign_counts(self) -> None:
        project = make_project()
        first, second = (
            make_campaign(make_dataset(4, project), most_project_hits=3) for _ in range(2)
        )
        here, there = enrol(first, "ada"), enrol(second, "ada")
        judge_many(here, 2)
        assignment = claim_hit(enrolment_id=there.pk)
        check_not_served(here, HandsFull, "including those that you have open")
        submit(there, assignment)
        for enrolment in (here, there):
            check_not_served(enrolment, Enough, "3 tasks in this study")
        assert claim_hit(enrolment_id=enrol(first, "eve").pk)

    @pytest.mark.long
    def test_a_late_answer_past_it_is_stored_and_not_paid(self) -> None:
        project = make_project()
        first, second = (
            make_campaign(make_dataset(4, project), most_project_hits=1) for _ in range(2)
        )
        here, there = enrol(first, "ada"), enrol(second, "ada")
        late = claim_hit(enrolment_id=here.pk)
        Assignment.objects.update(expires_at=Now() - timedelta(seconds=1))
        expire_overdue()
        judge_next(there)
        assert not submit(here, late).counts
        check_serving(first)

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("limit", ["most_at_once", "most_project_hits"])
    def test_claims_in_many_campaigns_at_once_keep_to_it(self, limit: str) -> None:
        project = make_project()
        limits: dict[str, Any] = {limit: 3}
        enrolments = [
            enrol(make_campaign(make_dataset(2, project), **limits), "ada") for _ in range(10)
        ]
        jobs = [partial(claim_patiently, one.pk) for one in enrolments]
        results = at_once(jobs, threads=10)
        assert sum(isinstance(result, Assignment) for result in results) == 3
        assert {type(one) for one in results if isinstance(one, Exception)} == {HandsFull}
        assert Assignment.objects.filter(status="open").count() == 3

    @pytest.mark.long
    @pytest.mark.django_db(transaction=True)
    def test_a_hundred_at_a_cap_of_57_are_57(self) -> None:
        campaign = make_campaign(texts=3, most_workers=57, redundancy=57, most_hits_per_worker=1)
        names = [f"worker {number}" for number in range(100)]

        def come(name: str) -> None:
            judge_next(enrol(campaign, name))

        at_once([partial(come, name) for name in names], threads=20)
        assert Judgment.objects.count() == Enrolment.objects.count() == 57
        check_serving(campaign)


class TestHours:
    @pytest.fixture
    def campaign(self, db: None) -> Campaign:
        return make_campaign()

    def test_nothing_is_handed_out_before_it_opens(self, campaign: Campaign) -> None:
        enrolment = enrol(campaign)
        Campaign.objects.update(opens_at=Now() + timedelta(hours=1))
        check_not_served(enrolment, NotServing, "starts on")
        Campaign.objects.update(opens_at=Now())
        assert claim_hit(enrolment_id=enrolment.pk)

    def test_once_closed_leases_may_be_submitted_but_not_taken(self, campaign: Campaign) -> None:
        enrolment = enrol(campaign)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        Campaign.objects.update(closes_at=Now())
        assert submit(enrolment, assignment).counts
        check_not_served(enrolment, Over)
        with pytest.raises(Over):
            enrol(Campaign.objects.get())
        assert Campaign.objects.get().worker_count == 1

    def test_it_is_the_statement_s_own_time_that_counts(self, campaign: Campaign) -> None:
        """HITs are served up to the exact deadline, whatever the web server's clock says."""
        enrolment = enrol(campaign)
        Campaign.objects.update(closes_at=Now() + timedelta(seconds=30))
        assignment = claim_hit(enrolment_id=enrolment.pk)
        assert assignment.claimed_at < Campaign.objects.get().closes_at  # type: ignore[operator]

    def test_it_opens_before_it_closes(self, campaign: Campaign) -> None:
        now = database_now()
        with pytest.raises(Invalid, match="after it opens"):
            set_limits(campaign=campaign, user=make_user(), opens_at=now, closes_at=now)
        with refused_by_database("opens_before"):
            Campaign.objects.update(opens_at=now, closes_at=now)
