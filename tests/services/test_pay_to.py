"""Workers not paid by a platform say where to pay them, and lists of payments show it to owners."""

import csv
import io

import pytest
from django.db import IntegrityError, transaction

from annotation.models import AuditEvent, Campaign, Enrolment, PaymentBatch, Worker
from annotation.models.people.worker import MAX_PAY_TO_LENGTH, PAID_BY_HAND, PROGRAMS
from annotation.services.errors import Conflict, Invalid, TooMany
from annotation.services.pay import pay_to
from annotation.services.pay.batches import make_batch
from annotation.services.pay.pay_to import set_pay_to, without_pay_to
from annotation.services.pay.payment_lists import payout_csv
from annotation.services.people.erasure import erase_worker
from annotation.services.people.join import join_campaign
from annotation.services.people.personal_data_file import personal_data_file
from tests.helpers.factories import judge_next, make_user
from tests.services.paying import accept_all, make_paid

pytestmark = pytest.mark.django_db


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
    assert [event.verb for event in events] == [
        *["worker.pay_to_set"] * 2,
        "worker.pay_to_removed",
    ]
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
    with pytest.raises(Invalid) as refused:
        set_pay_to(worker=ada.worker, written=wrong)
    assert refused.value.field == "pay_to"
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
        with pytest.raises(IntegrityError, match="no_platform_pays"), transaction.atomic():
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
    assert [(row["recipient"], row["pay_to"]) for row in rows_of(batch)] == [
        ("ada", "'=cmd()"),
        ("bob", ""),
    ]
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
    with pytest.raises(IntegrityError, match="nobody_knows_where"), transaction.atomic():
        Worker.objects.filter(pk=ada.worker_id).update(pay_to="ada@example.org")
