"""The ledger is append-only and balances; after a number of days work is approved automatically."""

from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.db.models.functions import Now
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Campaign, Enrolment, Judgment, LedgerEntry, ReviewAct
from annotation.services.errors import Conflict, Invalid, ServiceError
from annotation.services.pay.approval import approve_overdue
from annotation.services.pay.balance import balance_of
from annotation.services.pay.batches import make_batch, settle_all
from annotation.services.pay.budgets import set_budget
from annotation.services.pay.ledger import adjust_pay, give_bonus
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import undo_review
from tests.helpers.factories import enrol, judge_many, judge_next, make_user
from tests.helpers.invariants import check_serving
from tests.helpers.queries import run_sql
from tests.helpers.refusals import refused_by_database
from tests.helpers.tiers import by_tier
from tests.services.paying import CENTS, accept_all, check_pay, make_paid, reject_all


def test_the_database_refuses_to_change_or_delete_an_entry() -> None:
    campaign = make_paid()
    judge_next(enrol(campaign))
    accept_all(campaign)
    for change in (
        lambda: LedgerEntry.objects.update(amount=9),
        lambda: LedgerEntry.objects.all().delete(),
    ):
        with refused_by_database("the ledger is append-only"):
            change()
    found = run_sql(
        "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal"
        " AND tgrelid = 'annotation_ledgerentry'::regclass ORDER BY tgname"
    )
    assert found == [("programs_are_owed_nothing", "O"), ("the_ledger_is_append_only", "O")]


@pytest.mark.long
def test_a_review_is_entered_and_its_undo_is_entered_with_a_minus() -> None:
    campaign = make_paid()
    worker = enrol(campaign)
    judge_many(worker, 3)
    undo_review(act=reject_all(campaign, "spam"), user=make_user())
    entries = list(worker.ledger.order_by("pk").values_list("kind", "judgments", "reason"))
    assert entries == [("rejected", 3, "spam"), ("rejected", -3, "A review was taken back.")]
    check_pay(campaign)


@pytest.mark.long
def test_bonuses_and_adjustments_need_a_reason_and_leave_no_debt() -> None:
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


@pytest.mark.long
@given(
    steps=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 2), st.integers(0, 5)), max_size=14)
)
@settings(
    max_examples=by_tier(quick=4, long=60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_sequence_of_decisions_balances(steps: list[tuple[int, int, int]]) -> None:
    with transaction.atomic():
        campaign = make_paid(hits=3, redundancy=3, reward="0.025", fee_percent="33.33")
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(2))
        workers = [enrol(campaign) for _ in range(3)]
        for worker in workers:
            judge_many(worker, 2)
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
        review_judgment(judgment=judgment, user=user, review=review, reason="blank")
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


def test_it_comes_by_itself_after_so_many_days_and_once() -> None:
    campaign = make_paid(approve_after_days=7)
    old, new = enrol(campaign), enrol(campaign)
    first, second = judge_next(old), judge_next(new)
    Judgment.objects.filter(pk=first.judgment_id).update(
        submitted_at=Now() - timedelta(days=7, hours=3)
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
    assert ReviewAct.objects.get().pk == act.pk
    check_pay(campaign)


def make_overdue() -> Campaign:
    """Return a campaign with a judgment that has waited long enough to be accepted."""
    campaign = make_paid(approve_after_days=7)
    judge_next(enrol(campaign))
    campaign.judgments.update(submitted_at=Now() - timedelta(days=7, hours=3))
    return campaign


def fail_to_store_reviews_of(campaign: Campaign, patch: pytest.MonkeyPatch) -> None:
    create = ReviewAct.objects.create

    def fail(**values: Any) -> ReviewAct:
        if values["campaign"] == campaign:
            raise OperationalError("the database has restarted")
        return create(**values)

    patch.setattr(ReviewAct.objects, "create", fail)


def test_judgments_whose_approval_failed_are_approved_by_the_next_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = make_overdue()
    with monkeypatch.context() as patch:
        fail_to_store_reviews_of(campaign, patch)
        with pytest.raises(OperationalError):
            approve_overdue()
    assert campaign.judgments.get().review == ""
    approve_overdue()
    assert campaign.judgments.get().review == "accepted"


def test_a_campaign_whose_approval_fails_leaves_it_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing, other = make_overdue(), make_overdue()
    fail_to_store_reviews_of(failing, monkeypatch)
    with pytest.raises(OperationalError):
        approve_overdue()
    assert [one.judgments.get().review for one in (failing, other)] == ["", "accepted"]


def test_without_the_term_nothing_is_approved() -> None:
    campaign = make_paid()
    judge_next(enrol(campaign))
    Judgment.objects.update(submitted_at=Now() - timedelta(days=99))
    approve_overdue()
    assert not ReviewAct.objects.exists()
