"""Reasons for disagreement: the codebook, the reasons of decisions, their counts and files."""

import csv
import io
import json
from functools import partial
from uuid import uuid4

import pytest
from django.db.models import RestrictedError

from analysis.exports.export_registry import export_file
from annotation.models import AuditEvent, CodedDecision, DecisionReason
from annotation.services.decisions.decide import decide, withdraw_decision
from annotation.services.decisions.reasons import (
    MAX_REASONS,
    ReasonText,
    code_decision,
    count_reasons,
    set_reasons,
)
from annotation.services.errors import Conflict, Invalid
from midpath.tables.decisions import reasons_table
from tests.helpers.factories import make_campaign
from tests.helpers.refusals import refused_by_database
from tests.services.deciding import CUT, WHOLE, House

pytestmark = pytest.mark.django_db
INTENT, SOURCES = "Question intent", "Different sources"


@pytest.fixture
def house() -> House:
    house = House()
    set_reasons(
        campaign=house.campaign, user=house.ada, reasons=[ReasonText(INTENT), ReasonText(SOURCES)]
    )
    return house


def reasons_of(house: House) -> list[DecisionReason]:
    return list(DecisionReason.objects.filter(campaign=house.campaign))


def counts(house: House) -> tuple[dict[str, int], int, int]:
    found = count_reasons(house.campaign)
    return {one.name: times for one, times in found.reasons}, found.uncoded, found.decisions


def test_final_decisions_are_counted_by_reason_and_written_to_files(house: House) -> None:
    intent, sources = reasons_of(house)
    payload = {"boundaries": CUT}
    both = [intent.pk, sources.pk]
    first = decide(hit=house.hit(1), payload=payload, user=house.ada, reasons=both)
    house.decides(house.ada, CUT, position=2)
    assert counts(house) == ({INTENT: 1, SOURCES: 1}, 1, 2)
    code_decision(decision=first, user=house.bob, reasons=[sources.pk])
    assert counts(house) == ({INTENT: 0, SOURCES: 1}, 1, 2)
    assert AuditEvent.objects.get(verb="decision.coded").details["reasons"] == [SOURCES]
    table = export_file(house.campaign.pk, "decisions-csv").body.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["reasons"] for row in rows] == [SOURCES, ""]
    lines = export_file(house.campaign.pk, "decisions-jsonl").body.splitlines()
    assert [json.loads(line)["reasons"] for line in lines] == [[SOURCES], []]
    withdraw_decision(decision=first, user=house.ada)
    assert counts(house) == ({INTENT: 0, SOURCES: 0}, 1, 1)
    with pytest.raises(Conflict, match="withdrawn"):
        code_decision(decision=first, user=house.ada, reasons=[])


def test_a_codebook_is_edited_and_used_reasons_stay(house: House) -> None:
    intent, sources = reasons_of(house)
    decide(hit=house.hit(), payload={"boundaries": CUT}, user=house.ada, reasons=[intent.pk])
    renamed = ReasonText(" Intent of the question ", "What is asked?", intent.pk)
    set_reasons(
        campaign=house.campaign, user=house.ada, reasons=[renamed, ReasonText("Partial answer")]
    )
    names = [(one.name, one.description) for one in reasons_of(house)]
    assert names == [("Intent of the question", "What is asked?"), ("Partial answer", "")]
    with pytest.raises(Conflict, match="1 decision has the reason Intent of the question"):
        set_reasons(campaign=house.campaign, user=house.ada, reasons=[])
    assert counts(house)[0] == {"Intent of the question": 1, "Partial answer": 0}
    for wrong in (
        [ReasonText("a"), ReasonText("a")],
        [ReasonText("a", key=sources.pk)],
        [ReasonText(" ")],
        [ReasonText("a" * 61)],
        [ReasonText(str(n)) for n in range(MAX_REASONS + 1)],
        [ReasonText("a", key=intent.pk), ReasonText("b", key=intent.pk)],
    ):
        with pytest.raises(Invalid):
            set_reasons(campaign=house.campaign, user=house.ada, reasons=wrong)


def test_the_same_decision_again_has_its_reasons_once(house: House) -> None:
    intent, _ = reasons_of(house)
    send = partial(
        decide, hit=house.hit(), payload={"boundaries": CUT}, user=house.ada, submission_id=uuid4()
    )
    made = send(reasons=[intent.pk, intent.pk])
    assert send(reasons=[intent.pk]) == made
    assert CodedDecision.objects.get().decision == made


def test_only_the_second_of_two_alike_decisions_may_lack_reasons(house: House) -> None:
    house.two()
    intent, _ = reasons_of(house)
    payload = {"boundaries": WHOLE}
    decide(hit=house.hit(), payload=payload, user=house.ada, reasons=[intent.pk])
    assert counts(house) == ({INTENT: 0, SOURCES: 0}, 0, 0)
    decide(hit=house.hit(), payload=payload, user=house.bob)
    assert counts(house) == ({INTENT: 1, SOURCES: 0}, 0, 1)


def test_reasons_of_another_campaign_are_refused_everywhere(house: House) -> None:
    other = make_campaign(house.campaign.dataset, name="Other")
    set_reasons(campaign=other, user=house.ada, reasons=[ReasonText(INTENT)])
    strange = DecisionReason.objects.get(campaign=other)
    made = house.decides(house.ada, CUT)
    with pytest.raises(Invalid, match="of this campaign"):
        code_decision(decision=made, user=house.ada, reasons=[strange.pk])
    with refused_by_database("a decision has reasons of its own campaign only"):
        CodedDecision.objects.create(decision=made, reason=strange)
    own = reasons_of(house)[0]
    CodedDecision.objects.create(decision=made, reason=own)
    with refused_by_database("a_decision_has_a_reason_once"):
        CodedDecision.objects.create(decision=made, reason=own)
    with refused_by_database("one_reason_of_a_name_per_campaign"):
        DecisionReason.objects.create(campaign=house.campaign, name=INTENT)
    with refused_by_database("a_reason_has_a_name"):
        DecisionReason.objects.create(campaign=house.campaign, name="")
    with pytest.raises(RestrictedError):
        own.delete()
    made.delete()
    assert CodedDecision.objects.count() == 0


def test_shares_are_of_all_decisions() -> None:
    """PrivacyQA, section 3.4: 26 of 100 questions, by five reasons."""
    printed = {"intent": 11, "sources": 4, "policy": 3, "partial": 2, "other": 6}
    table = reasons_table(list(printed.items()), 74, 100)
    [lines] = table.bodies
    shares = [line.cells[1].shown for line in lines]
    assert shares == ["11.0%", "4.0%", "3.0%", "2.0%", "6.0%", "74.0%"]
