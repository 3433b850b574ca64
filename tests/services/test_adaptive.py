"""Adaptive campaigns: when more judgments are requested, when not, and never past the cap."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.errors import Invalid
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, make_campaign, make_user, run_out, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, THREE_WAY, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database

pytestmark = pytest.mark.long


def make_adaptive(pairs: int = 1, first: int = 3, most: int = 5, **terms: Any) -> Campaign:
    return make_pair_campaign(make_pairs(pairs), redundancy=first, most_judgments=most, **terms)


def only(campaign: Campaign) -> HIT:
    return HIT.objects.get(campaign=campaign)


def answers(campaign: Campaign, *indices: int) -> HIT:
    """Submit each answer by a new worker."""
    for index in indices:
        answer(enrol(campaign), index)
    return only(campaign)


def test_three_who_agree_are_enough() -> None:
    campaign = make_adaptive()
    assert answers(campaign, YES, NO, YES).quota == 3
    check_not_served(enrol(campaign))
    check_serving(campaign)


def test_three_different_answers_are_judged_one_at_a_time_until_more_than_half_agree() -> None:
    campaign = make_adaptive(most=15, settings=THREE_WAY)
    assert answers(campaign, 0, 1, 2).quota == 4
    assert answers(campaign, 0).quota == 5
    assert answers(campaign, 0).quota == 5
    check_serving(campaign)


@pytest.mark.quick
def test_by_yes_and_no_the_first_two_answers_are_one() -> None:
    campaign = make_adaptive(most=15, settings=THREE_WAY, majority_of="yes_no")
    assert answers(campaign, 0, 1, 2).quota == 3


def test_an_even_split_is_continued_and_the_cap_ends_it() -> None:
    campaign = make_adaptive(first=2, most=4)
    hit = answers(campaign, YES, NO)
    assert (hit.quota, hit.cap) == (3, 4)
    assert answers(campaign, YES).quota == 3
    campaign = make_adaptive(first=2, most=2)
    assert answers(campaign, YES, NO).quota == 2


@pytest.mark.quick
def test_the_database_refuses_a_quota_over_the_cap() -> None:
    hit = only(make_adaptive())
    with refused_by_database("no_quota_beyond_the_cap"):
        HIT.objects.filter(pk=hit.pk).update(quota=6)


def test_a_lease_that_could_decide_is_waited_for() -> None:
    campaign = make_adaptive(first=3)
    worker = enrol(campaign)
    lease = claim_hit(enrolment_id=worker.pk)
    assert answers(campaign, YES, NO).quota == 3
    submit(worker, lease, {"answer": YES})
    assert only(campaign).quota == 3


@pytest.mark.quick
def test_what_no_lease_can_decide_is_requested_at_once() -> None:
    campaign = make_adaptive(first=4, most=9, settings=THREE_WAY)
    claim_hit(enrolment_id=enrol(campaign).pk)
    assert answers(campaign, 0, 1, 2).quota == 5


def test_what_is_requested_again_comes_before_new_pairs_and_not_to_them_again() -> None:
    campaign = make_adaptive(pairs=3, first=2, most=3)
    first, second, third = enrol(campaign), enrol(campaign), enrol(campaign)
    answer(first, YES)
    answer(first, YES)
    assert answer(second, NO).counts
    assert claim_hit(enrolment_id=third.pk).hit.position == 1
    assert claim_hit(enrolment_id=second.pk).hit.position == 2


def test_a_lease_that_comes_back_leaves_its_slot_open() -> None:
    campaign = make_adaptive(first=2, most=3)
    answers(campaign, YES)
    gone, back = enrol(campaign), enrol(campaign)
    lease = claim_hit(enrolment_id=gone.pk)
    run_out(lease)
    assert expire_overdue() == 1
    return_hit(enrolment=back, assignment_id=claim_hit(enrolment_id=back.pk).pk)
    hit = only(campaign)
    assert (hit.taken, hit.quota) == (1, 2)
    late = submit(gone, lease, {"answer": NO})
    assert (late.late, late.counts) == (True, True)
    assert only(campaign).quota == 3
    assert not submit_late_again(campaign, back)
    check_serving(campaign)


def submit_late_again(campaign: Campaign, back: Enrolment) -> bool:
    """Submit late, after the last free slot was taken too."""
    answers(campaign, YES)
    return submit(back, Assignment.objects.get(enrolment=back), {"answer": NO}).counts


def test_a_rejection_that_undoes_the_majority_asks_again_and_restoring_takes_it_back() -> None:
    campaign = make_adaptive()
    hit = answers(campaign, YES, NO, YES)
    user = make_user()
    judgment = Judgment.objects.order_by("pk").first()
    assert judgment is not None
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    assert only(campaign).quota == 4
    review_judgment(judgment=judgment, user=user, review="")
    assert only(campaign).quota == hit.quota == 3
    check_serving(campaign)


@pytest.mark.quick
def test_what_is_rejected_at_the_cap_uses_up_none_of_it() -> None:
    campaign, user = make_adaptive(first=3, most=3), make_user()
    answers(campaign, YES, NO, YES)
    rejected = list(Judgment.objects.order_by("pk"))
    for judgment in rejected:
        review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    hit = only(campaign)
    assert (hit.taken, hit.quota, hit.cap) == (3, 6, 6)
    check_serving(campaign)
    assert answers(campaign, YES, NO, YES).quota == 6
    check_not_served(enrol(campaign))
    review_judgment(judgment=rejected[0], user=user, review="")
    hit = only(campaign)
    assert (hit.taken, hit.quota, hit.cap) == (6, 6, 6)
    check_serving(campaign)


def test_restoring_brings_the_cap_back_where_nobody_judged_meanwhile() -> None:
    campaign, user = make_adaptive(first=2, most=2), make_user()
    answers(campaign, YES, NO)
    for review, expected in (("rejected", (2, 3, 3)), ("", (2, 2, 2))):
        review_judgment(
            judgment=Judgment.objects.earliest("pk"), user=user, review=review, reason="blank"
        )
        hit = only(campaign)
        assert (hit.taken, hit.quota, hit.cap) == expected
        check_serving(campaign)


def test_extending_raises_the_first_judgments_up_to_the_cap() -> None:
    campaign = make_adaptive(first=2, most=4)
    answers(campaign, YES, YES)
    extended = extend_redundancy(campaign=campaign, user=None, redundancy=4)
    assert only(extended).quota == 4
    with pytest.raises(Invalid, match="at most 4 judgments"):
        extend_redundancy(campaign=extended, user=None, redundancy=5)


def test_extending_requests_again_what_was_rejected_before() -> None:
    """Two of four judgments are rejected, so four slots are too few for four counting judgments."""
    campaign = make_pair_campaign(make_pairs(1), redundancy=2, most_judgments=9)
    for index in (YES, YES):
        answer(enrol(campaign), index)
    for judgment in Judgment.objects.all():
        review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")
    for index in (YES, YES):
        answer(enrol(campaign), index)
    extend_redundancy(campaign=campaign, user=make_user(), redundancy=4)
    check_serving(campaign)
    hit = HIT.objects.get()
    assert (hit.taken, hit.quota) == (4, 6)


@pytest.mark.quick
def test_a_cap_below_the_first_judgments_is_refused() -> None:
    with refused_at("most_judgments"):
        make_adaptive(first=3, most=2)


@pytest.mark.quick
def test_segmentation_has_no_majority_to_wait_for() -> None:
    with refused_at("most_judgments", match="too many possible answers"):
        make_campaign(most_judgments=10)


def test_deciding_costs_two_statements_and_nothing_where_redundancy_is_fixed() -> None:
    counts = []
    adaptive = (make_adaptive(), make_adaptive(settle_by="posterior"))
    for campaign in (make_campaign(), make_pair_campaign(make_pairs(1)), *adaptive):
        enrolment = enrol(campaign)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        payload = {"answer": YES} if campaign.scheme == "pair" else {"boundaries": [0, 0, 0, 0]}
        with CaptureQueriesContext(connection) as queries:
            submit(enrolment, assignment, payload)
        counts.append(len(queries))
    fixed = counts[0]
    assert counts == [fixed, fixed, fixed + 2, fixed + 2]
