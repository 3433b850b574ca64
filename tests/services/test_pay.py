"""Pay: the ledger always balances, budgets hold at the claim, payments are made once."""

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import (
    Assignment,
    Campaign,
    Enrolment,
    Judgment,
    LedgerEntry,
    PaymentLine,
    Purse,
    ReviewAct,
)
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.errors import Conflict, Invalid, NothingLeft, ServiceError, UsedUp
from annotation.services.pay.approval import approve_overdue
from annotation.services.pay.balance import Balance, balance_of, balance_of_campaign
from annotation.services.pay.batches import (
    WrongRows,
    bonus_list,
    import_answer,
    make_batch,
    payable_by_source,
    payout_csv,
    settle_all,
)
from annotation.services.pay.budgets import committed, set_budget, set_project_money
from annotation.services.pay.ledger import adjust_pay, give_bonus
from annotation.services.pay.purse import OverBudget
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.release import expire_overdue, free_lease, return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments, undo_review
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
    submit,
)
from tests.helpers.invariants import check_serving

CENTS = Decimal("0.05")
PAID: dict[str, Any] = {"reward": CENTS, "currency": "USD"}


def make_paid(hits: int = 6, redundancy: int = 2, **terms: Any) -> Campaign:
    terms = {**PAID, **terms}
    return make_campaign(make_dataset(numbered_texts(hits)), redundancy=redundancy, **terms)


def check_pay(campaign: Campaign) -> None:
    """The ledger is what the rows say, and a purse the limit less what is committed."""
    campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign.pk)
    for worker in campaign.enrolments.select_related("campaign"):
        assert balance_of(worker) == slow_balance(worker)
        assert balance_of(worker).owed >= 0
    for owner in (campaign, campaign.dataset.project):
        parts = list(owner.purses.all())
        if owner.budget is None:
            assert not parts
        else:
            assert sum(part.remaining for part in parts) == owner.budget - committed(owner)
            assert committed(owner) <= owner.budget


def slow_balance(worker: Enrolment) -> Balance:
    reward = Decimal(worker.campaign.reward)
    judgments = list(Judgment.objects.filter(assignment__enrolment=worker, took_slot=True))
    reviews = Counter(judgment.review for judgment in judgments)
    entries = list(worker.ledger.all())
    lines = list(worker.payments.all())

    def entered(kind: str) -> Decimal:
        return sum((Decimal(one.amount) for one in entries if one.kind == kind), Decimal(0))

    def of_lines(status: str) -> Decimal:
        return sum((Decimal(one.amount) for one in lines if one.status == status), Decimal(0))

    return Balance(
        earned=(len(judgments) - reviews["rejected"]) * reward,
        approved=(reviews["accepted"] + reviews["set_aside"]) * reward,
        rejected=reviews["rejected"] * reward,
        bonus=entered("bonus"),
        adjusted=entered("adjusted"),
        waiting=of_lines("waiting"),
        paid=of_lines("paid"),
    )


def accept_all(campaign: Campaign) -> ReviewAct:
    return review_judgments(campaign=campaign, user=make_user(), review="accepted", chosen=Chosen())


