"""Pay of recorded, simulated and model workers: nothing is owed for their work."""

from decimal import Decimal

import pytest

from annotation.models import Campaign, Enrolment, LedgerEntry, PaymentLine, Worker
from annotation.models.people.worker import PROGRAMS, SENT
from annotation.services.campaigns.budget import spent_by
from annotation.services.errors import Conflict, UsedUp
from annotation.services.lifecycle.unpaid import unpaid_in
from annotation.services.pay.balance import Balance, balance_of, balance_of_campaign, balances_of
from annotation.services.pay.batches import make_batch, payable_by_source
from annotation.services.pay.budgets import committed, set_budget
from annotation.services.pay.ledger import give_bonus
from annotation.services.pay.overview import money_of, money_of_project, totals
from annotation.services.pay.purse import left_of
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, judge_many, judge_next, make_user, run_out, submit
from tests.helpers.invariants import check_serving
from tests.helpers.refusals import check_not_served, refused_by_database
from tests.services.paying import CENTS, accept_all, check_pay, make_paid, set_project_budget

FEE = Decimal("1.2")


def program(campaign: Campaign, source: str = Worker.Source.SIMULATED) -> Enrolment:
    user = make_user() if source == Worker.Source.MODEL else None
    return join_campaign(campaign=campaign, source=source, external_id="machine", vouched_by=user)


@pytest.mark.parametrize("source", Worker.Source.values)
def test_who_is_due_something_is_known_by_where_they_come_from(source: str) -> None:
    worker = program(make_paid(), source)
    judge_next(worker)
    worker.refresh_from_db()
    assert worker.of_program is (source in PROGRAMS)
    assert worker.owing == (0 if source in PROGRAMS else 1)
    assert worker.earning == 1


@pytest.mark.long
def test_the_work_of_programs_is_due_to_nobody_and_in_no_list_of_payments() -> None:
    campaign = make_paid(fee_percent="20")
    for source in PROGRAMS:
        judge_next(program(campaign, source))
    person = enrol(campaign)
    judge_next(person)
    accept_all(campaign)
    assert balance_of_campaign(campaign) == Balance(earned=CENTS, approved=CENTS)
    programs = list(campaign.enrolments.filter(of_program=True))
    assert balances_of(programs, campaign) == [Balance()] * len(PROGRAMS)
    assert [(one.source, one.amount) for one in payable_by_source(campaign)] == [("link", CENTS)]
    for source in PROGRAMS:
        with pytest.raises(Conflict, match="no approved pay to send"):
            make_batch(campaign=campaign, user=make_user(), source=source)
    assert {entry.enrolment_id for entry in LedgerEntry.objects.all()} == {person.pk}
    assert not PaymentLine.objects.exists()
    assert [(one.amount, one.workers) for one in unpaid_in([campaign])] == [(CENTS, 1)]
    check_pay(campaign)


@pytest.mark.long
def test_what_a_study_would_cost_is_shown_next_to_what_it_costs() -> None:
    campaign = make_paid(hits=3, redundancy=4, fee_percent="20")
    machine, person = program(campaign), enrol(campaign)
    judge_many(machine, 3)
    judge_next(person)
    [money] = money_of([campaign])
    assert (money.earned, money.owed, money.spent) == (CENTS, CENTS, CENTS * FEE)
    assert (money.unowed, money.pretended) == (3, 3 * CENTS * FEE)
    assert money.forecast == 9 * CENTS * FEE
    [total] = totals(money_of_project(campaign.dataset.project))
    assert (total.owed, total.pretended) == (money.owed, money.pretended)
    spent = spent_by(campaign)
    assert (spent.judgments, spent.unowed) == (4, 3)
    assert (spent.money, spent.pretended) == (CENTS, 3 * CENTS)


@pytest.mark.long
def test_what_a_program_holds_is_not_foreseen_to_cost() -> None:
    campaign = make_paid(hits=2, redundancy=1)
    claim_hit(enrolment_id=program(campaign).pk)
    [money] = money_of([campaign])
    assert (money.coming, money.forecast) == (1, CENTS)


def test_programs_use_up_no_budget_and_a_budget_does_not_stop_them() -> None:
    campaign, user = make_paid(fee_percent="20"), make_user()
    project = campaign.dataset.project
    set_project_budget(project, 2 * CENTS)
    set_budget(campaign=campaign, user=user, budget=CENTS * FEE)
    machine, person, late = program(campaign), enrol(campaign), enrol(campaign)
    judge_many(machine, 3)
    claim_hit(enrolment_id=person.pk)
    judge_next(machine)
    check_not_served(late, UsedUp)
    project.refresh_from_db()
    for owner, budget in ((campaign, CENTS * FEE), (project, 2 * CENTS)):
        assert committed(owner) == CENTS * FEE
        assert left_of(owner) == budget - CENTS * FEE
    check_pay(campaign)
    check_serving(campaign)


def test_what_ends_or_comes_late_of_a_program_gives_no_money_back_and_takes_none() -> None:
    campaign, user = make_paid(), make_user()
    set_budget(campaign=campaign, user=user, budget=3 * CENTS)
    machine = program(campaign)
    return_hit(enrolment=machine, assignment_id=claim_hit(enrolment_id=machine.pk).pk)
    check_pay(campaign)
    claim_hit(enrolment_id=machine.pk)
    assert free_lease(enrolment=machine, user=user)
    check_pay(campaign)
    assignment = claim_hit(enrolment_id=machine.pk)
    run_out(assignment)
    expire_overdue()
    check_pay(campaign)
    assert submit(machine, assignment).counts
    check_pay(campaign)
    assert left_of(campaign) == 3 * CENTS


def test_reviewing_a_program_decides_on_no_pay() -> None:
    campaign, user = make_paid(), make_user()
    set_budget(campaign=campaign, user=user, budget=3 * CENTS)
    machine = program(campaign)
    judge_next(machine)
    judgment = campaign.judgments.get()
    for review in ("rejected", "accepted", ""):
        review_judgment(judgment=judgment, user=user, review=review, reason="a look")
        assert balance_of(machine) == Balance()
        check_pay(campaign)
    assert not LedgerEntry.objects.exists()


def test_a_program_gets_no_bonus_and_the_database_refuses_any_entry() -> None:
    campaign = make_paid()
    machine = program(campaign)
    with pytest.raises(Conflict, match="they cannot be paid"):
        give_bonus(enrolment=machine, user=make_user(), amount=CENTS, reason="fine")
    for kind in LedgerEntry.Kind.values:
        with refused_by_database("a program is owed nothing"):
            LedgerEntry.objects.create(
                enrolment=machine, campaign=campaign, kind=kind, amount=CENTS, reason="x"
            )


def test_ids_that_a_program_sends_are_of_people() -> None:
    assert Worker.Source.API in SENT
    assert not set(PROGRAMS) & set(SENT)
