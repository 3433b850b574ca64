"""Compensations: a fixed sum for a worker's time, once per campaign and within the budgets."""

from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from annotation.models import AuditEvent, Campaign, Enrolment, LedgerEntry, Worker
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.unpaid import unpaid_in
from annotation.services.pay.balance import balance_of, balance_of_campaign
from annotation.services.pay.batches import make_batch, settle_all
from annotation.services.pay.budgets import committed, set_budget
from annotation.services.pay.compensation import (
    MAX_CONCURRENT,
    compensate_worker,
    compensate_workers,
    compensated,
    compensation_of,
    paid_by_hand,
    screened_out,
    take_back_compensations,
    without_task,
)
from annotation.services.pay.ledger import adjust_pay, give_bonus
from annotation.services.pay.overview import money_of_project
from annotation.services.pay.payment_lists import bonus_list
from annotation.services.pay.purse import OverBudget
from annotation.services.people.join import join_campaign
from tests.helpers.factories import at_once, enrol, judge_next, make_user
from tests.helpers.refusals import refused_by_database
from tests.services.paying import check_pay, make_paid, set_project_budget
from tests.services.test_practice import WRONG, go_through, newcomer, practising

SUM, WHY = Decimal("0.50"), "You practised and could not go on."


def give(campaign: Campaign, *workers: Enrolment, amount: Decimal = SUM) -> list[LedgerEntry]:
    return compensate_workers(
        campaign=campaign,
        user=make_user(),
        enrolments=[one.pk for one in workers],
        amount=amount,
        reason=WHY,
    )


def take_back(campaign: Campaign, *workers: Enrolment) -> list[LedgerEntry]:
    return take_back_compensations(
        campaign=campaign, user=make_user(), enrolments=[one.pk for one in workers]
    )


def failing(**terms: Any) -> tuple[Campaign, Enrolment]:
    """Return a campaign with a worker who failed the practice."""
    campaign = practising(practice_tries=1, reward="0.05", currency="USD", **terms)
    worker = newcomer(campaign)
    go_through(worker, WRONG, WRONG, WRONG)
    worker.refresh_from_db()
    return campaign, worker


class TestWhoCanBeGivenOne:
    def test_people_are_found_by_what_they_did(self) -> None:
        campaign, failed = failing()
        practised, idle = newcomer(campaign), newcomer(campaign)
        go_through(practised, WRONG)
        worker = join_campaign(
            campaign=campaign,
            source=Worker.Source.PROLIFIC,
            external_id="p1",
            vouched_by=make_user(),
        )
        judge_next(worker)
        by_name = join_campaign(
            campaign=campaign, source=Worker.Source.LINK, external_id="p2", vouched_by=make_user()
        )
        judge_next(by_name)
        assert list(screened_out(campaign)) == [failed]
        assert list(without_task(campaign)) == [practised]
        assert list(paid_by_hand(campaign)) == [by_name]
        assert idle.pk not in {failed.pk, practised.pk}
        give(campaign, failed, practised, by_name)
        for group in (screened_out, without_task, paid_by_hand):
            assert not group(campaign).exists()

    def test_programs_and_erased_workers_are_not(self) -> None:
        campaign = make_paid()
        program = join_campaign(campaign=campaign, source=Worker.Source.MODEL, external_id="m1")
        gone = enrol(campaign)
        Enrolment.objects.filter(pk=gone.pk).update(erased_at=gone.joined_at)
        gone.refresh_from_db()
        assert give(campaign, program, gone) == []
        for one in (program, gone):
            with pytest.raises(Conflict, match="paid"):
                compensate_worker(enrolment=one, user=make_user(), amount=SUM, reason=WHY)

    def test_workers_of_other_campaigns_are_not(self) -> None:
        campaign, other = make_paid(), make_paid()
        assert give(campaign, enrol(other)) == []


