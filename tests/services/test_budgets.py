"""Budgets of campaigns and projects are enforced at the claim, under any concurrency."""

from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from annotation.models import Assignment, Judgment, Purse
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import BudgetUsedUp, Conflict, Invalid, NothingLeft, UsedUp
from annotation.services.pay.budgets import set_budget
from annotation.services.pay.ledger import give_bonus
from annotation.services.pay.purse import OverBudget
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import (
    at_once,
    claim_patiently,
    enrol,
    judge_many,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    run_out,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.queries import assert_queries
from tests.helpers.refusals import check_not_served, refused_at, refused_by_database
from tests.helpers.tiers import by_tier
from tests.services.paying import CENTS, check_pay, make_paid, set_project_budget


def test_a_lease_reserves_and_what_ends_unpaid_gives_back() -> None:
    campaign = make_paid(fee_percent="20")
    user = make_user()
    set_budget(campaign=campaign, user=user, budget=Decimal("0.12"))
    one, two, three = (enrol(campaign) for _ in range(3))
    assignment = claim_hit(enrolment_id=one.pk)
    other = claim_hit(enrolment_id=two.pk)
    check_not_served(three, UsedUp)
    check_pay(campaign)
    return_hit(enrolment=one, assignment_id=assignment.pk)
    check_pay(campaign)
    claim_hit(enrolment_id=three.pk)
    run_out(other)
    expire_overdue()
    check_pay(campaign)
    claim_hit(enrolment_id=one.pk)
    assert not submit(two, other).counts
    assert free_lease(enrolment=one, user=user)
    check_pay(campaign)
    check_serving(campaign)


def test_raising_it_lets_workers_go_on_and_lowering_it_below_what_is_due_is_refused() -> None:
    campaign = make_paid()
    user, worker = make_user(), enrol(campaign)
    set_budget(campaign=campaign, user=user, budget=CENTS)
    judge_next(worker)
    check_not_served(worker, UsedUp)
    with refused_at("budget"):
        set_budget(campaign=campaign, user=user, budget=Decimal("0.04"))
    check_pay(campaign)
    set_budget(campaign=campaign, user=user, budget=2 * CENTS)
    judge_next(worker)
    set_budget(campaign=campaign, user=user, budget=None)
    judge_next(worker)
    check_pay(campaign)


def test_a_rejection_makes_room_and_taking_it_back_needs_it() -> None:
    campaign = make_paid()
    user, worker, other = make_user(), enrol(campaign), enrol(campaign)
    set_budget(campaign=campaign, user=user, budget=CENTS)
    receipt = judge_next(worker)
    judgment = Judgment.objects.get(pk=receipt.judgment_id)
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    judge_next(other)
    with pytest.raises(OverBudget):
        review_judgment(judgment=judgment, user=user, review="accepted")
    with pytest.raises(OverBudget):
        give_bonus(enrolment=other, user=user, amount=CENTS, reason="well read")
    check_pay(campaign)
    check_serving(campaign)


def test_what_excluding_asks_again_is_within_the_budget() -> None:
    campaign = make_paid(hits=2, redundancy=1)
    user, worker, other = make_user(), enrol(campaign), enrol(campaign)
    set_budget(campaign=campaign, user=user, budget=3 * CENTS)
    judge_many(worker, 2)
    exclude_worker(enrolment=worker, user=user, reason="spam")
    judge_next(other)
    check_not_served(other, UsedUp)
    check_pay(campaign)


def test_the_budget_of_a_project_is_shared_by_its_campaigns() -> None:
    first = make_paid()
    second = make_campaign(
        make_dataset(3, project=first.dataset.project), reward="0.07", currency="USD"
    )
    money = partial(set_project_budget, first.dataset.project)
    money(Decimal("0.16"))
    in_time = enrol(first)
    judge_next(enrol(first))
    judge_next(enrol(second))
    check_not_served(in_time, UsedUp)
    with pytest.raises(BudgetUsedUp):
        enrol(first)
    check_pay(first)
    with pytest.raises(Invalid):
        money(Decimal("0.11"))
    money(Decimal("0.17"))
    judge_next(enrol(first))
    check_pay(second)


def test_a_campaign_in_another_currency_is_not_launched_under_it() -> None:
    campaign = make_paid()
    project, user = campaign.dataset.project, make_user()
    with pytest.raises(Invalid):
        set_project_budget(project, Decimal(9), "EUR")
    set_project_budget(project, Decimal(9))
    draft = make_campaign(campaign.dataset, launch=False, reward=1, currency="EUR")
    with pytest.raises(Conflict):
        launch_campaign(campaign=draft, user=user)


def test_small_rests_of_the_parts_are_brought_together() -> None:
    campaign = make_paid()
    set_budget(campaign=campaign, user=make_user(), budget=2 * CENTS)
    Purse.objects.filter(campaign=campaign).update(remaining=0)
    parts = Purse.objects.filter(campaign=campaign, number__lt=4)
    parts.update(remaining=CENTS / 2)
    worker = enrol(campaign)
    judge_many(worker, 2)
    check_not_served(worker, UsedUp)
    check_pay(campaign)


def test_the_database_refuses_to_overdraw() -> None:
    campaign = make_paid()
    set_budget(campaign=campaign, user=make_user(), budget=CENTS)
    with refused_by_database("no_more_is_drawn_than_a_budget_allows"):
        Purse.objects.update(remaining=Decimal(-1))


def test_a_claim_costs_no_further_statement() -> None:
    campaign = make_paid()
    free = make_paid(reward=0)
    set_budget(campaign=campaign, user=make_user(), budget=Decimal(9))
    for each in (campaign, free):
        worker = enrol(each)
        with assert_queries(5):
            claim_hit(enrolment_id=worker.pk)


@pytest.mark.few(1)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("of_project", [False, True])
def test_of_many_workers_as_many_get_a_hit_as_the_budget_allows(of_project: bool) -> None:
    campaign = make_paid(hits=40, redundancy=5, fee_percent="33.33")
    # 18 × 0.066665 = 1.19997, and 57 × 0.066665 = 3.799905.
    many, of_these, amount = by_tier(quick=(30, 18, "1.20"), long=(100, 57, "3.80"))
    budget, user = Decimal(amount), make_user()
    if of_project:
        set_project_budget(campaign.dataset.project, budget)
    else:
        set_budget(campaign=campaign, user=user, budget=budget)
    workers = [enrol(campaign) for _ in range(many)]
    found = at_once([partial(claim_patiently, worker.pk) for worker in workers], threads=16)
    assert sum(isinstance(one, Assignment) for one in found) == of_these
    assert all(isinstance(one, Assignment | NothingLeft) for one in found), found
    check_pay(campaign)
    check_serving(campaign)


@pytest.mark.django_db(transaction=True)
def test_a_budget_that_is_set_while_workers_claim_holds() -> None:
    campaign = make_paid(hits=40, redundancy=2)
    user = make_user()
    workers = [enrol(campaign) for _ in range(24)]
    jobs: list[Any] = [partial(claim_patiently, worker.pk) for worker in workers]
    jobs.insert(4, partial(set_budget, campaign=campaign, user=user, budget=12 * CENTS))
    at_once(jobs, threads=8)
    campaign.refresh_from_db()
    if campaign.budget is not None:
        assert Assignment.objects.count() == 12
    check_pay(campaign)
