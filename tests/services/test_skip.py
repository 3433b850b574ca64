"""Skipping a task: for good or until later, with a reason; its slot is freed as any other."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import HIT, Assignment, Campaign, Enrolment, Skip
from annotation.services.errors import BudgetUsedUp, Conflict, Invalid
from annotation.services.pay.budgets import set_budget
from annotation.services.people.platform_return import has_had_all
from annotation.services.work.claim import claim_hit
from annotation.services.work.skip import MAX_TIMES_LATER, Skips, skip_hit, skips_of
from tests.helpers.factories import enrol, judge_many, judge_next, make_campaign, make_user, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import YES
from tests.helpers.refusals import check_not_served, refused_by_database
from tests.services.known import make_known


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=3, redundancy=2)


def skip(enrolment: Enrolment, *, later: bool = False, reason: str = "", words: str = "") -> int:
    assignment = claim_hit(enrolment_id=enrolment.pk)
    skip_hit(
        enrolment=enrolment, assignment_id=assignment.pk, later=later, reason=reason, words=words
    )
    return assignment.hit_id


@pytest.mark.long
def test_what_is_not_for_somebody_does_not_come_to_them_again(campaign: Campaign) -> None:
    ada = enrol(campaign)
    skipped = skip(ada, reason="language")
    assert {judge_next(ada).assignment_id for _ in range(2)}
    check_not_served(ada)
    assert claim_hit(enrolment_id=enrol(campaign).pk).hit_id == skipped
    check_serving(campaign)


def test_what_is_put_off_comes_after_the_others(campaign: Campaign) -> None:
    ada = enrol(campaign)
    first, second = skip(ada, later=True), skip(ada, later=True)
    judge_next(ada)
    assert not has_had_all(ada)
    for hit_id in (first, second):
        again = claim_hit(enrolment_id=ada.pk)
        assert again.hit_id == hit_id
        assert submit(ada, again).counts
    check_not_served(ada)
    assert has_had_all(ada)
    check_serving(campaign)


@pytest.mark.long
def test_it_is_the_same_assignment_with_its_time_again(campaign: Campaign) -> None:
    ada = enrol(campaign)
    before = claim_hit(enrolment_id=ada.pk)
    skip_hit(enrolment=ada, assignment_id=before.pk, later=True)
    judge_many(ada, 2)
    again = claim_hit(enrolment_id=ada.pk)
    assert again.pk == before.pk
    assert again.claimed_at > before.claimed_at
    assert again.expires_at > before.expires_at
    assert claim_hit(enrolment_id=ada.pk).pk == again.pk


@pytest.mark.long
def test_others_may_take_it_meanwhile(campaign: Campaign) -> None:
    ada, *others = (enrol(campaign) for _ in range(3))
    skip(ada, later=True)
    for other in others:
        judge_many(other, 3)
    check_not_served(ada)
    check_serving(campaign)


def test_one_task_is_put_off_so_many_times_and_no_more(campaign: Campaign) -> None:
    ada = enrol(campaign)
    judge_many(ada, 2)
    for _ in range(MAX_TIMES_LATER):
        skip(ada, later=True)
    with pytest.raises(Conflict, match="postponed this task"):
        skip(ada, later=True)
    assert Assignment.objects.filter(status="open").count() == 1
    skip(ada)
    assert Enrolment.objects.get(pk=ada.pk).returned == MAX_TIMES_LATER + 1
    check_serving(campaign)


@pytest.mark.long
def test_skipping_twice_is_once(campaign: Campaign) -> None:
    ada = enrol(campaign)
    assignment = claim_hit(enrolment_id=ada.pk)
    for _ in range(2):
        skip_hit(enrolment=ada, assignment_id=assignment.pk, later=True)
    assert Skip.objects.count() == 1
    check_serving(campaign)


def test_a_late_answer_to_what_was_put_off_is_not_requested_again(campaign: Campaign) -> None:
    ada = enrol(campaign)
    assignment = claim_hit(enrolment_id=ada.pk)
    skip_hit(enrolment=ada, assignment_id=assignment.pk, later=True)
    assert submit(ada, assignment).counts
    judge_many(ada, 2)
    check_not_served(ada)
    check_serving(campaign)


def test_a_known_one_that_is_put_off_counts_as_missed_and_does_not_come_again() -> None:
    campaign = make_known(known_every=2)
    ada = enrol(campaign)
    assignment = claim_hit(enrolment_id=ada.pk)
    while not HIT.objects.get(pk=assignment.hit_id).known:
        submit(ada, assignment, {"answer": YES})
        assignment = claim_hit(enrolment_id=ada.pk)
    skip_hit(enrolment=ada, assignment_id=assignment.pk, later=True)
    assert Enrolment.objects.get(pk=ada.pk).known_missed == 1
    assert not Assignment.objects.filter(hit__known=True, later=True).exists()
    check_serving(campaign)


@pytest.mark.long
def test_how_often_and_why_is_counted(campaign: Campaign) -> None:
    ada, eve = enrol(campaign), enrol(campaign)
    first = skip(ada, later=True, reason="unclear")
    assert skip(eve, reason="unclear", words="  no  sense ") == first
    second = skip(ada)
    assert skips_of(campaign) == {first: Skips(2, 1, {"unclear": 2}), second: Skips(1, 0, {"": 1})}
    assert skips_of(campaign, [second]) == {second: Skips(1, 0, {"": 1})}
    assert Skip.objects.get(words="no sense").hit_id == first


@pytest.mark.parametrize(
    "wrong", [{"reason": "bored"}, {"words": "x" * 301}, {"words": "a\u0000b"}]
)
def test_invalid_skips_are_refused_and_skip_none(campaign: Campaign, wrong: dict[str, Any]) -> None:
    ada = enrol(campaign)
    with pytest.raises(Invalid):
        skip(ada, **wrong)
    assert Assignment.objects.get().status == "open"


def test_only_what_was_returned_comes_again(campaign: Campaign) -> None:
    claim_hit(enrolment_id=enrol(campaign).pk)
    with refused_by_database("comes_again_later"):
        Assignment.objects.update(later=True)


@pytest.mark.long
def test_what_is_put_off_draws_on_the_budget_once_each_time() -> None:
    campaign = make_campaign(texts=2, redundancy=2, reward="1")
    set_budget(campaign=campaign, user=make_user(), budget=Decimal(2))
    ada = enrol(campaign)
    first = skip(ada, later=True)
    judge_next(ada)
    again = claim_hit(enrolment_id=ada.pk)
    assert again.hit_id == first
    check_not_served(enrol(campaign), BudgetUsedUp)
    assert submit(ada, again).counts
    check_serving(campaign)
