"""Erasing a worker: no trace in any table, export or log; figures and their history stay."""

import json
import logging
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from analysis.exports.export_registry import export_file
from annotation.addons import declared_by_addons
from annotation.models import (
    AgreementState,
    Arrival,
    AuditEvent,
    Campaign,
    ClaimedTraits,
    Enrolment,
    FigurePoint,
    Judgment,
    LedgerEntry,
    LoginAttempt,
    Message,
    Skip,
    Snapshot,
    Worker,
)
from annotation.services.accounts.login_throttle import MAX_FROM_AN_ADDRESS_AT_A_TARGET
from annotation.services.erasure_losses import LOSSES
from annotation.services.errors import AlreadySubmitted, Invalid, NotQualified, Stopped, TooMany
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.erasure import (
    ERASED,
    Erased,
    empty_what_left_the_figures,
    erase_worker,
)
from annotation.services.people.identity import Identity
from annotation.services.people.join import join_campaign, let_in, prove_return_code
from annotation.services.people.personal_data_file import personal_data_file
from annotation.services.people.worker_lists import set_list
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.rejections import object_to_rejections
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import skip_hit
from tasks.fold import fold_all
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.exported import all_exported
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user, submit
from tests.helpers.invariants import check_serving
from tests.helpers.queries import run_sql
from tests.helpers.refusals import check_not_served, refused_by_database
from tests.helpers.stored_snapshots import stored_snapshot

pytestmark = pytest.mark.long
ID = "5f1e55aabbccddeeff007788"
# Strings that must not be found anywhere afterwards.
TRACES = (
    *(ID, "SESSIONzq", "STUDYzq", "203.0.113.77"),
    *("zanzibar", "quokka", "wombat", "numbat", "bandicoot"),
)
TEXT_COLUMNS = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name LIKE 'annotation\\_%'
  AND (data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'inet', 'uuid')
       OR (data_type = 'ARRAY' AND udt_name IN ('_text', '_varchar', '_int4', '_int8')))
