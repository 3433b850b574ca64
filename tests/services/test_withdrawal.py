"""Withdrawing: which judgments leave the figures, which are requested again, and that it is
final."""

import pytest
from django.db.models.functions import Now

from annotation.models import AuditEvent, Enrolment, Judgment
from annotation.services.campaigns.campaigns import pause_campaign
from annotation.services.errors import Stopped
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.counting import withdrawn_from
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.quality import restore_worker, stop_worker, why_stopped
from annotation.services.work.release import free_lease
from annotation.services.work.review import review_judgment
from annotation.services.work.withdrawal import (
    Withdrawn,
    to_withdraw_from,
    withdraw,
    withdraw_from_project,
)
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import YES, answer
from tests.helpers.refusals import check_not_served, refused_by_database
from tests.services.known import make_known
from tests.services.test_exclusion import left_for, make_full

pytestmark = pytest.mark.long


def counting(worker: Enrolment) -> int:
    return Judgment.objects.counting().filter(assignment__enrolment=worker).count()


@pytest.mark.quick
def test_their_judgments_leave_and_as_many_are_requested_again() -> None:
    campaign, workers = make_full(hits=3, redundancy=2)
    assert withdraw(enrolment=workers[0]) == Withdrawn(1, 3, 3)
    assert (counting(workers[0]), counting(workers[1])) == (0, 3)
    assert withdrawn_from(campaign) == 3
    workers[0].refresh_from_db()
    assert workers[0].earning == workers[0].submitted == 3
    check_serving(campaign)
    assert left_for(campaign) == 3
    assert left_for(campaign) == 0


def test_it_is_once_and_audited() -> None:
    campaign, workers = make_full()
    withdraw(enrolment=workers[0])
    assert withdraw(enrolment=workers[0]) == Withdrawn()
    event = AuditEvent.objects.get(verb="worker.withdrew")
    assert (event.user, event.worker_id, event.campaign) == (None, workers[0].worker_id, campaign)
    assert event.details == {"judgments": 3, "asked_again": 3}


@pytest.mark.quick
def test_who_withdrew_gets_nothing_new_and_loses_what_they_hold() -> None:
    campaign = make_campaign(texts=3, redundancy=1)
    worker = enrol(campaign)
    assignment = claim_hit(enrolment_id=worker.pk)
    withdraw(enrolment=worker)
    check_not_served(worker, Stopped, "You withdrew")
    late = submit(worker, assignment)
    assert not late.counts
    assert Judgment.objects.get(pk=late.judgment_id).counts is False
    worker.refresh_from_db()
    assert worker.earning == 0
    check_serving(campaign)


def test_researchers_cannot_put_their_judgments_back() -> None:
    campaign, workers = make_full()
    user, worker = make_user(), workers[0]
    exclude_worker(enrolment=worker, user=user, reason="spam")
    withdraw(enrolment=worker)
    assert include_worker(enrolment=worker, user=user).judgments == 0
    worker.refresh_from_db()
    assert worker.excluded_at is not None
    stop_worker(enrolment=worker, user=user)
    restore_worker(enrolment=worker, user=user)
    mine = Judgment.objects.filter(assignment__enrolment=worker)
    for judgment in mine:
        review_judgment(judgment=judgment, user=user, review="accepted")
    assert counting(worker) == 0
    check_not_served(worker, Stopped)
    check_serving(campaign)


def test_joining_again_does_not_undo_it() -> None:
    campaign, workers = make_full()
    withdraw(enrolment=workers[0])
    worker = workers[0].worker
    again = join_campaign(
        campaign=campaign, source=worker.source, external_id=worker.external_id, known=[worker.pk]
    )
    assert again.pk == workers[0].pk
    assert again.withdrawn_at is not None


@pytest.mark.quick
@pytest.mark.parametrize("column", ["withdrawn_at", "erased_at"])
def test_the_database_refuses_to_undo_it(column: str) -> None:
    worker = enrol(make_campaign())
    rows = Enrolment.objects.filter(pk=worker.pk)
    rows.update(**{column: Now()})
    for wrong in (None, Now()):
        with refused_by_database():
            rows.update(**{column: wrong})
    rows.update(submitted=0, nothing_left_at=1)


def test_what_is_rejected_or_known_was_in_no_figure_and_is_no_withdrawn_judgment() -> None:
    campaign, workers = make_full()
    first = Judgment.objects.filter(assignment__enrolment=workers[0]).earliest("pk")
    review_judgment(judgment=first, user=make_user(), review="rejected", reason="blank")
    assert withdraw(enrolment=workers[0]) == Withdrawn(1, 2, 2)
    assert withdrawn_from(campaign) == 2
    check_serving(campaign)
    known = make_known(6, known=4, training_hits=2)
    learner = enrol(known)
    answer(learner, YES)
    assert withdraw(enrolment=learner).judgments == 0
    assert withdrawn_from(known) == 0


def test_from_the_whole_project_but_not_from_another_nor_for_others() -> None:
    dataset = make_dataset(2)
    here, there = (make_campaign(dataset, redundancy=2) for _ in range(2))
    one = enrol(here)
    worker = one.worker
    two = join_campaign(
        campaign=there, source=worker.source, external_id=worker.external_id, known=[worker.pk]
    )
    other = enrol(here)
    for enrolment in (one, one, two, other):
        judge_next(enrolment)
    assert [each.in_figures for each in to_withdraw_from(worker)] == [2, 1]
    assert withdraw_from_project(worker=worker).campaigns == 2
    assert not to_withdraw_from(worker)
    assert (counting(one), counting(two), counting(other)) == (0, 0, 1)
    check_serving(here)
    check_serving(there)


def test_a_paused_campaign_loses_them_as_well() -> None:
    campaign, workers = make_full()
    pause_campaign(campaign=campaign, user=make_user())
    assert withdraw(enrolment=workers[0]).judgments == 3
    assert not free_lease(enrolment=workers[0], user=None)


def test_the_worker_reads_that_they_withdrew() -> None:
    _, workers = make_full()
    withdraw(enrolment=workers[0])
    assert why_stopped(workers[0].pk).startswith("You withdrew from this work.")