@pytest.mark.django_db
class TestLedger:
    def test_the_database_refuses_to_change_or_delete_an_entry(self) -> None:
        campaign = make_paid()
        judge_next(enrol(campaign))
        accept_all(campaign)
        for change in (
            lambda: LedgerEntry.objects.update(amount=9),
            lambda: LedgerEntry.objects.all().delete(),
        ):
            refused = pytest.raises(IntegrityError, match="the ledger is append-only")
            with refused, transaction.atomic():
                change()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal"
                " AND tgrelid = 'annotation_ledgerentry'::regclass"
            )
            assert cursor.fetchall() == [("the_ledger_is_append_only", "O")]

    def test_a_review_is_entered_and_its_undo_is_entered_with_a_minus(self) -> None:
        campaign = make_paid()
        worker = enrol(campaign)
        for _ in range(3):
            judge_next(worker)
        user = make_user()
        act = review_judgments(
            campaign=campaign, user=user, review="rejected", chosen=Chosen(), reason="spam"
        )
        undo_review(act=act, user=user)
        entries = list(worker.ledger.order_by("pk").values_list("kind", "judgments", "reason"))
        assert entries == [("rejected", 3, "spam"), ("rejected", -3, "A review was taken back.")]
        check_pay(campaign)

    def test_bonuses_and_adjustments_need_a_reason_and_leave_no_debt(self) -> None:
        campaign = make_paid()
        worker, user = enrol(campaign), make_user()
        judge_next(worker)
        bonus = partial(give_bonus, enrolment=worker, user=user)
        for wrong in (Decimal(0), Decimal(-1), Decimal("0.0001"), Decimal(10**9)):
            with pytest.raises(Invalid):
                bonus(amount=wrong, reason="well read")
        for reason in ("", " ", "x" * 501, "a\0b"):
            with pytest.raises(Invalid):
                bonus(amount=CENTS, reason=reason)
        bonus(amount=Decimal("0.10"), reason="well read")
        with pytest.raises(Conflict):
            adjust_pay(enrolment=worker, user=user, amount=Decimal("-0.151"), reason="too much")
        adjust_pay(enrolment=worker, user=user, amount=Decimal("-0.15"), reason="too much")
        worker.refresh_from_db()
        assert balance_of(worker).owed == 0
        check_pay(campaign)

    @given(
        steps=st.lists(
            st.tuples(st.integers(0, 8), st.integers(0, 2), st.integers(0, 5)), max_size=14
        )
    )
    @settings(
        max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    def test_any_sequence_of_decisions_balances(self, steps: list[tuple[int, int, int]]) -> None:
        with transaction.atomic():
            campaign = make_paid(hits=3, redundancy=3, reward="0.025", fee_percent="33.33")
            set_budget(campaign=campaign, user=make_user(), budget=Decimal(2))
            workers = [enrol(campaign) for _ in range(3)]
            for worker in workers:
                for _ in range(2):
                    judge_next(worker)
            for step in steps:
                try:
                    with transaction.atomic():
                        do(campaign, workers, *step)
                except ServiceError:
                    pass
                check_pay(campaign)
            check_serving(campaign)
            transaction.set_rollback(True)


def do(campaign: Campaign, workers: list[Enrolment], what: int, who: int, which: int) -> None:
    worker, user = workers[who], make_user()
    judgments = Judgment.objects.filter(campaign=campaign).order_by("pk")
    if what <= 2:
        judgment = judgments[which % len(judgments)]
        review = ("accepted", "rejected", "set_aside", "")[(what + which) % 4]
        review_judgment(judgment=judgment, user=user, review=review)
    elif what == 3:
        give_bonus(enrolment=worker, user=user, amount=Decimal(which + 1) / 100, reason="well")
    elif what == 4:
        amount = Decimal(which - 3) / 1000
        adjust_pay(enrolment=worker, user=user, amount=amount, reason="as agreed")
    elif what == 5:
        make_batch(campaign=campaign, user=user, source=worker.worker.source)
    elif what == 6:
        for batch in campaign.batches.order_by("-pk")[:1]:
            settle_all(batch=batch, user=user, paid=which % 2 == 0)
    elif what == 7:
        judge_next(worker)
    else:
        for act in ReviewAct.objects.filter(campaign=campaign)[:1]:
            undo_review(act=act, user=user)
        accept_all(campaign)


@pytest.mark.django_db
class TestApproval:
    def test_it_comes_by_itself_after_so_many_days_and_once(self) -> None:
        campaign = make_paid(approve_after_days=7)
        old, new = enrol(campaign), enrol(campaign)
        first, second = judge_next(old), judge_next(new)
        Judgment.objects.filter(pk=first.judgment_id).update(
            submitted_at=Now() - timedelta(days=7, minutes=1)
        )
        for _ in range(2):
            approve_overdue()
        found = dict(Judgment.objects.values_list("pk", "review"))
        assert found == {first.judgment_id: "accepted", second.judgment_id: ""}
        act = ReviewAct.objects.get()
        assert act.user is None
        undo_review(act=act, user=make_user())
        Campaign.objects.update(approved_until=Now() - timedelta(days=7, hours=2))
        approve_overdue()
        assert ReviewAct.objects.count() == 2
        check_pay(campaign)

    def test_without_the_term_nothing_is_approved(self) -> None:
        campaign = make_paid()
        judge_next(enrol(campaign))
        Judgment.objects.update(submitted_at=Now() - timedelta(days=99))
        approve_overdue()
        assert not ReviewAct.objects.exists()


@pytest.mark.django_db
class TestBudget:
    def test_a_lease_reserves_and_what_ends_unpaid_gives_back(self) -> None:
        campaign = make_paid(fee_percent="20")
        user = make_user()
        set_budget(campaign=campaign, user=user, budget=Decimal("0.12"))
        one, two, three = (enrol(campaign) for _ in range(3))
        held = claim_hit(enrolment_id=one.pk)
        other = claim_hit(enrolment_id=two.pk)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=three.pk)
        check_pay(campaign)
        return_hit(enrolment=one, assignment_id=held.pk)
        check_pay(campaign)
        claim_hit(enrolment_id=three.pk)
        Assignment.objects.filter(pk=other.pk).update(expires_at=Now() - timedelta(seconds=1))
        expire_overdue()
        check_pay(campaign)
        claim_hit(enrolment_id=one.pk)
        late = submit(two, other)
        assert not late.counts
        assert free_lease(enrolment=one, user=user)
        check_pay(campaign)
        check_serving(campaign)

    def test_raising_it_lets_workers_go_on_and_lowering_it_below_what_is_owed_is_refused(
        self,
    ) -> None:
        campaign = make_paid()
        user, worker = make_user(), enrol(campaign)
        set_budget(campaign=campaign, user=user, budget=CENTS)
        judge_next(worker)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=worker.pk)
        with pytest.raises(Invalid) as refusal:
            set_budget(campaign=campaign, user=user, budget=Decimal("0.04"))
        assert refusal.value.field == "budget"
        check_pay(campaign)
        set_budget(campaign=campaign, user=user, budget=2 * CENTS)
        judge_next(worker)
        set_budget(campaign=campaign, user=user, budget=None)
        judge_next(worker)
        check_pay(campaign)

    def test_a_rejection_makes_room_and_taking_it_back_needs_it(self) -> None:
        campaign = make_paid()
        user, worker, other = make_user(), enrol(campaign), enrol(campaign)
        set_budget(campaign=campaign, user=user, budget=CENTS)
        receipt = judge_next(worker)
        judgment = Judgment.objects.get(pk=receipt.judgment_id)
        review_judgment(judgment=judgment, user=user, review="rejected")
        judge_next(other)
        with pytest.raises(OverBudget):
            review_judgment(judgment=judgment, user=user, review="accepted")
        with pytest.raises(OverBudget):
            give_bonus(enrolment=other, user=user, amount=CENTS, reason="well read")
        check_pay(campaign)
        check_serving(campaign)

    def test_what_excluding_asks_again_is_within_the_budget(self) -> None:
        campaign = make_paid(hits=2, redundancy=1)
        user, worker, other = make_user(), enrol(campaign), enrol(campaign)
        set_budget(campaign=campaign, user=user, budget=3 * CENTS)
        for _ in range(2):
            judge_next(worker)
        exclude_worker(enrolment=worker, user=user, reason="spam")
        judge_next(other)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=other.pk)
        check_pay(campaign)

    def test_the_budget_of_a_project_is_shared_by_its_campaigns(self) -> None:
        first = make_paid()
        second = make_campaign(
            make_dataset(numbered_texts(3), project=first.dataset.project),
            reward="0.07",
            currency="USD",
        )
        project, user = first.dataset.project, make_user()
        money = partial(
            set_project_money, project=project, user=user, least_hourly=None, currency="USD"
        )
        money(budget=Decimal("0.16"))
        judge_next(enrol(first))
        judge_next(enrol(second))
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=enrol(first).pk)
        check_pay(first)
        with pytest.raises(Invalid):
            money(budget=Decimal("0.11"))
        money(budget=Decimal("0.17"))
        judge_next(enrol(first))
        check_pay(second)

    def test_a_campaign_in_another_currency_is_not_launched_under_it(self) -> None:
        campaign = make_paid()
        project, user = campaign.dataset.project, make_user()
        with pytest.raises(Invalid):
            set_project_money(
                project=project, user=user, budget=Decimal(9), least_hourly=None, currency="EUR"
            )
        set_project_money(
            project=project, user=user, budget=Decimal(9), least_hourly=None, currency="USD"
        )
        draft = create_campaign(
            dataset=campaign.dataset,
            scheme="flat",
            user=user,
            name="Euros",
            reward=1,
            currency="EUR",
        )
        with pytest.raises(Conflict):
            launch_campaign(campaign=draft, user=user)

    def test_small_rests_of_the_parts_are_brought_together(self) -> None:
        campaign = make_paid()
        set_budget(campaign=campaign, user=make_user(), budget=2 * CENTS)
        Purse.objects.filter(campaign=campaign).update(remaining=0)
        parts = Purse.objects.filter(campaign=campaign, number__lt=4)
        parts.update(remaining=CENTS / 2)
        worker = enrol(campaign)
        judge_next(worker)
        judge_next(worker)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=worker.pk)
        check_pay(campaign)

    def test_the_database_refuses_to_overdraw(self) -> None:
        campaign = make_paid()
        set_budget(campaign=campaign, user=make_user(), budget=CENTS)
        refused = pytest.raises(IntegrityError, match="no_more_is_drawn_than_a_budget_allows")
        with refused, transaction.atomic():
            Purse.objects.update(remaining=Decimal(-1))

    def test_a_claim_costs_no_further_statement(self, django_assert_num_queries: Any) -> None:
        campaign = make_paid()
        free = make_paid(reward=0)
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(9))
        for each in (campaign, free):
            worker = enrol(each)
            with django_assert_num_queries(5):
                claim_hit(enrolment_id=worker.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("of_project", [False, True])
def test_of_a_hundred_workers_exactly_as_many_get_a_hit_as_the_budget_reaches_for(
    of_project: bool,
) -> None:
    campaign = make_paid(hits=40, redundancy=5, fee_percent="33.33")
    budget, user = Decimal("3.80"), make_user()  # 57 × 0.066665 = 3.799905
    if of_project:
        set_project_money(
            project=campaign.dataset.project,
            user=user,
            budget=budget,
            least_hourly=None,
            currency="USD",
        )
    else:
        set_budget(campaign=campaign, user=user, budget=budget)
    workers = [enrol(campaign) for _ in range(100)]
    found = at_once([partial(claim_hit, enrolment_id=worker.pk) for worker in workers], threads=16)
    assert sum(isinstance(one, Assignment) for one in found) == 57
    assert all(isinstance(one, Assignment | NothingLeft) for one in found), found
    check_pay(campaign)
    check_serving(campaign)


@pytest.mark.django_db(transaction=True)
def test_a_budget_that_is_set_while_workers_claim_holds() -> None:
    campaign = make_paid(hits=40, redundancy=2)
    user = make_user()
    workers = [enrol(campaign) for _ in range(24)]
    jobs: list[Any] = [partial(claim_hit, enrolment_id=worker.pk) for worker in workers]
    jobs.insert(4, partial(set_budget, campaign=campaign, user=user, budget=12 * CENTS))
    at_once(jobs, threads=8)
    campaign.refresh_from_db()
    if campaign.budget is not None:
        assert Assignment.objects.count() == 12
    check_pay(campaign)


@pytest.mark.django_db
class TestBatches:
    def test_from_approval_to_paid_to_the_cent(self) -> None:
        campaign = make_paid(reward="0.025")
        worker, other, user = enrol(campaign), enrol(campaign), make_user()
        for _ in range(5):
            judge_next(worker)
        judge_next(other)
        accept_all(campaign)
        [found] = payable_by_source(campaign)
        assert (found.workers, found.amount) == (2, Decimal("0.14"))
        batch = make_batch(campaign=campaign, user=user, source=found.source)
        assert [line.amount for line in batch.lines.order_by("pk")] == [
            Decimal("0.120"),
            Decimal("0.020"),
        ]
        text = bonus_list(batch)
        assert text == f"{worker.worker.external_id},0.12\n{other.worker.external_id},0.02\n"
        assert payable_by_source(campaign) == []
        with pytest.raises(Conflict):
            make_batch(campaign=campaign, user=user, source=found.source)
        check_pay(campaign)
        assert import_answer(batch=batch, user=user, text=text) == 2
        assert import_answer(batch=batch, user=user, text=text) == 0
        assert LedgerEntry.objects.filter(kind="paid").count() == 2
        total = balance_of_campaign(campaign)
        assert (total.paid, total.owed) == (Decimal("0.140"), Decimal("0.010"))
        check_pay(campaign)

    def test_what_is_in_a_batch_cannot_be_rejected(self) -> None:
        campaign = make_paid()
        worker, user = enrol(campaign), make_user()
        receipt = judge_next(worker)
        act = accept_all(campaign)
        batch = make_batch(campaign=campaign, user=user, source=worker.worker.source)
        judgment = Judgment.objects.get(pk=receipt.judgment_id)
        for review in ("rejected", ""):
            with pytest.raises(Conflict, match="paid already"):
                review_judgment(judgment=judgment, user=user, review=review)
        assert undo_review(act=act, user=user).kept == 1
        with pytest.raises(Conflict):
            review_judgments(
                campaign=campaign,
                user=user,
                review="rejected",
                chosen=Chosen(reviews=("accepted",)),
                reason="spam",
            )
        review_judgment(judgment=judgment, user=user, review="set_aside")
        settle_all(batch=batch, user=user, paid=False)
        review_judgment(judgment=judgment, user=user, review="rejected")
        worker.refresh_from_db()
        assert balance_of(worker).owed == 0
        check_pay(campaign)
        refused = pytest.raises(IntegrityError, match="only_what_is_approved_is_paid")
        with refused, transaction.atomic():
            Judgment.objects.update(payment=PaymentLine.objects.get())

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{one},0.05\nnobody,0.05\n", "Row 2: this id is not in the batch."),
            ("{one},0.06\n", "Row 1: the batch says 0.05, not 0.06."),
            ("{one},0.05\n{one},0.05\n", "Row 2: this id stands in the file twice."),
            ("{one},0.05,perhaps\n", "Row 1: the status is neither paid nor failed."),
            ("{one},0.05\n{two}\n", "Row 2: write the id, a comma and the amount."),
            ("id,amount\n", "The file has no payment."),
            ("", "The file has no payment."),
        ],
    )
    def test_an_answer_is_taken_whole_or_not_at_all(self, text: str, said: str) -> None:
        campaign = make_paid()
        one, two, user = enrol(campaign), enrol(campaign), make_user()
        judge_next(one)
        judge_next(two)
        accept_all(campaign)
        batch = make_batch(campaign=campaign, user=user, source=one.worker.source)
        given = text.format(one=one.worker.external_id, two=two.worker.external_id)
        with pytest.raises(Invalid) as refusal:
            import_answer(batch=batch, user=user, text=given)
        assert said in refusal.value.message
        assert set(batch.lines.values_list("status", flat=True)) == {"waiting"}

    def test_what_failed_is_paid_in_another_batch_and_not_again_in_this_one(self) -> None:
        campaign = make_paid()
        worker, user = enrol(campaign), make_user()
        judge_next(worker)
        accept_all(campaign)
        batch = make_batch(campaign=campaign, user=user, source=worker.worker.source)
        name = worker.worker.external_id
        import_answer(batch=batch, user=user, text=f"id,amount,status\n{name},0.05,failed\n")
        again = make_batch(campaign=campaign, user=user, source=worker.worker.source)
        with pytest.raises(WrongRows, match="was marked as failed before"):
            import_answer(batch=batch, user=user, text=f"{name},0.05\n")
        settle_all(batch=again, user=user, paid=True)
        worker.refresh_from_db()
        assert balance_of(worker).owed == 0
        check_pay(campaign)

    def test_a_formula_for_a_name_is_prefixed(self) -> None:
        campaign = make_paid()
        worker, user = enrol(campaign, "=cmd()"), make_user()
        judge_next(worker)
        accept_all(campaign)
        batch = make_batch(campaign=campaign, user=user, source=worker.worker.source)
        assert "'=cmd(),0.05,USD,midpath-" in payout_csv(batch)
        assert (
            import_answer(
                batch=batch,
                user=user,
                text=payout_csv(batch)
                .replace(",USD", "")
                .replace(f",midpath-{batch.pk}-{batch.lines.get().pk}", ""),
            )
            == 1
        )