class TestTheSum:
    def test_it_is_approved_at_once_sent_with_the_next_list_and_paid(self) -> None:
        campaign, worker = failing()
        [entry] = give(campaign, worker)
        assert (entry.kind, entry.amount, entry.judgments) == ("compensation", SUM, 0)
        for balance in (balance_of(worker), balance_of_campaign(campaign)):
            assert (balance.compensation, balance.total, balance.settled) == (SUM, SUM, SUM)
            assert (balance.owed, balance.payable) == (SUM, SUM)
        assert unpaid_in([campaign])[0].amount == SUM
        [money] = money_of_project(campaign.dataset.project)
        assert money.earned == SUM
        batch = make_batch(campaign=campaign, user=make_user(), source="link")
        assert bonus_list(batch) == f"{worker.worker.external_id},0.50\n"
        assert balance_of(worker).waiting == SUM
        settle_all(batch=batch, user=make_user(), paid=True)
        assert (balance_of(worker).paid, balance_of(worker).owed) == (SUM, Decimal(0))
        event = AuditEvent.objects.get(verb="pay.compensation")
        assert (event.worker_id, event.object_id) == (worker.worker_id, entry.pk)
        assert event.details == {"amount": "0.50", "currency": "USD", "reason": WHY}
        check_pay(campaign)

    def test_a_second_press_gives_nothing(self) -> None:
        campaign, worker = failing()
        other = newcomer(campaign)
        assert len(give(campaign, worker)) == 1
        assert [one.enrolment for one in give(campaign, worker, other)] == [other]
        with pytest.raises(Conflict, match="already"):
            compensate_worker(enrolment=worker, user=make_user(), amount=SUM, reason=WHY)
        assert balance_of(worker).compensation == SUM

    def test_the_database_refuses_a_second_one(self) -> None:
        campaign, worker = failing()
        [entry] = give(campaign, worker)
        for change, name in (
            ({}, "one_compensation_per_worker_of_a_campaign"),
            ({"amount": 0}, "a_compensation_is_a_sum_with_a_reason"),
            ({"reason": ""}, "a_compensation_is_a_sum_with_a_reason"),
            ({"judgments": 1}, "only_reviews_count_judgments"),
            ({"turn": 1, "amount": 0}, "a_compensation_is_a_sum_with_a_reason"),
        ):
            other = LedgerEntry(
                enrolment=worker, campaign=campaign, kind="compensation", amount=SUM, reason=WHY
            )
            for field, value in change.items():
                setattr(other, field, value)
            with refused_by_database(name):
                other.save()
        assert LedgerEntry.objects.get() == entry

    def test_what_is_no_sum_is_refused(self) -> None:
        campaign, worker = failing()
        for wrong in (Decimal(0), Decimal(-1), Decimal("0.0001"), Decimal(10**9)):
            with pytest.raises(Invalid):
                give(campaign, worker, amount=wrong)
        with pytest.raises(Invalid, match="Enter a reason"):
            compensate_worker(enrolment=worker, user=make_user(), amount=SUM, reason=" ")
        with pytest.raises(Invalid, match="at most 500"):
            compensate_workers(
                campaign=campaign,
                user=make_user(),
                enrolments=range(MAX_CONCURRENT + 1),
                amount=SUM,
                reason=WHY,
            )
        assert not LedgerEntry.objects.exists()


