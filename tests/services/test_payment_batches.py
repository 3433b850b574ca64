"""Payments: made in batches, once, to the cent; and where workers want to be paid."""

import csv
import io
from decimal import Decimal

import pytest

from annotation.models import (
    AuditEvent,
    Campaign,
    Enrolment,
    Judgment,
    LedgerEntry,
    PaymentBatch,
    PaymentLine,
    Worker,
)
from annotation.models.people.worker import MAX_PAY_TO_LENGTH, PAID_BY_HAND, PROGRAMS
from annotation.services.errors import Conflict, Invalid, TooMany
from annotation.services.pay import pay_to
from annotation.services.pay.balance import balance_of, balance_of_campaign
from annotation.services.pay.batches import import_answer, make_batch, payable_by_source, settle_all
from annotation.services.pay.pay_to import set_pay_to, without_pay_to
from annotation.services.pay.payment_answers import WrongRows
from annotation.services.pay.payment_lists import bonus_list, payout_csv
from annotation.services.people.erasure import erase_worker
from annotation.services.people.join import join_campaign
from annotation.services.people.personal_data_file import personal_data_file
from annotation.services.work.choosing import Chosen
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import undo_review
from tests.helpers.factories import enrol, judge_many, judge_next, make_user
from tests.helpers.refusals import refused_at, refused_by_database
from tests.services.paying import accept_all, check_pay, make_paid, reject_all


@pytest.mark.long
def test_from_approval_to_paid_to_the_cent() -> None:
    campaign = make_paid(reward="0.025")
    worker, other, user = enrol(campaign), enrol(campaign), make_user()
    judge_many(worker, 5)
    judge_next(other)
    accept_all(campaign)
    [found] = payable_by_source(campaign)
    assert (found.workers, found.amount) == (2, Decimal("0.14"))
    batch = make_batch(campaign=campaign, user=user, source=found.source)
    stored = [line.amount for line in batch.lines.order_by("pk")]
    assert stored == [Decimal("0.120"), Decimal("0.020")]
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
        reject_all(campaign, "spam", Chosen(reviews=("accepted",)))
    review_judgment(judgment=judgment, user=user, review="set_aside")
    settle_all(batch=batch, user=user, paid=False)
    review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
    worker.refresh_from_db()
    assert balance_of(worker).owed == 0
    check_pay(campaign)
    with refused_by_database("only_what_is_approved_is_paid"):
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
    judge_many(worker, 3)
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


def joined(campaign: Campaign, name: str, source: str = Worker.Source.NAME) -> Enrolment:
    return join_campaign(campaign=campaign, source=source, external_id=name)


@pytest.fixture
def ada() -> Enrolment:
    return joined(make_paid(), "ada")


def listed(campaign: Campaign) -> PaymentBatch:
    accept_all(campaign)
    return make_batch(campaign=campaign, user=make_user(), source=Worker.Source.NAME)


def rows_of(batch: PaymentBatch) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(payout_csv(batch))))


def test_it_is_set_changed_and_removed_and_audited_without_itself(ada: Enrolment) -> None:
    for written, stored in (
        (" ada@example.org ", "ada@example.org"),
        ("DE02 1203 0000 0000 2020 51, Ada", "DE02 1203 0000 0000 2020 51, Ada"),
        ("DE02 1203 0000 0000 2020 51, Ada", "DE02 1203 0000 0000 2020 51, Ada"),
        ("", ""),
    ):
        set_pay_to(worker=ada.worker, written=written)
        ada.worker.refresh_from_db()
        assert ada.worker.pay_to == stored
    events = AuditEvent.objects.filter(verb__startswith="worker.pay_to").order_by("pk")
    assert [event.verb for event in events] == [*["worker.pay_to_set"] * 2, "worker.pay_to_removed"]
    assert all(event.details == {} for event in events)
    assert {event.worker for event in events} == {ada.worker}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "wrong",
    [
        "a" * (MAX_PAY_TO_LENGTH + 1),
        "a" * 1_000_000,
        "ada@example.org\nbob@example.org",
        "ada\x00@example.org",
        "ada\u202e@example.org",
        "ada\u200b@example.org",
        "a" + "\u0301" * 40,
        "\ud800",
    ],
)
def test_what_is_too_long_or_cannot_be_seen_is_refused(ada: Enrolment, wrong: str) -> None:
    with refused_at("pay_to"):
        set_pay_to(worker=ada.worker, written=wrong)
    ada.worker.refresh_from_db()
    assert ada.worker.pay_to == ""


def test_whom_a_platform_pays_says_nothing_and_programs_neither() -> None:
    campaign = make_paid()
    for source in Worker.Source:
        worker = joined(campaign, "A1B2C3", source).worker
        if source in PAID_BY_HAND:
            assert set_pay_to(worker=worker, written="ada@example.org").pay_to
            continue
        with pytest.raises(Conflict):
            set_pay_to(worker=worker, written="ada@example.org")
        with refused_by_database("no_platform_pays"):
            Worker.objects.filter(pk=worker.pk).update(pay_to="ada@example.org")
    assert not set(PROGRAMS) & set(PAID_BY_HAND)


def test_nobody_changes_it_all_the_time(ada: Enrolment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pay_to, "CHANGES_A_MINUTE", 1)
    set_pay_to(worker=ada.worker, written="ada@example.org")
    with pytest.raises(TooMany):
        set_pay_to(worker=ada.worker, written="bob@example.org")


def test_the_list_has_it_and_a_spreadsheet_computes_nothing(ada: Enrolment) -> None:
    campaign, bob = ada.campaign, joined(ada.campaign, "bob")
    for worker in (ada, bob):
        judge_next(worker)
    set_pay_to(worker=ada.worker, written="=cmd()")
    batch = listed(campaign)
    found = [(row["recipient"], row["pay_to"]) for row in rows_of(batch)]
    assert found == [("ada", "'=cmd()"), ("bob", "")]
    assert [line.enrolment for line in without_pay_to(batch)] == [bob]
    set_pay_to(worker=bob.worker, written="bob@example.org")
    assert not without_pay_to(batch).exists()


def test_it_is_reported_to_them_and_goes_when_they_are_erased(ada: Enrolment) -> None:
    judge_next(ada)
    set_pay_to(worker=ada.worker, written="ada@example.org")
    batch = listed(ada.campaign)
    assert b'"pay_to":[\n{"pay_to":"ada@example.org"}' in b"".join(personal_data_file(ada.worker))
    erase_worker(worker=ada.worker)
    ada.worker.refresh_from_db()
    assert ada.worker.pay_to == ""
    assert rows_of(batch) == []
    assert not without_pay_to(batch).exists()
    with pytest.raises(Conflict):
        set_pay_to(worker=ada.worker, written="ada@example.org")
    with refused_by_database("nobody_knows_where"):
        Worker.objects.filter(pk=ada.worker_id).update(pay_to="ada@example.org")
