"""Bonuses through Prolific's API: priced, confirmed and paid once, whatever happens on the way. The
stand-in runs in its own process, and pays twice if called twice, as Prolific does."""

from collections import Counter
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse

from addons.prolific.models import ProlificBonus, ProlificBonusLine
from addons.prolific.services import client
from addons.prolific.services.payouts import confirm_bonuses, release_unpaid, set_up_bonuses
from addons.prolific.tests.bonuses import (
    act,
    confirmed,
    listed,
    page,
    paid,
    priced,
    request_payment,
    sent,
    states,
    statuses,
)
from addons.prolific.tests.desk import Desk, owe
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import AuditEvent, Enrolment, LedgerEntry, PaymentLine, PlacePayment
from annotation.services.errors import Conflict
from annotation.services.pay.balance import balance_of_campaign
from annotation.services.pay.batches import make_batch, payable_by_source, settle_all
from annotation.services.pay.ledger import give_bonus
from annotation.services.pay.payment_lists import bonus_list, parts_of
from tests.helpers.pages import assert_shows, read
from tests.helpers.tiers import long_only

pytestmark = pytest.mark.long


def test_priced_confirmed_paid_and_in_the_ledger_to_the_cent(desk: Desk) -> None:
    batch = listed(desk, "0.12", "1.05", "2")
    assert "Get the price from Prolific" in page(desk, batch)
    total = priced(desk, batch)
    assert desk.site.state()["paid"] == []
    # 3.17 for the workers, a third for Prolific, a fifteenth for the tax.
    assert total == Decimal("4.438")
    shown = page(desk, batch)
    assert_shows(shown, "3.17 for the workers, 1.0567 fees, 0.2113 tax", "Pay USD 4.438 now")
    assert act(desk, batch, "pay", total=str(total)).status_code == 302
    assert desk.run_visit().status == "ready"
    assert (states(batch), statuses(batch)) == (["sent"], {"waiting": 3})
    assert "again" in page(desk, batch)
    request_payment(desk, batch)
    assert (states(batch), statuses(batch)) == (["done"], {"paid": 3})
    state = desk.site.state()
    assert len(state["paid"]) == 1
    [rows] = state["bulks"].values()
    assert rows == [
        [submission(n, "")["id"], sum_] for n, sum_ in enumerate(["0.12", "1.05", "2.00"])
    ]
    paid = LedgerEntry.objects.filter(kind="paid").values_list("amount", flat=True)
    assert sum(paid) == Decimal("3.17")
    assert balance_of_campaign(desk.study.campaign).owed == 0
    verbs = AuditEvent.objects.filter(verb__startswith="prolific.bonuses").values_list("verb")
    assert {verb for (verb,) in verbs} == {"prolific.bonuses_set_up", "prolific.bonuses_confirmed"}