"""
# Tables without data of workers: researchers' objects, texts, and figures over all workers.
NOT_OF_WORKERS = {
    f"annotation_{name}"
    for name in (
        *("user", "project", "membership", "dataset", "datasetupload", "campaign", "apitoken"),
        "researcheridentity",
        *("wordlist", "picture"),
        *("shownpicture", "consenttext", "heartbeat", "lease"),
        *("annotationset", "annotation", "heldset", "setimport"),
        "datasetimport",
        *("invitation", "letter", "savedfilter", "suggestion"),
        # Stored responses to creating requests, which refer to workers by number.
        "keptanswer",
    )
}


def found_in_database(traces: tuple[str, ...] = TRACES) -> list[tuple[str, str, str]]:
    """Return where any row of any table contains a trace, in any column."""
    found = []
    for table in connection.introspection.table_names():
        rows = run_sql(f'SELECT row_to_json(rows)::text FROM "{table}" rows')  # noqa: S608
        found += [
            (table, trace, row) for (row,) in rows for trace in traces if trace in row.casefold()
        ]
    return found


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=3, redundancy=2, reward="0.05", joins_per_address=30)


@pytest.fixture
def person(campaign: Campaign) -> Enrolment:
    """Make a worker from Prolific who left a trace wherever possible."""
    user = make_user()
    who = Identity(Worker.Source.PROLIFIC, ID, "STUDYzq", "SESSIONzq")
    enrolment = let_in(campaign=campaign, who=who, address="203.0.113.77")
    set_list(campaign=campaign, user=user, side="out", written=f"{ID}\nsomebody else")
    worker = enrolment.worker
    with pytest.raises(Invalid):
        prove_return_code(worker=worker, given="wrong", address="203.0.113.77")
    project = campaign.dataset.project
    ClaimedTraits.objects.create(project=project, external_id=ID, country="TZ", language="sw")
    assignment = claim_hit(enrolment_id=enrolment.pk)
    skip_hit(
        enrolment=enrolment,
        assignment_id=assignment.pk,
        later=False,
        reason="other",
        words="Zanzibar",
    )
    assignment = claim_hit(enrolment_id=enrolment.pk)
    words = len(assignment.hit.item.words) - 1
    payload: dict[str, Any] = {"boundaries": [0] * words, "note": "quokka"}
    submit(enrolment, assignment, payload)
    with pytest.raises(AlreadySubmitted):
        submit(enrolment, assignment, payload | {"note": "wombat"})
    give_bonus(enrolment=enrolment, user=user, amount=Decimal("0.10"), reason="numbat, well read")
    judged = Judgment.objects.get(assignment=assignment)
    why = "numbat in haste".ljust(100, ".")
    review_judgment(judgment=judged, user=user, review="rejected", reason=why)
    object_to_rejections(enrolment=enrolment)
    review_judgment(judgment=judged, user=user, review="accepted", reason="thanks numbat")
    Message.objects.create(
        enrolment=enrolment, campaign=campaign, sender="worker", text="I am Bandicoot", key=uuid4()
    )
    judge_next(enrol(campaign))
    fold_all(campaign.pk)
    return enrolment


@pytest.mark.quick
def test_every_column_of_text_has_a_decision() -> None:
    columns = run_sql(TEXT_COLUMNS)
    assert columns
    decided = {**LOSSES, **declared_by_addons(lambda config: config.columns_at_erasure)}
    # The tables of an add-on stay where it was deleted.
    tables = {model._meta.db_table for model in apps.get_models()}
    undecided = [
        f"{table}.{column}"
        for table, column in columns
        if table in tables - NOT_OF_WORKERS and column not in decided.get(table, {})
    ]
    assert undecided == [], "say in annotation/services/people/erasure.py what becomes of it"
    assert set(decided) <= tables
    assert tables >= NOT_OF_WORKERS
    assert not NOT_OF_WORKERS & set(decided)


@pytest.mark.attack(40)
@pytest.mark.quick
def test_nothing_of_them_is_left_in_any_table(
    person: Enrolment, campaign: Campaign, caplog: pytest.LogCaptureFixture
) -> None:
    traces = tuple(trace.casefold() for trace in TRACES)
    before = {trace for _, trace, _ in found_in_database(traces)}
    assert before == set(traces)
    assert Arrival.objects.exists()
    state = AgreementState.objects.get(campaign=campaign)
    points = list(FigurePoint.objects.values("version", "figures", "intervals"))
    digest = export_file(campaign.pk, "gold").body
    with caplog.at_level(logging.DEBUG):
        assert erase_worker(worker=person.worker) == Erased(0)
    left = found_in_database(traces)
    assert [(table, trace) for table, trace, _ in left] == []
    fold_all(campaign.pk)
    again = AgreementState.objects.get(campaign=campaign)
    assert (again.figures, again.version) == (state.figures, state.version)
    assert list(FigurePoint.objects.values("version", "figures", "intervals")) == points
    assert export_file(campaign.pk, "gold").body == digest
    exported = all_exported(campaign)
    file = b"".join(personal_data_file(Worker.objects.get(pk=person.worker_id)))
    everything = (exported + file + caplog.text.encode()).decode().casefold()
    assert [trace for trace in traces if trace in everything] == []
    check_serving(campaign)


@pytest.mark.attack(40)
@pytest.mark.quick
def test_snapshots_with_their_words_lose_only_files(person: Enrolment, campaign: Campaign) -> None:
    plain = stored_snapshot(campaign, gold=b"{}")
    elicited = question_campaign(dataset=make_apps(campaign.dataset.project))
    theirs = elicited.enrolments.create(worker=person.worker)
    wordless = {"manifest.json": b"{}", "signature.json": b"{}"}
    stored = stored_snapshot(elicited, gold=b"What do they know of me?", **wordless)
    begun = stored_snapshot(elicited, gold=b"What do they know of me?")
    Snapshot.objects.filter(pk=begun.pk).update(status="running", results={})
    erase_worker(worker=theirs.worker)
    for one in (stored, begun):
        one.refresh_from_db()
        assert "deleted" in one.problem
    assert stored.status == "ready"
    assert [file.name for file in stored.files.all()] == ["manifest.json", "signature.json"]
    assert (begun.status, begun.files.count()) == ("failed", 0)
    plain.refresh_from_db()
    assert (plain.status, plain.files.count()) == ("ready", 1)


@pytest.mark.attack(40)
def test_their_choices_stay_and_their_words_go(person: Enrolment) -> None:
    erase_worker(worker=person.worker)
    judged = Judgment.objects.get(assignment__enrolment=person)
    assert judged.counts
    assert set(judged.payload) == {"boundaries"}
    assert Skip.objects.get().words == ""
    assert set(LedgerEntry.objects.values_list("reason", flat=True)) == {ERASED}
    assert LedgerEntry.objects.filter(kind="bonus", amount="0.10").exists()
    assert not LoginAttempt.objects.filter(account__endswith=f" {person.worker_id}").exists()


def test_it_is_once_and_audited_without_them(person: Enrolment) -> None:
    owner = make_user()
    erase_worker(worker=person.worker, user=owner)
    assert erase_worker(worker=person.worker, user=owner).again
    event = AuditEvent.objects.get(verb="worker.erased")
    assert (event.user, event.worker_id) == (owner, person.worker_id)
    assert event.details == {"judgments": 0}


def test_they_get_nothing_more_and_what_they_had_leased_is_free(campaign: Campaign) -> None:
    worker = enrol(campaign)
    claim_hit(enrolment_id=worker.pk)
    erase_worker(worker=worker.worker)
    assert not worker.assignments.filter(status="open").exists()
    check_not_served(worker, Stopped)
    check_serving(campaign)


@pytest.mark.quick
def test_an_id_of_a_platform_is_not_joined_again(person: Enrolment, campaign: Campaign) -> None:
    erase_worker(worker=person.worker)
    with pytest.raises(NotQualified, match="cannot be used here again"):
        join_campaign(campaign=campaign, source="prolific", external_id=ID)
    worker = Worker.objects.get(pk=person.worker_id)
    assert ID not in worker.external_id
    assert worker.number == person.worker.number


def test_another_worker_with_the_name_is_another(campaign: Campaign) -> None:
    join = partial(join_campaign, campaign=campaign, source="name", external_id="Ada")
    first = join()
    erase_worker(worker=first.worker)
    assert join().worker_id != first.worker_id


def test_nobody_else_loses_anything(campaign: Campaign) -> None:
    one, other = enrol(campaign, "one"), enrol(campaign, "other")
    for worker in (one, other):
        judge_next(worker)
    exclude_worker(enrolment=other, user=make_user(), reason="copied")
    theirs = Judgment.objects.get(assignment__enrolment=other)
    erase_worker(worker=one.worker)
    other.refresh_from_db()
    assert (other.exclusion_reason, other.worker.external_id) == ("copied", "other")
    assert Judgment.objects.get(pk=theirs.pk).payload == theirs.payload


@pytest.mark.parametrize("wrong", [{"reason": "changed"}, {"amount": "9"}])
def test_the_ledger_refuses_any_other_change(person: Enrolment, wrong: dict[str, str]) -> None:
    for change in (wrong, wrong | {"reason": ERASED, "judgments": 7}):
        with refused_by_database("append-only"):
            LedgerEntry.objects.filter(enrolment=person).update(**change)


@pytest.mark.quick
def test_own_words_leave_the_figures_and_are_then_emptied() -> None:
    campaign = question_campaign(redundancy=2, settings={"questions": 1})
    worker, other = enrol(campaign), enrol(campaign)
    for one, question in ((worker, "Does quokka see me?"), (other, "Who sees my notes?")):
        judge_next(one, {"questions": [question]})
    fold_all(campaign.pk)
    assert erase_worker(worker=worker.worker) == Erased(1)
    fold_all(campaign.pk)
    empty_what_left_the_figures()
    assert found_in_database(("quokka",)) == []
    judged = Judgment.objects.get(assignment__enrolment=worker)
    assert (judged.vector, judged.payload, judged.counts) == ([], {"questions": []}, False)
    assert b"quokka" not in all_exported(campaign)
    assert AgreementState.objects.get(campaign=campaign).judgments == 1
    check_serving(campaign)


def test_many_guesses_at_the_return_code_have_to_wait(campaign: Campaign) -> None:
    worker = enrol(campaign).worker
    guess = partial(prove_return_code, worker=worker, given="wrong", address="203.0.113.9")
    for _ in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        with pytest.raises(Invalid):
            guess()
    with pytest.raises(TooMany):
        guess()


def test_a_command_erases_on_request(person: Enrolment, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(person.worker.project_id), str(person.worker.number)]
    call_command("erase_worker", *arguments)
    assert Worker.objects.get(pk=person.worker_id).erased_at is None
    call_command("erase_worker", *arguments, "--yes")
    assert Worker.objects.get(pk=person.worker_id).erased_at is not None
    assert ID not in json.dumps(capsys.readouterr().out)
