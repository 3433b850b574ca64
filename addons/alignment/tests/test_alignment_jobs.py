"""An alignment requested on a page: started once, stopped when no longer wanted, never lost."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.job_makers import make_alignment
from addons.alignment.models import Alignment
from addons.alignment.tests.requested import aligned, judge, judged_pairs, request_alignment
from annotation.models import AuditEvent, User
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import discard_job, restore_job
from midpath.alignment.options.alignment import COMPARED, METHOD_NAMES, AlignmentOptions
from midpath.alignment.options.words import PRESETS
from midpath.corpus.alignment import COMPARED as COMPARED_BY_DEFAULT
from midpath.corpus.alignment import METHODS
from tasks.jobs import begin, perform
from tasks.sweep import sweep
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset
from tests.helpers.jobs import begun, carry_out

Status = Alignment.Status
WORDS = PRESETS["acl"]
pytestmark = pytest.mark.django_db


def test_the_form_knows_the_methods_that_there_are() -> None:
    titles = {key: method.title for key, method in METHODS.items()}
    assert titles == METHOD_NAMES
    assert COMPARED_BY_DEFAULT == COMPARED


@pytest.mark.long
def test_what_was_requested_is_aligned(user: User) -> None:
    alignment = request_alignment(make_documents(), user)
    assert alignment.status == Status.WAITING
    carry_out(alignment)
    assert (alignment.status, alignment.run) == (Status.READY, 1)
    assert alignment.done == alignment.total == 200
    places, runs = alignment.grouping["places"], alignment.grouping["runs"]
    assert len(runs) == 2
    assert {len(labels) for labels in runs} == {len(places)} == {24}
    assert alignment.results["segments"] == 24
    assert [top["group"] for top in alignment.results["tops"]] == [0, 1, 2]
    verbs = AuditEvent.objects.filter(user=user).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-1:] == ["alignment.asked"]


@pytest.mark.long
def test_it_is_compared_with_what_the_crowd_judged_by_then(user: User) -> None:
    documents = make_documents()
    campaign = judged_pairs(documents, user)
    (gold,) = aligned(documents, user).results["golds"]
    assert (gold["key"], gold["version"]) == (f"pairs-{campaign.pk}", campaign.agreement.version)
    judge(campaign)
    campaign.agreement.refresh_from_db()
    (moved,) = aligned(documents, user).results["golds"]
    assert moved["version"] == campaign.agreement.version > gold["version"]


@pytest.mark.long
def test_one_that_is_discarded_stops_and_waits_again_when_it_is_restored(
    user: User,
    sent: list[tuple[str | int, ...]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    alignment = request_alignment(make_documents(), user)
    run = begun(alignment)
    discard_job(job=alignment, user=user)
    perform(alignment, run, make_alignment)
    carry_out(alignment)
    assert (alignment.status, alignment.run, alignment.results) == (Status.DISCARDED, 1, {})
    with django_capture_on_commit_callbacks(execute=True):
        restore_job(job=alignment, user=user)
    assert sent == [("tasks.job", "alignment", alignment.pk)]
    perform(alignment, run, make_alignment)
    alignment.refresh_from_db()
    assert (alignment.status, alignment.done, alignment.total) == (Status.WAITING, 0, 0)
    carry_out(alignment)
    assert (alignment.status, alignment.run) == (Status.READY, 2)


@pytest.mark.long
def test_one_may_be_stopped_and_wanted_back_as_often_as_one_likes(
    user: User, sent: list[tuple[str | int, ...]]
) -> None:
    alignment = request_alignment(make_documents(), user)
    for run in range(1, 6):
        assert begun(alignment) == run
        discard_job(job=alignment, user=user)
        restore_job(job=alignment, user=user)
    carry_out(alignment)
    assert (alignment.status, alignment.run) == (Status.READY, 6)


def test_what_was_found_comes_back_when_discarding_it_is_undone(user: User) -> None:
    alignment = aligned(make_documents(), user)
    found = (alignment.results, alignment.grouping)
    for _ in range(2):
        discard_job(job=alignment, user=user)
    alignment.refresh_from_db()
    assert alignment.status == Status.DISCARDED
    for _ in range(2):
        restore_job(job=alignment, user=user)
    alignment.refresh_from_db()
    assert (alignment.status, alignment.results, alignment.grouping) == (Status.READY, *found)
    verbs = AuditEvent.objects.filter(user=user).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["alignment.discarded", "alignment.restored"]


def test_a_failed_one_comes_back_with_its_reason(user: User) -> None:
    alignment = request_alignment(make_documents(), user)
    Alignment.objects.update(status=Status.FAILED, problem="There was no word.")
    discard_job(job=alignment, user=user)
    restore_job(job=alignment, user=user)
    alignment.refresh_from_db()
    assert (alignment.status, alignment.problem) == (Status.FAILED, "There was no word.")


def test_a_run_that_another_has_taken_over_writes_nothing(user: User) -> None:
    alignment = request_alignment(make_documents(), user)
    run = begun(alignment)
    assert begin(ALIGNMENT, alignment.pk) is None
    Alignment.objects.update(beat_at=Now() - timedelta(minutes=2))
    assert begun(alignment) == run + 1
    perform(alignment, run, make_alignment)
    alignment.refresh_from_db()
    assert (alignment.status, alignment.results) == (Status.RUNNING, {})
    assert not alignment.grouping
    perform(alignment, run + 1, make_alignment)
    alignment.refresh_from_db()
    assert alignment.status == Status.READY


@pytest.mark.long
def test_the_sweep_finds_what_a_lost_message_left(
    user: User, sent: list[tuple[str | int, ...]]
) -> None:
    alignment = request_alignment(make_documents(), user)
    sweep()
    assert ("tasks.job", "alignment", alignment.pk) in sent
    carry_out(alignment)
    sent.clear()
    sweep()
    assert ("tasks.job", "alignment", alignment.pk) not in sent


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"fewest_words": 900}, "No segment is left"),
        ({"least_documents": 900}, "No term is left"),
    ],
)
def test_where_nothing_is_left_to_align_it_fails_and_says_why(
    user: User, words: dict[str, Any], said: str
) -> None:
    alignment = aligned(make_documents(), user, words=replace(WORDS, **words))
    assert alignment.status == Status.FAILED
    assert alignment.problem.startswith(said)


def test_one_at_a_time_of_one_dataset(user: User) -> None:
    documents = make_documents()
    first = request_alignment(documents, user)
    with pytest.raises(Conflict, match="under way"):
        request_alignment(documents, user)
    discard_job(job=first, user=user)
    second = request_alignment(documents, user)
    with pytest.raises(Conflict, match="under way"):
        restore_job(job=first, user=user)
    carry_out(second)
    restore_job(job=first, user=user)
    assert Alignment.objects.get(pk=first.pk).status == Status.WAITING


@pytest.mark.long
def test_what_was_discarded_a_day_ago_is_cleared_when_another_is_requested(user: User) -> None:
    documents = make_documents()
    old, young = aligned(documents, user), aligned(documents, user)
    for one in (old, young):
        Alignment.objects.filter(pk=one.pk).update(asked_at=Now() - timedelta(days=9))
        discard_job(job=one, user=user)
    Alignment.objects.filter(pk=old.pk).update(beat_at=Now() - timedelta(days=2))
    request_alignment(documents, user)
    assert not Alignment.objects.filter(pk=old.pk).exists()
    assert Alignment.objects.filter(pk=young.pk).exists()
    with pytest.raises(Conflict, match="deleted"):
        restore_job(job=old, user=user)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"level": "words"}, "level"),
        ({"method": "magic"}, "method"),
        ({"groups": 0}, "groups"),
        ({"groups": 51}, "groups"),
        ({"runs": 0}, "runs"),
        ({"runs": 21}, "runs"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"curves": 21}, "curves"),
        ({"name": " "}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"words": replace(WORDS, least_documents=0)}, "least_documents"),
        ({"words": replace(WORDS, most_percent=101)}, "most_percent"),
        ({"words": replace(WORDS, least_percent=99)}, "most_percent"),
        ({"words": replace(WORDS, fewest_words=-1)}, "fewest_words"),
        ({"words": replace(WORDS, domain_words=("a\x00",))}, "domain_words"),
        ({"words": replace(WORDS, domain_words=("a" * 61,))}, "domain_words"),
        ({"words": replace(WORDS, domain_words=tuple(map(str, range(201))))}, "domain_words"),
    ],
)
def test_terms_out_of_range_are_refused_by_field(
    user: User, changed: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        request_alignment(make_documents(), user, **changed)
    assert refused.value.field == field
    assert not Alignment.objects.exists()


def test_only_documents_are_aligned(user: User) -> None:
    with pytest.raises(Invalid, match="only documents"):
        request_alignment(make_dataset(["red wine"]), user)


@pytest.mark.parametrize(
    ("changed", "constraint"),
    [
        ({"status": Status.READY}, "that_is_ready_has_results"),
        ({"done": 1}, "no_more_than_there_is"),
        ({"options": AlignmentOptions(groups=0)}, "1_to_50_groups"),
        ({"options": AlignmentOptions(curves=51)}, "1_to_50_groups"),
        ({"options": AlignmentOptions(runs=21)}, "1_to_20_runs"),
    ],
)
def test_the_database_refuses_what_cannot_be(
    user: User, changed: dict[str, Any], constraint: str
) -> None:
    request_alignment(make_documents(), user)
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Alignment.objects.update(**changed)
