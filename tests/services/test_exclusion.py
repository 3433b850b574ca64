"""Excluding a worker: which judgments are requested again, where, and what happens to their open
and submitted work."""

from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import HIT, AuditEvent, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import (
    close_campaign,
    extend_redundancy,
    pause_campaign,
    resume_campaign,
)
from annotation.services.errors import NothingLeft, NotServing, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, foresee_exclusion, include_worker
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import (
    enrol,
    judge_many,
    judge_next,
    make_campaign,
    make_user,
    run_out,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database
from tests.services.known import fail, make_known

pytestmark = pytest.mark.long


def make_full(hits: int = 3, redundancy: int = 2, **terms: Any) -> tuple[Campaign, list[Enrolment]]:
    """Let every worker judge every HIT until none is left."""
    campaign = make_campaign(texts=hits, redundancy=redundancy, **terms)
    workers = [enrol(campaign) for _ in range(redundancy)]
    for worker in workers:
        judge_many(worker, hits)
    return campaign, workers


def exclude(worker: Enrolment) -> tuple[int, int]:
    changed = exclude_worker(enrolment=worker, user=make_user(), reason="not reading")
    return changed.judgments, changed.asked_again


def include(worker: Enrolment) -> tuple[int, int]:
    changed = include_worker(enrolment=worker, user=make_user())
    return changed.judgments, changed.asked_again


def quotas(campaign: Campaign) -> list[tuple[int, int]]:
    return list(HIT.objects.filter(campaign=campaign).values_list("taken", "quota"))


def left_for(campaign: Campaign) -> int:
    """Return how many HITs a new worker is served."""
    worker, given = enrol(campaign), 0
    while True:
        try:
            judge_next(worker)
        except NothingLeft:
            return given
        given += 1


def test_it_needs_a_reason_and_is_reported_in_the_audit() -> None:
    _, workers = make_full()
    user = make_user()
    for reason in ("", "  ", "x" * 501, "a\0b"):
        with refused_at("reason"):
            exclude_worker(enrolment=workers[0], user=user, reason=reason)
    exclude_worker(enrolment=workers[0], user=user, reason=" cuts  everywhere ")
    workers[0].refresh_from_db()
    assert workers[0].exclusion_reason == "cuts everywhere"
    include_worker(enrolment=workers[0], user=user)
    events = AuditEvent.objects.filter(verb__in=("worker.excluded", "worker.included"), user=user)
    assert [(event.verb, event.worker_id, event.details) for event in events] == [
        (
            "worker.excluded",
            workers[0].worker_id,
            {"reason": "cuts everywhere", "judgments": 3, "asked_again": 3},
        ),
        ("worker.included", workers[0].worker_id, {"judgments": 3, "asked_again": 0}),
    ]
    assert workers[0].earning == workers[0].submitted == 3


def test_each_is_once() -> None:
    campaign, workers = make_full()
    assert include(workers[0]) == (0, 0)
    assert exclude(workers[0]) == (3, 3)
    assert exclude(workers[0]) == (0, 0)
    assert include(workers[0]) == (3, 0)
    assert AuditEvent.objects.filter(verb__in=("worker.excluded", "worker.included")).count() == 2
    check_serving(campaign)


@pytest.mark.quick
def test_the_database_refuses_an_exclusion_without_a_reason() -> None:
    worker = enrol(make_campaign())
    for wrong in ({"excluded_at": Now()}, {"exclusion_reason": "spam"}):
        with refused_by_database("whoever_is_excluded_is_so_for_a_reason"):
            Enrolment.objects.filter(pk=worker.pk).update(**wrong)


def test_exactly_what_falls_short_is_requested_again_and_before_new_hits() -> None:
    campaign = make_campaign(texts=6, redundancy=2)
    spammer, other = enrol(campaign), enrol(campaign)
    theirs = {judge_next(spammer).assignment_id for _ in range(3)}
    judge_next(other)
    foreseen = foresee_exclusion(campaign, [spammer])
    assert (len(foreseen.judgments), foreseen.hits, foreseen.asked_again) == (3, 3, 3)
    assert exclude(spammer) == (3, 3)
    assert foresee_exclusion(campaign, [spammer]).judgments == ()
    hits = HIT.objects.filter(campaign=campaign).order_by("position")
    assert list(hits.values_list("taken", "quota")) == [(2, 3), (1, 3), (1, 3), *[(0, 2)] * 3]
    again = [claim_and_submit(enrol(campaign)) for _ in range(3)]
    assert set(again) <= set(hits.filter(assignments__in=theirs).values_list("pk", flat=True))
    check_serving(campaign)


def claim_and_submit(worker: Enrolment) -> int:
    assignment = claim_hit(enrolment_id=worker.pk)
    submit(worker, assignment)
    return assignment.hit_id


@pytest.mark.quick
def test_a_single_rejection_asks_again_too_and_restoring_takes_it_back() -> None:
    """With fixed redundancy the HIT used to stay short for good."""
    campaign, _ = make_full()
    judgment, user = Judgment.objects.earliest("pk"), make_user()
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert sorted(quotas(campaign)) == [(2, 2), (2, 2), (2, 3)]
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert sorted(quotas(campaign)) == [(2, 2), (2, 2), (2, 3)]
    review_judgment(judgment=judgment, user=user, review="")
    assert quotas(campaign) == [(2, 2)] * 3
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert left_for(campaign) == 1
    check_serving(campaign)
    review_judgment(judgment=judgment, user=user, review="")
    assert left_for(campaign) == 0
    assert Judgment.objects.counting().count() == 7
    check_serving(campaign)


@pytest.mark.quick
def test_extending_afterwards_asks_each_for_as_many_as_it_falls_short() -> None:
    campaign, workers = make_full()
    exclude(workers[0])
    campaign = extend_redundancy(campaign=campaign, user=None, redundancy=3)
    assert quotas(campaign) == [(2, 4)] * 3
    assert (left_for(campaign), left_for(campaign), left_for(campaign)) == (3, 3, 0)
    assert Judgment.objects.counting().count() == 9
    include(workers[0])
    campaign = extend_redundancy(campaign=campaign, user=None, redundancy=4)
    assert left_for(campaign) == 0
    check_serving(campaign)


def test_extending_meanwhile_stays_when_they_are_included_again() -> None:
    campaign, workers = make_full()
    exclude(workers[0])
    campaign = extend_redundancy(campaign=campaign, user=None, redundancy=5)
    include(workers[0])
    assert quotas(campaign) == [(2, 5)] * 3
    check_serving(campaign)


def test_extending_makes_good_what_an_earlier_version_left_short() -> None:
    """In that version a rejection removed a judgment without requesting another."""
    campaign, _ = make_full()
    judgment = Judgment.objects.earliest("pk")
    Judgment.objects.filter(pk=judgment.pk).update(review="set_aside", counts=False)
    campaign = extend_redundancy(campaign=campaign, user=None, redundancy=3)
    assert sorted(quotas(campaign)) == [(2, 3), (2, 3), (2, 4)]
    check_serving(campaign)


@pytest.mark.parametrize("end", [pause_campaign, close_campaign])
def test_a_campaign_that_does_not_serve_asks_when_it_is_resumed(end: Any) -> None:
    campaign, workers = make_full()
    idle = enrol(campaign)
    end(campaign=campaign, user=make_user())
    assert exclude(workers[0]) == (3, 3)
    check_not_served(idle, NotServing)
    resume_campaign(campaign=campaign, user=make_user())
    assert left_for(campaign) == 3
    check_serving(campaign)


@pytest.mark.quick
def test_what_they_hold_goes_to_others_and_what_they_still_send_counts_nowhere() -> None:
    campaign = make_campaign(texts=["a b c"], redundancy=1, reward="0.05")
    worker, other = enrol(campaign), enrol(campaign)
    assignment = claim_hit(enrolment_id=worker.pk)
    assert exclude(worker) == (0, 0)
    late = submit(worker, assignment)
    assert (late.late, late.counts, late.created) == (True, False, True)
    assert quotas(campaign) == [(0, 1)]
    assert claim_hit(enrolment_id=other.pk).hit_id == assignment.hit_id
    with pytest.raises(Stopped) as refusal:
        claim_hit(enrolment_id=worker.pk)
    assert "A researcher has ended your work" in refusal.value.message
    assert "You are paid for everything you submitted in time" in refusal.value.message
    worker.refresh_from_db()
    assert (worker.submitted, worker.earning) == (1, 0)
    check_serving(campaign)
    include(worker)
    assert not Judgment.objects.get().counts
    check_serving(campaign)


@pytest.mark.quick
def test_a_replacement_in_hand_is_given_back_and_requested_of_nobody() -> None:
    """The worker was included again meanwhile, so nothing falls short without it."""
    campaign, workers = make_full(hits=2)
    exclude(workers[0])
    returns, expires = enrol(campaign), enrol(campaign)
    leases = [claim_hit(enrolment_id=one.pk) for one in (returns, expires)]
    include(workers[0])
    return_hit(enrolment=returns, assignment_id=leases[0].pk)
    run_out(leases[1])
    assert expire_overdue() == 1
    assert quotas(campaign) == [(2, 2)] * 2
    assert left_for(campaign) == 0
    check_serving(campaign)


def test_an_adaptive_campaign_asks_on_where_the_rest_do_not_agree() -> None:
    campaign = make_pair_campaign(make_pairs(2), redundancy=2, most_judgments=3)
    spammer, good, third = (enrol(campaign) for _ in range(3))
    given = {0: (NO, YES), 1: (YES, YES)}
    for place in range(2):
        for worker, index in zip((spammer, good), given[place], strict=True):
            answer(worker, index)
    answer(third, YES)
    foreseen = foresee_exclusion(campaign, [spammer])
    assert (len(foreseen.judgments), foreseen.hits, foreseen.asked_again) == (2, 1, 1)
    assert exclude(spammer) == (2, 1)
    assert sorted(HIT.objects.values_list("taken", "quota", "cap")) == [(2, 3, 4), (3, 3, 4)]
    assert include(spammer) == (2, 0)
    assert sorted(HIT.objects.values_list("taken", "quota", "cap")) == [(2, 2, 3), (3, 3, 3)]
    check_serving(campaign)


@pytest.mark.parametrize("left_out", [True, False])
@pytest.mark.parametrize("most", [None, 3])
def test_a_failed_worker_can_be_excluded_and_stays_out(left_out: bool, most: int | None) -> None:
    campaign = make_known(
        pass_share="0.75", pass_after=2, leave_out_failed=left_out, most_judgments=most
    )
    failed, user = fail(campaign), make_user()
    theirs = Judgment.objects.filter(assignment__enrolment=failed, hit__known=False)
    assert theirs.exists()
    before = quotas(campaign)
    judgments, requested = exclude(failed)
    assert (judgments, requested) == ((0, 0) if left_out else (theirs.count(), theirs.count()))
    assert not theirs.filter(counts=True).exists()
    check_serving(campaign)
    restore_worker(enrolment=failed, user=user)
    assert not theirs.filter(counts=True).exists()
    stop_worker(enrolment=failed, user=user)
    include(failed)
    assert theirs.filter(counts=True).exists() is not left_out
    assert quotas(campaign) == before
    check_not_served(failed, Stopped)
    check_serving(campaign)


def test_what_was_rejected_stays_so_and_is_lost_once() -> None:
    campaign, workers = make_full()
    judgment, user = workers[0].assignments.earliest("pk").judgment, make_user()
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert exclude(workers[0]) == (2, 2)
    assert quotas(campaign) == [(2, 3)] * 3
    review_judgment(judgment=judgment, user=user, review="")
    assert quotas(campaign) == [(2, 3)] * 3
    assert not Judgment.objects.get(pk=judgment.pk).counts
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert include(workers[0]) == (2, 0)
    assert sorted(quotas(campaign)) == [(2, 2), (2, 2), (2, 3)]
    check_serving(campaign)
