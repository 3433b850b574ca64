"""Pay over the API: totals, decisions and budgets."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import LedgerEntry
from tests.api.studies import Study, make_study
from tests.helpers.factories import enrol, judge_next

pytestmark = pytest.mark.django_db


@pytest.fixture
def paying() -> Study:
    study = make_study()
    study.campaign.refresh_from_db()
    type(study.campaign).objects.filter(pk=study.campaign.pk).update(reward="0.05")
    study.enrolment.campaign.refresh_from_db()
    return study


def test_from_work_to_bonus_within_the_budget(paying: Study) -> None:
    judge_next(paying.enrolment)
    number = paying.enrolment.worker.number
    researcher, path = paying.researcher, paying.path
    accepted = {"review": "accepted"}
    assert researcher.post(f"{path}/reviews", accepted).json()["judgments"] == 1
    pay = researcher.get(f"{path}/pay").json()
    assert (pay["earned"], pay["approved"], pay["owed"]) == ("0.050", "0.050", "0.050")
    assert (pay["budget"], pay["budget_left"]) == (None, None)
    judgments = paying.campaign.hit_count * paying.campaign.redundancy
    assert Decimal(pay["forecast"]) == judgments * Decimal("0.05")
    low = researcher.post(f"{path}/pay/terms", {"budget": "0.04", "approve_after_days": None})
    assert (low.status_code, low.json()["field"]) == (400, "budget")
    set_ = researcher.post(f"{path}/pay/terms", {"budget": "0.15", "approve_after_days": 7}).json()
    found = (set_["budget"], set_["budget_left"], set_["approve_after_days"])
    assert found == ("0.15", "0.1000000", 7)
    enter = f"{path}/workers/{number}/pay"
    bonus = {"kind": "bonus", "amount": "0.10", "reason": "well read"}
    assert researcher.post(enter, bonus).json()["owed"] == "0.150"
    refused = researcher.post(enter, bonus)
    assert (refused.status_code, refused.json()["code"]) == (409, "over_budget")
    assert researcher.post(enter, bonus | {"amount": "ten"}).status_code == 400
    [worker] = researcher.get(f"{path}/pay/workers").json()["results"]
    assert (worker["worker"], worker["bonus"], worker["paid"]) == (number, "0.100", "0")
    entries = researcher.get(f"{path}/pay/ledger").json()["results"]
    stored = [(one["kind"], one["amount"], one["judgments"]) for one in entries]
    assert stored == [("approved", "0.050", 1), ("bonus", "0.100", 0)]
    assert researcher.post(f"{path}/workers/{number + 99}/pay", bonus).status_code == 404


def test_a_compensation_is_given_once(paying: Study) -> None:
    number, researcher = paying.enrolment.worker.number, paying.researcher
    enter = f"{paying.path}/workers/{number}/pay"
    given = {"kind": "compensation", "amount": "0.50", "reason": "for your practice"}
    assert researcher.post(enter, given | {"amount": "-0.50"}).status_code == 400
    first = researcher.post(enter, given).json()
    assert (first["compensation"], first["owed"], first["earned"]) == ("0.500", "0.500", "0.000")
    again = researcher.post(enter, given)
    assert again.status_code == 409
    assert "already" in again.json()["detail"]
    assert researcher.get(f"{paying.path}/pay").json()["compensation"] == "0.500"
    [entry] = researcher.get(f"{paying.path}/pay/ledger").json()["results"]
    assert (entry["kind"], entry["amount"], entry["judgments"]) == ("compensation", "0.500", 0)


def test_many_workers_are_compensated_by_one_call(paying: Study) -> None:
    numbers = [
        paying.enrolment.worker.number,
        *(enrol(paying.campaign).worker.number for _ in "ab"),
    ]
    at, researcher = f"{paying.path}/pay/compensations", paying.researcher
    researcher.post(f"{paying.path}/pay/terms", {"budget": "1", "approve_after_days": None})
    given = {"workers": numbers, "amount": "0.10", "reason": "for your practice"}
    refused: list[dict[str, Any]] = [{"workers": []}, {"workers": [1] * 501}]
    for wrong in (*refused, {"amount": "-1"}, {"amount": "0"}):
        assert researcher.post(at, given | wrong).status_code == 400
    assert researcher.post(at, given | {"workers": [numbers[0], 9_999]}).status_code == 404
    over = researcher.post(at, given | {"amount": "90"})
    assert (over.status_code, over.json()["code"]) == (409, "over_budget")
    assert not LedgerEntry.objects.filter(kind="compensation").exists()
    researcher.headers["Idempotency-Key"] = "one"
    for _ in range(2):
        entries = researcher.post(at, given).json()["entries"]
        found = [(one["worker"], one["amount"]) for one in entries]
        assert found == [(number, "0.10") for number in numbers]
    assert researcher.post(at, given | {"amount": "0.20"}).status_code == 422
    researcher.headers["Idempotency-Key"] = "two"
    assert researcher.post(at, given).json() == {"entries": []}
    assert LedgerEntry.objects.filter(kind="compensation").count() == 3


def test_compensations_are_taken_back_by_one_call(paying: Study) -> None:
    number, researcher = paying.enrolment.worker.number, paying.researcher
    at, chosen = f"{paying.path}/pay/compensations", {"workers": [number]}
    assert researcher.post(f"{at}/take-back", chosen).json() == {"entries": []}
    for turn in range(2):
        given = chosen | {"amount": f"0.1{turn}", "reason": "for your practice"}
        assert len(researcher.post(at, given).json()["entries"]) == 1
        [entry] = researcher.post(f"{at}/take-back", chosen).json()["entries"]
        assert (entry["amount"], entry["kind"]) == (f"-0.1{turn}0", "compensation")
    assert researcher.get(f"{paying.path}/pay").json()["compensation"] == "0.000"
