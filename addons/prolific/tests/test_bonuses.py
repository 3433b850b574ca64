"""Bonuses through Prolific's API: priced, confirmed and paid once, whatever happens on the way. The
stand-in runs in its own process, and pays twice if called twice, as Prolific does."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from addons.prolific.models import ProlificBonus, ProlificBonusLine, ProlificVisit
from addons.prolific.services import client
from addons.prolific.services.payouts import confirm_bonuses, release_unpaid, set_up_bonuses
from addons.prolific.tests.server import STUDY, TOKEN, submission
from addons.prolific.tests.test_pages import connected
from annotation.models import (
    AuditEvent,
    Campaign,
    Enrolment,
    LedgerEntry,
    PaymentBatch,
    PaymentLine,
    PlacePayment,
    User,
    Worker,
)
from annotation.services.errors import Conflict
from annotation.services.pay.balance import balance_of_campaign
from annotation.services.pay.batches import make_batch, payable_by_source, settle_all
from annotation.services.pay.ledger import give_bonus
from annotation.services.pay.payment_lists import bonus_list, parts_of, payout_csv
from annotation.services.people.erasure import erase_worker
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.stand_in import StandIn

pytestmark = pytest.mark.long
State = ProlificBonus.State
Pair = tuple[PaymentBatch, Client]


@pytest.fixture
def site(site: StandIn) -> StandIn:
    site.set_state(study=site.state()["study"] | {"reward": 0})
    return site


@pytest.fixture
def study(db: None) -> Study:
    found = make_study()
    Campaign.objects.filter(pk=found.campaign.pk).update(currency="USD")
    found.campaign.refresh_from_db()
    return found


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.owner)


def owe(study: Study, participant: str, amount: str) -> Enrolment:
    worker = Worker.objects.create(
        project=study.project,
        source="prolific",
        external_id=participant,
        folded=participant,
        looks=participant,
        number=Worker.objects.count() + 100,
    )
    enrolment = Enrolment.objects.create(campaign=study.campaign, worker=worker)
    give_bonus(enrolment=enrolment, user=study.owner, amount=Decimal(amount), reason="well read")
    return enrolment


def listed(site: StandIn, study: Study, owner: Client, *amounts: str) -> PaymentBatch:
    """Make a list of payments to workers with a submission each, with the study connected."""
    for number, amount in enumerate(amounts):
        owe(study, f"p{number}", amount)
    site.set_state(submissions=[submission(n, f"p{n}", "APPROVED") for n in range(len(amounts))])
    connected(owner, study)
    return make_batch(campaign=study.campaign, user=study.owner, source="prolific")


def act(owner: Client, batch: PaymentBatch, step: str, **body: Any) -> Any:
    address = reverse("research:pay_by_prolific", args=(batch.campaign_id, batch.pk, step))
    return owner.post(address, body)


def visit(batch: PaymentBatch) -> ProlificVisit:
    found = ProlificVisit.objects.get(study__campaign=batch.campaign)
    run_job("prolific_visit", found.pk)
    found.refresh_from_db()
    return found


def page(owner: Client, batch: PaymentBatch) -> str:
    address = reverse("research:payments", args=(batch.campaign_id, batch.pk))
    return " ".join(owner.get(address).content.decode().split())


def priced(owner: Client, batch: PaymentBatch) -> Decimal:
    """Set up a list, and return its cost."""
    assert act(owner, batch, "set-up").status_code == 302
    assert visit(batch).status == "ready"
    found = [one.total or Decimal(0) for one in batch.prolific_bonuses.filter(state=State.PRICED)]
    return sum(found, Decimal(0))


def confirmed(owner: Client, batch: PaymentBatch) -> None:
    assert act(owner, batch, "pay", total=str(priced(owner, batch))).status_code == 302


def request_payment(owner: Client, batch: PaymentBatch) -> ProlificVisit:
    assert act(owner, batch, "ask").status_code == 302
    return visit(batch)


def states(batch: PaymentBatch) -> list[str]:
    return list(batch.prolific_bonuses.order_by("pk").values_list("state", flat=True))


def statuses(batch: PaymentBatch) -> Counter[str]:
    return Counter(batch.lines.values_list("status", flat=True))


def test_priced_confirmed_paid_and_in_the_ledger_to_the_cent(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12", "1.05", "2")
    assert "Get the price from Prolific" in page(owner, batch)
    total = priced(owner, batch)
    assert site.state()["paid"] == []
    # 3.17 for the workers, a third for Prolific, a fifteenth for the tax.
    assert total == Decimal("4.438")
    shown = page(owner, batch)
    assert "3.17 for the workers, 1.0567 fees, 0.2113 tax" in shown
    assert "Pay USD 4.438 now" in shown
    assert act(owner, batch, "pay", total=str(total)).status_code == 302
    assert visit(batch).status == "ready"
    assert (states(batch), statuses(batch)) == (["sent"], {"waiting": 3})
    assert "again" in page(owner, batch)
    request_payment(owner, batch)
    assert (states(batch), statuses(batch)) == (["done"], {"paid": 3})
    state = site.state()
    assert len(state["paid"]) == 1
    [rows] = state["bulks"].values()
    assert rows == [
        [submission(n, "")["id"], sum_] for n, sum_ in enumerate(["0.12", "1.05", "2.00"])
    ]
    paid = LedgerEntry.objects.filter(kind="paid").values_list("amount", flat=True)
    assert sum(paid) == Decimal("3.17")
    assert balance_of_campaign(study.campaign).owed == 0
    verbs = AuditEvent.objects.filter(verb__startswith="prolific.bonuses").values_list("verb")
    assert {verb for (verb,) in verbs} == {"prolific.bonuses_set_up", "prolific.bonuses_confirmed"}


@pytest.mark.quick
def test_nothing_is_paid_at_another_cost_than_was_read(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12")
    priced(owner, batch)
    for total in ("0.17", "", "NaN", "free"):
        assert act(owner, batch, "pay", total=total).status_code == 409
    assert states(batch) == ["priced"]


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", "elsewhere", "huge"])
def test_what_may_have_been_paid_is_never_sent_again(
    site: StandIn, study: Study, owner: Client, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MAX_BYTES", 100_000)
    batch = listed(site, study, owner, "0.12", "3")
    confirmed(owner, batch)
    site.set_state(faults_at={"/pay/": [fault]})
    assert visit(batch).status == "ready"
    assert states(batch) == ["sending"]
    assert "It is not sent again" in page(owner, batch)
    for _ in range(3):
        request_payment(owner, batch)
    calls = [path for _, path, _ in site.state()["requests"] if "/pay/" in path]
    assert len(calls) == 1
    # Only if the answer was lost after the effect do the submissions show it.
    assert states(batch) == (["done"] if fault == "lost" else ["sending"])
    assert statuses(batch) == ({"paid": 2} if fault == "lost" else {"waiting": 2})


@pytest.mark.parametrize("fault", ["429", "refused"])
def test_what_was_certainly_not_taken_can_be_confirmed_again(
    site: StandIn, study: Study, owner: Client, fault: str
) -> None:
    batch = listed(site, study, owner, "0.12")
    confirmed(owner, batch)
    site.set_state(faults_at={"/pay/": [fault]})
    visit(batch)
    assert states(batch) == ["priced"]
    total = batch.prolific_bonuses.get().total
    act(owner, batch, "pay", total=str(total))
    visit(batch)
    request_payment(owner, batch)
    assert (states(batch), len(site.state()["paid"])) == (["done"], 1)


@pytest.mark.quick
def test_what_is_not_shown_a_day_later_can_be_freed_and_not_before(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12", "3")
    confirmed(owner, batch)
    site.set_state(pays="never")
    visit(batch)
    for paid in (False,):
        with pytest.raises(Conflict, match="cannot be taken back"):
            settle_all(batch=batch, user=study.owner, paid=paid)
    request_payment(owner, batch)
    assert act(owner, batch, "free").status_code == 409
    batch.prolific_bonuses.update(sent_at=F("sent_at") - timedelta(days=1))
    assert act(owner, batch, "set-up").status_code == 409
    assert act(owner, batch, "free").status_code == 302
    assert (states(batch), statuses(batch)) == (["done"], {"waiting": 2})
    site.set_state(paid=[], pays="now")
    confirmed(owner, batch)
    visit(batch)
    request_payment(owner, batch)
    assert (states(batch), statuses(batch)) == (["done", "done"], {"paid": 2})


@pytest.mark.quick
def test_a_bonus_of_the_same_sum_before_is_not_taken_for_this_one(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12")
    [one] = site.state()["submissions"]
    site.set_state(submissions=[one | {"earlier_bonuses": [12.0, 30]}], pays="later")
    confirmed(owner, batch)
    visit(batch)
    request_payment(owner, batch)
    assert (states(batch), statuses(batch)) == (["sent"], {"waiting": 1})
    site.set_state(pays="now")
    request_payment(owner, batch)
    assert statuses(batch) == {"paid": 1}


def test_more_than_200_are_split_in_calls_and_files(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, *["0.01"] * 201)
    assert parts_of(batch) == 2
    assert [bonus_list(batch, part).count("\n") for part in (1, 2)] == [200, 1]
    address = reverse("research:payments_file", args=(batch.campaign_id, batch.pk, "prolific"))
    assert owner.get(f"{address}?part=2").content.decode() == bonus_list(batch, 2)
    assert owner.get(f"{address}?part=3").status_code == 404
    assert "part 2 of 2" in page(owner, batch)
    confirmed(owner, batch)
    visit(batch)
    request_payment(owner, batch)
    state = site.state()
    assert sorted(map(len, state["bulks"].values())) == [1, 200]
    assert Counter(state["paid"]) == dict.fromkeys(state["bulks"], 1)
    assert (states(batch), statuses(batch)) == (["done", "done"], {"paid": 201})


def test_what_is_settled_by_hand_is_not_paid_by_prolific(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12")
    confirmed(owner, batch)
    settle_all(batch=batch, user=study.owner, paid=True)
    visit(batch)
    assert (states(batch), site.state()["paid"]) == (["dropped"], [])
    # The same if it is settled between reading the submissions and the call.
    owe(study, "p9", "1")
    site.set_state(submissions=[*site.state()["submissions"], submission(9, "p9", "APPROVED")])
    request_payment(owner, batch)
    other = make_batch(campaign=study.campaign, user=study.owner, source="prolific")
    confirmed(owner, other)
    other.lines.update(status="failed", settled_at="2026-11-20T10:00Z")
    visit(other)
    assert (states(other), site.state()["paid"]) == (["dropped"], [])


def test_what_is_left_can_be_set_up_again(site: StandIn, study: Study, owner: Client) -> None:
    batch = listed(site, study, owner, "0.12")
    priced(owner, batch)
    assert act(owner, batch, "set-up").status_code == 409
    assert act(owner, batch, "leave").status_code == 302
    visit_again = priced(owner, batch)
    assert (states(batch), visit_again) == (["dropped", "priced"], Decimal("0.168"))


def test_another_sum_or_currency_is_dropped(site: StandIn, study: Study, owner: Client) -> None:
    batch = listed(site, study, owner, "0.12")
    ProlificBonus.objects.all().delete()
    set_up_bonuses(batch=batch, user=study.owner)
    batch.prolific_bonuses.update(amount="0.13")
    visit(batch)
    assert "Prolific calculated a different amount" in page(owner, batch)
    assert states(batch) == ["dropped"]
    study.campaign.prolific_study.__class__.objects.update(currency="GBP")
    act(owner, batch, "set-up")
    visit(batch)
    assert "The study is in GBP, the list in USD." in page(owner, batch)
    assert (states(batch), site.state()["paid"]) == (["dropped"] * 2, [])


def test_whoever_has_no_submission_stays_for_the_file(
    site: StandIn, study: Study, owner: Client
) -> None:
    owe(study, "stray", "5")
    batch = listed(site, study, owner, "0.12")
    confirmed(owner, batch)
    visit(batch)
    request_payment(owner, batch)
    assert statuses(batch) == {"paid": 1, "waiting": 1}
    assert act(owner, batch, "set-up").status_code == 409


def test_the_study_stays_while_bonuses_are_open(site: StandIn, study: Study, owner: Client) -> None:
    batch = listed(site, study, owner, "0.12")
    confirmed(owner, batch)
    visit(batch)
    away = reverse("research:disconnect_prolific", args=(batch.campaign_id,))
    assert owner.post(away).status_code == 409
    other = reverse("research:connect_prolific", args=(batch.campaign_id,))
    assert owner.post(other, {"study": "other1"}).status_code == 409
    request_payment(owner, batch)
    assert owner.post(away).status_code == 302


@pytest.mark.quick
def test_a_place_that_prolific_paid_is_no_bonus(site: StandIn, study: Study, owner: Client) -> None:
    for number, amount in enumerate(("2.50", "3", "1", "4")):
        owe(study, f"p{number}", amount)
    site.set_state(
        study=site.state()["study"] | {"reward": 250},
        submissions=[
            *(submission(n, f"p{n}", "APPROVED") for n in range(2)),
            submission(2, "p2"),
            submission(3, "p3", "RETURNED"),
        ],
    )
    connected(owner, study)
    [found] = payable_by_source(study.campaign)
    assert (found.amount, found.places, found.pending) == (Decimal("9.50"), Decimal(5), Decimal(1))
    batch = make_batch(campaign=study.campaign, user=study.owner, source="prolific")
    assert bonus_list(batch) == "p1,0.50\np3,4.00\n"
    assert sum(PlacePayment.objects.values_list("amount", flat=True)) == 5
    assert sum(LedgerEntry.objects.filter(kind="paid").values_list("amount", flat=True)) == 5
    # The rest of a submission is not entered twice, and work approved later is entered then.
    give_bonus(
        enrolment=Enrolment.objects.get(worker__external_id="p0"),
        user=study.owner,
        amount=Decimal(1),
        reason="more",
    )
    site.set_state(
        submissions=[one | {"status": "APPROVED"} for one in site.state()["submissions"]]
    )
    request_payment(owner, batch)
    again = make_batch(campaign=study.campaign, user=study.owner, source="prolific")
    assert bonus_list(again) == "p0,1.00\n"
    assert sum(PlacePayment.objects.values_list("amount", flat=True)) == 6


def test_members_and_strangers_pay_nothing(
    site: StandIn, study: Study, owner: Client, sign_in: Callable[[User], Client]
) -> None:
    batch = listed(site, study, owner, "0.12")
    teammate = User.objects.create_user("teammate-of-pay")
    study.project.memberships.create(user=teammate, role="manager")
    for step in ("set-up", "pay", "leave", "free", "ask"):
        assert act(sign_in(teammate), batch, step).status_code == 403
    assert act(owner, batch, "whatever").status_code == 404
    assert not ProlificBonus.objects.exists()


def test_the_database_keeps_a_payment_in_one_bulk(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12")
    priced(owner, batch)
    [line], bonus = batch.lines.all(), batch.prolific_bonuses.get()
    other = ProlificBonus.objects.create(batch=batch, study=STUDY, amount=1)
    refused = pytest.raises(IntegrityError, match="a_payment_is_in_one_bulk_at_a_time")
    with refused, transaction.atomic():
        ProlificBonusLine.objects.create(bonus=other, line=line, submission="x")
    refused = pytest.raises(IntegrityError, match="a_bonus_that_was_sent_has_a_time")
    with refused, transaction.atomic():
        ProlificBonus.objects.filter(pk=bonus.pk).update(state="sending")
    assert TOKEN not in page(owner, batch)
    with pytest.raises(Conflict):
        release_unpaid(batch=batch, user=study.owner)
    with pytest.raises(Conflict):
        confirm_bonuses(batch=batch, user=study.owner, total=Decimal(9))
    assert PaymentLine.objects.get().status == "waiting"


def erased(batch: PaymentBatch, participant: str) -> None:
    erase_worker(worker=batch.campaign.enrolments.get(worker__external_id=participant).worker)


@pytest.mark.quick
def test_nobody_is_erased_while_their_bonus_is_on_its_way(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12", "3")
    confirmed(owner, batch)
    visit(batch)
    first = study.campaign.enrolments.select_related("worker").get(worker__external_id="p0")
    address = reverse("research:erase_worker", args=(study.campaign.pk, first.pk))
    assert "A payment to them through Prolific is under way" in owner.get(address).content.decode()
    named = {"worker": f"worker {first.worker.number}", "sure": "yes"}
    refused = owner.post(address, named)
    assert refused.status_code == 409
    assert b"A payment through Prolific is on its way" in refused.content
    first.worker.refresh_from_db()
    assert (first.worker.erased_at, first.worker.external_id) == (None, "p0")
    request_payment(owner, batch)
    assert statuses(batch) == {"paid": 2}
    assert owner.post(address, named).status_code == 302
    assert not Worker.objects.filter(external_id="p0").exists()


@pytest.mark.quick
def test_who_is_erased_a_day_after_holds_up_nobody_elses_bonus(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12", "3")
    confirmed(owner, batch)
    site.set_state(pays="never")
    visit(batch)
    batch.prolific_bonuses.update(sent_at=F("sent_at") - timedelta(days=1))
    erased(batch, "p0")
    assert submission(0, "p0")["id"] not in set(
        ProlificBonusLine.objects.values_list("submission", flat=True)
    )
    assert "One of its workers was erased" in page(owner, batch)
    site.set_state(pays="now")
    request_payment(owner, batch)
    assert (states(batch), statuses(batch)) == (["done"], {"paid": 1, "waiting": 1})
    settle_all(batch=batch, user=study.owner, paid=True)
    assert statuses(batch) == {"paid": 2}
    assert balance_of_campaign(study.campaign).owed == 0


@pytest.mark.parametrize("step", ["wanted", "priced", "confirmed"])
def test_a_bonus_that_was_not_sent_is_left_when_one_of_its_workers_is_erased(
    site: StandIn, study: Study, owner: Client, step: str
) -> None:
    batch = listed(site, study, owner, "0.12", "3")
    if step == "wanted":
        act(owner, batch, "set-up")
    else:
        (priced if step == "priced" else confirmed)(owner, batch)
    assert states(batch) == [step]
    erased(batch, "p0")
    assert states(batch) == ["dropped"]
    visit(batch)
    assert site.state()["paid"] == []
    assert "One of its workers was erased. Set up the others again." in page(owner, batch)
    confirmed(owner, batch)
    visit(batch)
    request_payment(owner, batch)
    [rows] = [site.state()["bulks"][bulk] for bulk in site.state()["paid"]]
    assert rows == [[submission(1, "p1")["id"], "3.00"]]
    assert statuses(batch) == {"paid": 1, "waiting": 1}


def test_who_is_erased_is_on_no_list_for_a_platform(
    site: StandIn, study: Study, owner: Client
) -> None:
    batch = listed(site, study, owner, "0.12", "3")
    erased(batch, "p0")
    assert bonus_list(batch) == "p1,3.00\n"
    assert "erased" not in payout_csv(batch)
    assert "p1" in payout_csv(batch)
