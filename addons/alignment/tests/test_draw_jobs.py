"""A sample of pairs requested on a page: started once, stopped when no longer wanted, never
lost."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from addons.alignment import job_makers
from addons.alignment.job_kinds import DRAW
from addons.alignment.job_makers import make_draw
from addons.alignment.models import PairDraw
from addons.alignment.services.draws import keep_draw
from addons.alignment.tests.requested import request_draw
from annotation.models import AuditEvent, Dataset, User
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.jobs.kinds import Lane
from tasks.jobs import begin, perform
from tasks.leases import alone
from tests.helpers.documents import make_documents
from tests.helpers.factories import at_once, make_dataset
from tests.helpers.jobs import begun, carry_out

Status = PairDraw.Status
pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_what_was_requested_is_drawn_and_then_stored(user: User) -> None:
    draw = request_draw(make_documents(), user)
    assert draw.status == Status.WAITING
    carry_out(draw)
    assert (draw.status, draw.run, draw.done, draw.total) == (Status.READY, 1, 54, 54)
    assert sum(stratum["drawn"] for stratum in draw.results["strata"]) == len(draw.pairs)
    assert not Dataset.objects.filter(name="Pairs").exists()
    made = keep_draw(draw=draw, user=user)
    draw.refresh_from_db()
    assert (draw.status, draw.made, draw.pairs) == (Status.KEPT, made, [])
    assert made.item_count == made.items.count() > 4
    verbs = AuditEvent.objects.filter(user=user).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["draw.asked", "pairs.drawn"]
    with pytest.raises(Conflict):
        keep_draw(draw=draw, user=user)
    discard_job(job=draw, user=user)
    draw.refresh_from_db()
    assert draw.status == Status.KEPT


def test_a_draw_that_is_discarded_stops(user: User) -> None:
    draw = request_draw(make_documents(), user)
    run = begun(draw)
    discard_job(job=draw, user=user)
    perform(draw, run, make_draw)
    carry_out(draw)
    assert (draw.status, draw.run, draw.results, draw.pairs) == (Status.DISCARDED, 1, {}, [])
    with pytest.raises(Conflict):
        keep_draw(draw=draw, user=user)


def test_a_discarded_draw_has_no_pairs_left_to_restore(user: User) -> None:
    draw = carry_out(request_draw(make_documents(), user))
    discard_job(job=draw, user=user)
    with pytest.raises(Conflict, match="discarded draw cannot be restored"):
        restore_job(job=draw, user=user)
    draw.refresh_from_db()
    assert (draw.status, draw.pairs) == (Status.DISCARDED, [])


@pytest.mark.long
def test_a_run_that_another_has_taken_over_writes_nothing(user: User) -> None:
    draw = request_draw(make_documents(), user)
    run = begun(draw)
    PairDraw.objects.update(beat_at=Now() - timedelta(minutes=2))
    assert begun(draw) == run + 1
    perform(draw, run, make_draw)
    draw.refresh_from_db()
    assert (draw.status, draw.results) == (Status.RUNNING, {})
    perform(draw, run + 1, make_draw)
    draw.refresh_from_db()
    assert draw.status == Status.READY


def test_what_runs_is_not_begun_again_until_it_is_silent_for_a_minute(user: User) -> None:
    draw = request_draw(make_documents(), user)
    assert begin(DRAW, draw.pk) == 1
    assert begin(DRAW, draw.pk) is None
    for run in (2, 3):
        PairDraw.objects.update(beat_at=Now() - timedelta(minutes=2))
        assert begin(DRAW, draw.pk) == run
    PairDraw.objects.update(beat_at=Now() - timedelta(minutes=2))
    assert begin(DRAW, draw.pk) is None
    draw.refresh_from_db()
    assert draw.status == Status.FAILED
    assert "interrupted 3 times" in draw.problem


def test_more_candidates_than_a_page_may_ask_for_fail_with_the_reason(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_makers, "MAX_CANDIDATES", 50)
    draw = carry_out(request_draw(make_documents(), user))
    assert draw.status == Status.FAILED
    assert draw.problem.startswith("There are 54 candidates; at most 50 can be sampled")


def test_one_draw_at_a_time_of_one_dataset(user: User) -> None:
    documents = make_documents()
    draw = request_draw(documents, user)
    with pytest.raises(Conflict, match="under way"):
        request_draw(documents, user, "Others")
    carry_out(draw)
    assert request_draw(documents, user, "Others").status == Status.WAITING


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"level": "words"}, "level"),
        ({"per_stratum": 0}, "per_stratum"),
        ({"per_stratum": 5001}, "per_stratum"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"document_pairs": 0}, "document_pairs"),
        ({"edge": 500_000}, "edge"),
    ],
)
def test_terms_out_of_range_are_refused_by_field(
    user: User, terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        request_draw(make_documents(), user, **terms)
    assert refused.value.field == field


def test_a_draw_has_a_name(user: User) -> None:
    with pytest.raises(Invalid) as refused:
        request_draw(make_documents(), user, " ")
    assert refused.value.field == "name"


def test_pairs_are_drawn_from_documents_only(user: User) -> None:
    with pytest.raises(Invalid, match="sampled from documents"):
        request_draw(make_dataset(["red wine"]), user)


def test_a_name_that_was_taken_meanwhile_is_a_conflict(user: User) -> None:
    documents = make_documents()
    draw = carry_out(request_draw(documents, user))
    Dataset.objects.create(project=documents.project, name="Pairs")
    with pytest.raises(Conflict, match="already has a dataset named Pairs"):
        keep_draw(draw=draw, user=user)
    draw.refresh_from_db()
    assert draw.status == Status.READY


def test_draws_that_came_to_nothing_are_cleared_after_a_day(user: User) -> None:
    documents = make_documents()
    old = request_draw(documents, user)
    discard_job(job=old, user=user)
    PairDraw.objects.update(beat_at=Now() - timedelta(days=2))
    request_draw(documents, user, "Others")
    assert not PairDraw.objects.filter(pk=old.pk).exists()


def test_the_database_refuses_a_ready_draw_without_results(user: User) -> None:
    draw = request_draw(make_documents(), user)
    with pytest.raises(IntegrityError, match="is_ready_has_results"), transaction.atomic():
        PairDraw.objects.filter(pk=draw.pk).update(status=Status.READY)
    with pytest.raises(IntegrityError, match="no_more_than_there_is"), transaction.atomic():
        PairDraw.objects.filter(pk=draw.pk).update(done=1)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_while_a_report_is_made_a_draw_waits_for_its_turn(user: User) -> None:
    draw = request_draw(make_documents(), user)
    locked, release = Event(), Event()

    def lock_reports() -> None:
        with alone("another", Lane.COMPUTING) as mine:
            assert mine
            locked.set()
            release.wait(30)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(lock_reports)
        assert locked.wait(30)
        assert carry_out(draw).status == Status.WAITING
        release.set()
        holding.result(30)
    assert carry_out(draw).status == Status.READY


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_who_keep_at_once_make_one_dataset(user: User) -> None:
    draw = carry_out(request_draw(make_documents(), user))
    said = at_once([lambda: keep_draw(draw=draw, user=user).name] * 4, threads=4)
    assert said.count("Pairs") == 1
    assert sum(isinstance(one, Conflict) for one in said) == 3
    assert Dataset.objects.filter(kind="pairs").count() == 1