@pytest.mark.quick
def test_nothing_is_paid_at_another_cost_than_was_read(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    priced(desk, batch)
    for total in ("0.17", "", "NaN", "free"):
        assert act(desk, batch, "pay", total=total).status_code == 409
    assert states(batch) == ["priced"]


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", *long_only("elsewhere", "huge")])
def test_what_may_have_been_paid_is_never_sent_again(
    desk: Desk, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MAX_BYTES", 100_000)
    batch = listed(desk, "0.12", "3")
    confirmed(desk, batch)
    desk.site.set_state(faults_at={"/pay/": [fault]})
    assert desk.run_visit().status == "ready"
    assert states(batch) == ["sending"]
    assert "It is not sent again" in page(desk, batch)
    for _ in range(3):
        request_payment(desk, batch)
    assert len([path for _, path, _ in desk.site.state()["requests"] if "/pay/" in path]) == 1
    # Only if the answer was lost after the effect do the submissions show it.
    assert states(batch) == (["done"] if fault == "lost" else ["sending"])
    assert statuses(batch) == ({"paid": 2} if fault == "lost" else {"waiting": 2})


@pytest.mark.parametrize("fault", ["429", "refused"])
def test_what_was_certainly_not_taken_can_be_confirmed_again(desk: Desk, fault: str) -> None:
    batch = listed(desk, "0.12")
    confirmed(desk, batch)
    desk.site.set_state(faults_at={"/pay/": [fault]})
    desk.run_visit()
    assert states(batch) == ["priced"]
    act(desk, batch, "pay", total=str(batch.prolific_bonuses.get().total))
    desk.run_visit()
    request_payment(desk, batch)
    assert (states(batch), len(desk.site.state()["paid"])) == (["done"], 1)


@pytest.mark.quick
def test_what_is_not_shown_a_day_later_can_be_freed_and_not_before(desk: Desk) -> None:
    batch = listed(desk, "0.12", "3")
    confirmed(desk, batch)
    desk.site.set_state(pays="never")
    desk.run_visit()
    with pytest.raises(Conflict, match="cannot be taken back"):
        settle_all(batch=batch, user=desk.study.owner, paid=False)
    request_payment(desk, batch)
    assert act(desk, batch, "free").status_code == 409
    batch.prolific_bonuses.update(sent_at=F("sent_at") - timedelta(days=1))
    assert act(desk, batch, "set-up").status_code == 409
    assert act(desk, batch, "free").status_code == 302
    assert (states(batch), statuses(batch)) == (["done"], {"waiting": 2})
    desk.site.set_state(paid=[], pays="now")
    paid(desk, batch)
    assert (states(batch), statuses(batch)) == (["done", "done"], {"paid": 2})


@pytest.mark.quick
def test_a_bonus_of_the_same_sum_before_is_not_taken_for_this_one(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    [one] = desk.site.state()["submissions"]
    desk.site.set_state(submissions=[one | {"earlier_bonuses": [12.0, 30]}], pays="later")
    paid(desk, batch)
    assert (states(batch), statuses(batch)) == (["sent"], {"waiting": 1})
    desk.site.set_state(pays="now")
    request_payment(desk, batch)
    assert statuses(batch) == {"paid": 1}


def test_more_than_200_are_split_in_calls_and_files(desk: Desk) -> None:
    batch = listed(desk, *["0.01"] * 201)
    assert parts_of(batch) == 2
    assert [bonus_list(batch, part).count("\n") for part in (1, 2)] == [200, 1]
    address = reverse("research:payments_file", args=(batch.campaign_id, batch.pk, "prolific"))
    assert read(desk.owner, f"{address}?part=2") == bonus_list(batch, 2)
    assert desk.owner.get(f"{address}?part=3").status_code == 404
    assert "part 2 of 2" in page(desk, batch)
    paid(desk, batch)
    state = desk.site.state()
    assert sorted(map(len, state["bulks"].values())) == [1, 200]
    assert Counter(state["paid"]) == dict.fromkeys(state["bulks"], 1)
    assert (states(batch), statuses(batch)) == (["done", "done"], {"paid": 201})


def test_what_is_settled_by_hand_is_not_paid_by_prolific(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    confirmed(desk, batch)
    settle_all(batch=batch, user=desk.study.owner, paid=True)
    desk.run_visit()
    assert (states(batch), desk.site.state()["paid"]) == (["dropped"], [])
    # The same if it is settled between reading the submissions and the call.
    owe(desk.study, "p9", "1")
    desk.site.set_state(
        submissions=[*desk.site.state()["submissions"], submission(9, "p9", "APPROVED")]
    )
    request_payment(desk, batch)
    other = make_batch(campaign=desk.study.campaign, user=desk.study.owner, source="prolific")
    confirmed(desk, other)
    other.lines.update(status="failed", settled_at="2026-11-20T10:00Z")
    desk.run_visit()
    assert (states(other), desk.site.state()["paid"]) == (["dropped"], [])


def test_what_is_left_can_be_set_up_again(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    priced(desk, batch)
    assert act(desk, batch, "set-up").status_code == 409
    assert act(desk, batch, "leave").status_code == 302
    visit_again = priced(desk, batch)
    assert (states(batch), visit_again) == (["dropped", "priced"], Decimal("0.168"))


def test_another_sum_or_currency_is_dropped(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    ProlificBonus.objects.all().delete()
    set_up_bonuses(batch=batch, user=desk.study.owner)
    batch.prolific_bonuses.update(amount="0.13")
    desk.run_visit()
    assert "Prolific calculated a different amount" in page(desk, batch)
    assert states(batch) == ["dropped"]
    desk.study.campaign.prolific_study.__class__.objects.update(currency="GBP")
    act(desk, batch, "set-up")
    desk.run_visit()
    assert "The study is in GBP, the list in USD." in page(desk, batch)
    assert (states(batch), desk.site.state()["paid"]) == (["dropped"] * 2, [])


def test_whoever_has_no_submission_stays_for_the_file(desk: Desk) -> None:
    owe(desk.study, "stray", "5")
    batch = listed(desk, "0.12")
    paid(desk, batch)
    assert statuses(batch) == {"paid": 1, "waiting": 1}
    assert act(desk, batch, "set-up").status_code == 409


def test_the_study_stays_while_bonuses_are_open(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    sent(desk, batch)
    away = reverse("research:disconnect_prolific", args=(batch.campaign_id,))
    assert desk.owner.post(away).status_code == 409
    other = reverse("research:connect_prolific", args=(batch.campaign_id,))
    assert desk.owner.post(other, {"study": "other1"}).status_code == 409
    request_payment(desk, batch)
    assert desk.owner.post(away).status_code == 302


@pytest.mark.quick
def test_a_place_that_prolific_paid_is_no_bonus(desk: Desk) -> None:
    for number, amount in enumerate(("2.50", "3", "1", "4")):
        owe(desk.study, f"p{number}", amount)
    desk.site.set_state(
        study=desk.site.state()["study"] | {"reward": 250},
        submissions=[
            *(submission(n, f"p{n}", "APPROVED") for n in range(2)),
            submission(2, "p2"),
            submission(3, "p3", "RETURNED"),
        ],
    )
    desk.connected()
    [found] = payable_by_source(desk.study.campaign)
    assert (found.amount, found.places, found.pending) == (Decimal("9.50"), Decimal(5), Decimal(1))
    batch = make_batch(campaign=desk.study.campaign, user=desk.study.owner, source="prolific")
    assert bonus_list(batch) == "p1,0.50\np3,4.00\n"
    assert sum(PlacePayment.objects.values_list("amount", flat=True)) == 5
    assert sum(LedgerEntry.objects.filter(kind="paid").values_list("amount", flat=True)) == 5
    # The rest of a submission is not entered twice, and work approved later is entered then.
    give_bonus(
        enrolment=Enrolment.objects.get(worker__external_id="p0"),
        user=desk.study.owner,
        amount=Decimal(1),
        reason="more",
    )
    desk.site.set_state(
        submissions=[one | {"status": "APPROVED"} for one in desk.site.state()["submissions"]]
    )
    request_payment(desk, batch)
    again = make_batch(campaign=desk.study.campaign, user=desk.study.owner, source="prolific")
    assert bonus_list(again) == "p0,1.00\n"
    assert sum(PlacePayment.objects.values_list("amount", flat=True)) == 6


def test_members_and_strangers_pay_nothing(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    teammate = desk.of_teammate()
    for step in ("set-up", "pay", "leave", "free", "ask"):
        assert act(teammate, batch, step).status_code == 403
    assert act(desk, batch, "whatever").status_code == 404
    assert not ProlificBonus.objects.exists()


def test_the_database_keeps_a_payment_in_one_bulk(desk: Desk) -> None:
    batch = listed(desk, "0.12")
    priced(desk, batch)
    [line], bonus = batch.lines.all(), batch.prolific_bonuses.get()
    other = ProlificBonus.objects.create(batch=batch, study=STUDY, amount=1)
    refused = pytest.raises(IntegrityError, match="a_payment_is_in_one_bulk_at_a_time")
    with refused, transaction.atomic():
        ProlificBonusLine.objects.create(bonus=other, line=line, submission="x")
    refused = pytest.raises(IntegrityError, match="a_bonus_that_was_sent_has_a_time")
    with refused, transaction.atomic():
        ProlificBonus.objects.filter(pk=bonus.pk).update(state="sending")
    assert TOKEN not in page(desk, batch)
    with pytest.raises(Conflict):
        release_unpaid(batch=batch, user=desk.study.owner)
    with pytest.raises(Conflict):
        confirm_bonuses(batch=batch, user=desk.study.owner, total=Decimal(9))
    assert PaymentLine.objects.get().status == "waiting"
