"""Workers who fail gold answers or a training are stopped; what happens to their work."""

import pytest
from django.db.models import F

from annotation.models import HIT, AuditEvent, Judgment
from annotation.services.errors import Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, make_user, run_out, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES, answer
from tests.helpers.refusals import check_not_served
from tests.services.known import (
    claim_next_unknown,
    fail,
    make_known,
    positions_of_known,
    until_stopped,
)


def test_whoever_misses_the_share_is_stopped_and_shown_why_and_what_of_the_pay() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2, reward="0.05")
    enrolment = enrol(campaign)
    receipts = until_stopped(enrolment, NO)
    enrolment.refresh_from_db()
    assert (enrolment.known_done, enrolment.known_right) == (2, 0)
    assert enrolment.earning == len(receipts) < 9
    with pytest.raises(Stopped) as refusal:
        claim_hit(enrolment_id=enrolment.pk)
    assert "0 of 2 tasks, but 75% are required" in refusal.value.message
    assert "You are paid for everything you submitted in time" in refusal.value.message
    assert Judgment.objects.filter(counts=True).exists()
    event = AuditEvent.objects.get(verb="worker.stopped")
    assert event.details == {"right": 0, "done": 2, "missed": 0}


def test_a_share_that_is_met_exactly_is_enough() -> None:
    campaign = make_known(pass_share="0.5", pass_after=2)
    enrolment = enrol(campaign)
    given = 0
    while given < 4:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        known = HIT.objects.get(pk=assignment.hit_id).known
        submit(enrolment, assignment, {"answer": given % 2 if known else YES})
        given += known
    enrolment.refresh_from_db()
    assert (enrolment.known_done, enrolment.known_right, enrolment.stopped_at) == (4, 2, None)


def test_failed_work_leaves_the_figures_its_slots_open_and_both_come_back() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2, leave_out_failed=True)
    failed = fail(campaign)
    hers = Judgment.objects.filter(assignment__enrolment=failed, hit__known=False)
    assert not hers.filter(counts=True).exists()
    reopened = HIT.objects.filter(campaign=campaign, taken__lt=F("quota"), quota=2)
    assert set(reopened.values_list("pk", flat=True)) == set(hers.values_list("hit", flat=True))
    other = enrol(campaign)
    first = claim_hit(enrolment_id=other.pk)
    if not HIT.objects.get(pk=first.hit_id).known:
        assert first.hit_id in set(hers.values_list("hit", flat=True))
    restore_worker(enrolment=failed, user=make_user())
    assert not hers.filter(counts=False).exists()
    assert HIT.objects.filter(campaign=campaign, quota=2).count() <= 1
    assert claim_hit(enrolment_id=failed.pk)
    check_serving(campaign)


def test_what_they_still_hold_is_stored_and_paid_and_left_out_too() -> None:
    campaign = make_known(leave_out_failed=True, pass_share="0.75", pass_after=1)
    enrolment = enrol(campaign)
    while True:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if not HIT.objects.get(pk=assignment.hit_id).known:
            break
        submit(enrolment, assignment, {"answer": YES})
    stop_worker(enrolment=enrolment, user=make_user())
    receipt = submit(enrolment, assignment, {"answer": YES})
    assert receipt.counts
    judgment = Judgment.objects.get(pk=receipt.judgment_id)
    assert (judgment.took_slot, judgment.counts) == (True, False)
    assert HIT.objects.get(pk=assignment.hit_id).quota == 2
    review_judgment(judgment=judgment, user=make_user(), review="")
    judgment.refresh_from_db()
    assert not judgment.counts
    check_serving(campaign)


@pytest.mark.parametrize("most", [1, 2])
def test_in_an_adaptive_campaign_left_out_work_is_requested_despite_the_cap(most: int) -> None:
    """A judgment that does not count uses up nothing of the maximum."""
    campaign = make_known(
        pairs=10,
        redundancy=1,
        most_judgments=most,
        pass_share="0.75",
        pass_after=2,
        leave_out_failed=True,
        known_every=2,
    )
    failed = fail(campaign)
    hers = Judgment.objects.filter(assignment__enrolment=failed, hit__known=False)
    reopened = HIT.objects.filter(campaign=campaign, quota=2, cap=most + 1)
    assert set(reopened.values_list("pk", flat=True)) == set(hers.values_list("hit", flat=True))
    assert hers.exists()
    check_serving(campaign)


def test_restoring_is_undone_by_stopping_and_both_are_once() -> None:
    campaign = make_known(pass_share="0.75", pass_after=2)
    failed, user = fail(campaign), make_user()
    for _ in range(2):
        assert restore_worker(enrolment=failed, user=user).stopped_at is None
    until_stopped(failed, NO)
    failed.refresh_from_db()
    assert failed.stopped_at is None
    for _ in range(2):
        assert stop_worker(enrolment=failed, user=user).stopped_at is not None
    verbs = AuditEvent.objects.filter(verb__startswith="worker.").values_list("verb", flat=True)
    assert list(verbs).count("worker.restored") == 1
    assert list(verbs).count("worker.stopped") == 1
    assert list(verbs).count("worker.stopped_by_hand") == 1


def test_training_comes_first_with_feedback_and_a_mark_to_pass() -> None:
    campaign = make_known(training_hits=3, pass_share="0.6")
    enrolment = enrol(campaign)
    feedback = []
    for index in (YES, NO, YES):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        assert HIT.objects.get(pk=assignment.hit_id).known
        receipt = submit(enrolment, assignment, {"answer": index})
        assert receipt.feedback is not None
        feedback.append((receipt.feedback["right"], receipt.training and receipt.training.done))
    assert feedback == [(True, 1), (False, 2), (True, None)]
    enrolment.refresh_from_db()
    assert enrolment.trained_at is not None
    assert (enrolment.known_done, enrolment.known_right) == (0, 0)
    found = positions_of_known(enrolment, 8)
    assert [place // 4 for place in found] == [0, 1]
    check_serving(campaign)


def test_whoever_fails_the_training_never_comes_to_the_work_unless_restored() -> None:
    campaign = make_known(training_hits=2, pass_share="0.75", reward="0.05")
    enrolment = fail(campaign)
    assert Judgment.objects.filter(assignment__enrolment=enrolment).count() == 2
    with pytest.raises(
        Stopped, match="0 of the 2 training examples correctly, but 75% are required"
    ):
        claim_hit(enrolment_id=enrolment.pk)
    restore_worker(enrolment=enrolment, user=make_user())
    assert not HIT.objects.get(pk=claim_next_unknown(enrolment)).known
    check_serving(campaign)


def test_nobody_slips_past_the_training_by_giving_it_back() -> None:
    """This includes the moment at which another's slot is freed and claims look again."""
    campaign = make_known(pairs=3, known=2, known_every=None, training_hits=2)
    trained, idle = enrol(campaign), enrol(campaign)
    for _ in range(2):
        answer(trained, YES)
        lease = claim_hit(enrolment_id=idle.pk)
        return_hit(enrolment=idle, assignment_id=lease.pk)
    check_not_served(idle)
    lease = claim_hit(enrolment_id=trained.pk)
    run_out(lease)
    check_not_served(idle)
