"""Erasing a worker leaves nothing of them in what was read from Prolific, and does not disturb
bonuses that are on their way."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse

from addons.prolific.models import (
    ProlificBonusLine,
    ProlificMessage,
    ProlificStudy,
    ProlificSubmission,
)
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
from addons.prolific.tests.desk import Desk
from addons.prolific.tests.server import submission
from annotation.events import WorkerErasing, emit
from annotation.models import PaymentBatch, Worker
from annotation.services.errors import Conflict
from annotation.services.pay.balance import balance_of_campaign
from annotation.services.pay.batches import settle_all
from annotation.services.pay.payment_lists import bonus_list, payout_csv
from annotation.services.people.erasure import erase_worker
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.people.personal_data_file import personal_data_file
from tests.api.studies import make_study
from tests.helpers.factories import make_user
from tests.helpers.pages import read
from tests.services.test_erasure import found_in_database

ID = "5f1e55aabbccddeeff007799"
TRACES = (ID, "bilby", "quoll")


@pytest.mark.django_db
def test_submissions_and_messages_are_reported_and_erased() -> None:
    campaign = make_study().campaign
    who = Identity("prolific", ID, "STUDYzq", "SESSIONzq")
    worker = let_in(campaign=campaign, who=who, address="203.0.113.77").worker
    study = ProlificStudy.objects.create(campaign=campaign, study="abc")
    ProlificSubmission.objects.create(
        study=study, submission="sub1", participant=ID, status="APPROVED", code="bilby"
    )
    ProlificMessage.objects.create(
        study=study, participant=ID, body="quoll", state="received", message="m1"
    )
    file = b"".join(personal_data_file(worker))
    assert b"bilby" in file
    assert b"quoll" in file
    assert {trace for _, trace, _ in found_in_database(TRACES)} == set(TRACES)
    erase_worker(worker=worker, user=make_user())
    assert found_in_database(TRACES) == []


def erased(batch: PaymentBatch, participant: str) -> None:
    erase_worker(worker=batch.campaign.enrolments.get(worker__external_id=participant).worker)


def test_nobody_is_erased_while_their_bonus_is_on_its_way(desk: Desk) -> None:
    batch = listed(desk, "0.12", "3")
    sent(desk, batch)
    first = desk.study.campaign.enrolments.select_related("worker").get(worker__external_id="p0")
    address = reverse("research:erase_worker", args=(desk.study.campaign.pk, first.pk))
    assert "A payment to them through Prolific is under way" in read(desk.owner, address)
    named = {"worker": f"worker {first.worker.number}", "sure": "yes"}
    refused = desk.owner.post(address, named)
    assert refused.status_code == 409
    assert b"A payment through Prolific is on its way" in refused.content
    first.worker.refresh_from_db()
    assert (first.worker.erased_at, first.worker.external_id) == (None, "p0")
    request_payment(desk, batch)
    assert statuses(batch) == {"paid": 2}
    assert desk.owner.post(address, named).status_code == 302
    assert not Worker.objects.filter(external_id="p0").exists()


def test_a_payment_that_leaves_after_the_first_check_stops_the_erasure(desk: Desk) -> None:
    sent(desk, listed(desk, "0.12", "3"))
    worker = Worker.objects.get(external_id="p0")
    with pytest.raises(Conflict, match="on its way"):
        emit(WorkerErasing(worker))


def test_who_is_erased_a_day_after_holds_up_nobody_elses_bonus(desk: Desk) -> None:
    batch = listed(desk, "0.12", "3")
    confirmed(desk, batch)
    desk.site.set_state(pays="never")
    desk.run_visit()
    batch.prolific_bonuses.update(sent_at=F("sent_at") - timedelta(days=1))
    erased(batch, "p0")
    assert submission(0, "p0")["id"] not in set(
        ProlificBonusLine.objects.values_list("submission", flat=True)
    )
    assert "One of its workers was erased" in page(desk, batch)
    desk.site.set_state(pays="now")
    request_payment(desk, batch)
    assert (states(batch), statuses(batch)) == (["done"], {"paid": 1, "waiting": 1})
    settle_all(batch=batch, user=desk.study.owner, paid=True)
    assert statuses(batch) == {"paid": 2}
    assert balance_of_campaign(desk.study.campaign).owed == 0


@pytest.mark.long
@pytest.mark.parametrize("step", ["wanted", "priced", "confirmed"])
def test_a_bonus_that_was_not_sent_is_left_when_one_of_its_workers_is_erased(
    desk: Desk, step: str
) -> None:
    batch = listed(desk, "0.12", "3")
    if step == "wanted":
        act(desk, batch, "set-up")
    else:
        (priced if step == "priced" else confirmed)(desk, batch)
    assert states(batch) == [step]
    erased(batch, "p0")
    assert states(batch) == ["dropped"]
    desk.run_visit()
    assert desk.site.state()["paid"] == []
    assert "One of its workers was erased. Set up the others again." in page(desk, batch)
    paid(desk, batch)
    [rows] = [desk.site.state()["bulks"][bulk] for bulk in desk.site.state()["paid"]]
    assert rows == [[submission(1, "p1")["id"], "3.00"]]
    assert statuses(batch) == {"paid": 1, "waiting": 1}


@pytest.mark.long
def test_who_is_erased_is_on_no_list_for_a_platform(desk: Desk) -> None:
    batch = listed(desk, "0.12", "3")
    erased(batch, "p0")
    assert bonus_list(batch) == "p1,3.00\n"
    assert "erased" not in payout_csv(batch)
    assert "p1" in payout_csv(batch)
