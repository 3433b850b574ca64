"""Payments are made in batches, once, to the cent."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from annotation.models import Judgment, LedgerEntry, PaymentLine
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.balance import balance_of, balance_of_campaign
from annotation.services.pay.batches import import_answer, make_batch, payable_by_source, settle_all
from annotation.services.pay.payment_answers import WrongRows
from annotation.services.pay.payment_lists import bonus_list, payout_csv
from annotation.services.work.choosing import Chosen
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments, undo_review
from tests.helpers.factories import enrol, judge_next, make_user
from tests.services.paying import accept_all, check_pay, make_paid


@pytest.mark.long
def test_from_approval_to_paid_to_the_cent() -> None:
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
    [left] = payable_by_source(campaign)
    assert (left.amount, left.remainder) == (Decimal(0), Decimal("0.01"))
    with pytest.raises(Conflict):
        make_batch(campaign=campaign, user=user, source=found.source)
    check_pay(campaign)
    assert import_answer(batch=batch, user=user, text=text) == 2
    assert import_answer(batch=batch, user=user, text=text) == 0
    assert LedgerEntry.objects.filter(kind="paid").count() == 2
    total = balance_of_campaign(campaign)
    assert (total.paid, total.owed) == (Decimal("0.140"), Decimal("0.010"))
    check_pay(campaign)


def test_what_is_in_a_batch_cannot_be_rejected() -> None:
    campaign = make_paid()
    worker, user = enrol(campaign), make_user()
    receipt = judge_next(worker)
    act = accept_all(campaign)
    batch = make_batch(campaign=campaign, user=user, source=worker.worker.source)
    judgment = Judgment.objects.get(pk=receipt.judgment_id)
    for review in ("rejected", ""):
        with pytest.raises(Conflict, match="in a list of payments already"):
            review_judgment(judgment=judgment, user=user, review=review, reason="blank")
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
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    worker.refresh_from_db()
    assert balance_of(worker).owed == 0
    check_pay(campaign)
    refused = pytest.raises(IntegrityError, match="only_what_is_approved_is_paid")
    with refused, transaction.atomic():
        Judgment.objects.update(payment=PaymentLine.objects.get())


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{one},0.05\nnobody,0.05\n", "Row 2: this id is not in the list."),
        ("{one},0.06\n", "Row 1: the list says 0.05, not 0.06."),
        ("{one},0.05\n{one},0.05\n", "Row 2: this id is in the file twice."),
        ("{one},0.05,perhaps\n", "Row 1: the status must be “paid” or “failed”."),
        ("{one},0.05\n{two}\n", "Row 2: write the id, a comma and the amount."),
        ("id,amount\n", "The file contains no payments."),
        ("", "The file contains no payments."),
    ],
)
def test_an_answer_is_taken_whole_or_not_at_all(text: str, said: str) -> None:
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


@pytest.mark.long
def test_what_failed_is_paid_in_another_batch_and_not_again_in_this_one() -> None:
    campaign = make_paid()
    worker, user = enrol(campaign), make_user()
    judge_next(worker)
    accept_all(campaign)
    batch = make_batch(campaign=campaign, user=user, source=worker.worker.source)
    name = worker.worker.external_id
    import_answer(batch=batch, user=user, text=f"id,amount,status\n{name},0.05,failed\n")
    again = make_batch(campaign=campaign, user=user, source=worker.worker.source)
    with pytest.raises(WrongRows, match="is already marked as failed"):
        import_answer(batch=batch, user=user, text=f"{name},0.05\n")
    settle_all(batch=again, user=user, paid=True)
    worker.refresh_from_db()
    assert balance_of(worker).owed == 0
    check_pay(campaign)


def test_of_a_currency_without_cents_whole_units_are_paid_and_the_rest_stays() -> None:
    campaign = make_paid(reward="2.5", currency="JPY", hits=6, redundancy=1)
    worker, user = enrol(campaign), make_user()
    for _ in range(3):
        judge_next(worker)
    accept_all(campaign)
    [found] = payable_by_source(campaign)
    assert found.amount == 7
    batch = make_batch(campaign=campaign, user=user, source=found.source)
    recipient = worker.worker.external_id
    assert f"{recipient},7,JPY," in payout_csv(batch)
    assert bonus_list(batch) == f"{recipient},7\n"
    assert import_answer(batch=batch, user=user, text=bonus_list(batch)) == 1
    worker.refresh_from_db()
    assert balance_of(worker).owed == Decimal("0.5")
    [left] = payable_by_source(campaign)
    assert (left.amount, left.remainder) == (Decimal(0), Decimal("0.5"))
    judge_next(worker)
    accept_all(campaign)
    assert [one.amount for one in payable_by_source(campaign)] == [3]
    check_pay(campaign)


def test_a_formula_for_a_name_is_prefixed() -> None:
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