class TestTheBudget:
    def test_all_are_given_it_or_none(self) -> None:
        campaign, worker = failing(fee_percent="20")
        other = newcomer(campaign)
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(1))
        with pytest.raises(OverBudget):
            give(campaign, worker, other)
        assert not LedgerEntry.objects.exists()
        give(campaign, worker)
        campaign.refresh_from_db()
        assert committed(campaign) == Decimal("0.60")
        check_pay(campaign)
        with pytest.raises(OverBudget):
            give(campaign, other)
        set_budget(campaign=campaign, user=make_user(), budget=Decimal("1.20"))
        give(campaign, other)
        check_pay(campaign)
        with pytest.raises(Invalid, match="or committed to open tasks"):
            set_budget(campaign=campaign, user=make_user(), budget=Decimal(1))

    def test_unpaid_work_is_compensated_in_the_currency_of_the_budget(self) -> None:
        campaign = make_paid(reward="0", currency="EUR")
        project = campaign.dataset.project
        set_project_budget(project, Decimal(5))
        campaign = Campaign.objects.get(pk=campaign.pk)
        worker = enrol(campaign)
        with pytest.raises(Conflict, match="in USD, and this campaign pays in EUR"):
            give(campaign, worker)
        Campaign.objects.filter(pk=campaign.pk).update(currency="USD")
        campaign = Campaign.objects.get(pk=campaign.pk)
        give(campaign, worker)
        assert committed(project) == SUM
        assert [one.earned for one in money_of_project(project)] == [SUM]
        check_pay(campaign)
        with pytest.raises(Invalid, match="pay in USD"):
            set_project_budget(project, Decimal(6), "EUR")


class TestTakingItBack:
    def test_it_is_entered_with_a_minus_and_can_be_given_again(self) -> None:
        campaign, worker = failing(fee_percent="20")
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(1))
        campaign.refresh_from_db()
        assert take_back(campaign, worker) == []
        give(campaign, worker)
        [entry] = take_back(campaign, worker)
        assert (entry.kind, entry.amount, entry.turn) == ("compensation", -SUM, 0)
        assert take_back(campaign, worker) == []
        assert (balance_of(worker).compensation, committed(campaign)) == (Decimal(0), Decimal(0))
        assert compensation_of(worker) is None
        assert list(screened_out(campaign)) == [worker]
        check_pay(campaign)
        [again] = give(campaign, worker, amount=SUM / 2)
        assert (again.turn, compensation_of(worker)) == (1, SUM / 2)
        check_pay(campaign)
        event = AuditEvent.objects.get(verb="pay.compensation_taken_back")
        assert (event.worker_id, event.object_id) == (worker.worker_id, entry.pk)
        assert event.details == {"amount": "0.500", "currency": "USD"}

    def test_what_was_sent_stays_and_so_does_everything_else(self) -> None:
        campaign, worker = failing()
        other = newcomer(campaign)
        give(campaign, worker)
        batch = make_batch(campaign=campaign, user=make_user(), source="link")
        give(campaign, other)
        # What is earned later is not what the compensation is taken from.
        give_bonus(enrolment=worker, user=make_user(), amount=Decimal(1), reason="well read")
        assert list(compensated(campaign)) == [other]
        with pytest.raises(Conflict, match="was sent"):
            take_back(campaign, worker, other)
        assert balance_of(other).compensation == SUM
        settle_all(batch=batch, user=make_user(), paid=False)
        assert len(take_back(campaign, worker, other)) == 2
        assert balance_of(worker).owed == Decimal(1)
        check_pay(campaign)

    def test_no_more_is_taken_than_is_due(self) -> None:
        campaign, worker = failing()
        give(campaign, worker)
        adjust_pay(enrolment=worker, user=make_user(), amount=Decimal("-0.1"), reason="a slip")
        with pytest.raises(Conflict, match="deducted"):
            take_back(campaign, worker)
        assert balance_of(worker).owed == Decimal("0.4")

    def test_the_database_takes_one_back_once(self) -> None:
        campaign, worker = failing()
        give(campaign, worker)
        [entry] = take_back(campaign, worker)
        entry.pk = None
        with refused_by_database("a_compensation_is_taken_back_once"):
            entry.save(force_insert=True)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_presses_at_once_give_one() -> None:
    campaign = make_paid()
    worker = enrol(campaign)
    user = make_user()
    giving = partial(
        compensate_workers,
        campaign=campaign,
        user=user,
        enrolments=[worker.pk],
        amount=SUM,
        reason=WHY,
    )
    made = at_once([giving] * 4, threads=4)
    assert sorted(len(one) for one in made if isinstance(one, list)) == [0, 0, 0, 1]
    assert balance_of(worker).compensation == SUM
