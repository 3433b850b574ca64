"""Snapshots: all of a campaign at one moment, whatever is written meanwhile."""

import hashlib
import json
from typing import Any

import pytest
from django.db import connection, transaction

from analysis.exports.export_registry import export_file, exports_of
from analysis.schemes import analysis_of
from analysis.snapshots import copied, snapshot_build
from annotation.models import (
    Campaign,
    CampaignReport,
    Judgment,
    Snapshot,
    SnapshotFile,
    SnapshotPart,
)
from annotation.schemes import scheme_of
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import discard_job, restore_job
from annotation.services.snapshots import files as kept_files
from annotation.services.snapshots.files import body_of, files_of
from annotation.services.snapshots.snapshots import (
    additional_files,
    ask_for_snapshot,
    forget_discarded,
)
from annotation.services.work.exclusion import exclude_worker
from midpath.kernels.base import NOTHING
from tasks.fold import fold_all
from tasks.reports import make_reports
from tasks.run_job import run_job
from tests.helpers.every_scheme import KINDS, judged_campaign
from tests.helpers.factories import enrol, judge_all_at_random, judge_next, make_campaign, make_user
from tests.helpers.tiers import by_tier

Status = Snapshot.Status
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign(texts=["a b c", 'd "e" f\\g', "h\ti j", "k l ü"])
    judge_all_at_random(campaign, workers=3, seed=5)
    fold_all(campaign.pk)
    return campaign


def made(campaign: Campaign, *files: str) -> Snapshot:
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user(), files=files)
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.status == Status.READY, snapshot.problem
    return snapshot


def body(snapshot: Snapshot, name: str) -> bytes:
    file = snapshot.files.get(name=name)
    return b"".join(body_of(file, 0, file.size - 1))


def lines(snapshot: Snapshot, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body(snapshot, name).splitlines()]


def test_a_snapshot_holds_every_item_worker_and_judgment(campaign: Campaign) -> None:
    snapshot = made(campaign)
    items = lines(snapshot, "items.jsonl")
    assert [(one["item"], one["text"]) for one in items] == list(
        campaign.dataset.items.values_list("position", "text")
    )
    assert items[1]["content"] == campaign.dataset.items.get(position=items[1]["item"]).content
    workers = lines(snapshot, "workers.jsonl")
    assert [one["worker"] for one in workers] == [1, 2, 3]
    assert all(set(one) >= {"source", "excluded", "withdrawn", "paid"} for one in workers)
    judgments = lines(snapshot, "judgments.jsonl")
    rows = Judgment.objects.filter(campaign=campaign).order_by("pk")
    found = [(one["judgment"], one["vector"], one["counts"], one["worker"]) for one in judgments]
    assert found == list(
        rows.values_list("pk", "vector", "counts", "assignment__enrolment__worker__number")
    )
    scheme = scheme_of(campaign)
    assert [one["answer"] for one in judgments] == [scheme.impersonal(row.payload) for row in rows]


def test_the_manifest_names_each_file_and_has_the_figures_of_their_rows(campaign: Campaign) -> None:
    excluded = campaign.enrolments.order_by("worker__number").first()
    assert excluded is not None
    exclude_worker(enrolment=excluded, user=make_user(), reason="a habit")
    fold_all(campaign.pk)
    snapshot = made(campaign, "gold")
    manifest = json.loads(body(snapshot, "manifest.json"))
    assert manifest == snapshot.results
    for entry in manifest["files"]:
        content = body(snapshot, entry["name"])
        assert (len(content), hashlib.sha256(content).hexdigest()) == (
            entry["size"],
            entry["digest"],
        )
    assert {entry["name"] for entry in manifest["files"]} == {
        *("items.jsonl", "workers.jsonl", "judgments.jsonl", "decisions.jsonl", "gold.json"),
        "settled.jsonl",
    }
    campaign.agreement.refresh_from_db()
    assert manifest["figures"] == campaign.agreement.figures
    assert manifest["version"] == campaign.agreement.version
    assert manifest["excluded"] == [excluded.worker.number]
    assert manifest["counts"]["counting"] == campaign.agreement.judgments
    assert manifest["counts"]["judgments"] == campaign.judgments.count()
    assert json.loads(body(snapshot, "gold.json"))["figures"]["agreement"] == manifest["figures"]


@pytest.mark.quick
@pytest.mark.parametrize("kind", by_tier(quick=["spans"], long=list(KINDS)))
def test_it_holds_every_file_that_there_is_the_same_as_directly(kind: str) -> None:
    campaign = judged_campaign(kind)
    names = [file.name for file in additional_files(campaign)]
    snapshot = made(campaign, *names)
    files = {file.name: file for file in files_of(snapshot)}
    for name in names:
        direct = export_file(campaign.pk, name).body
        ending = exports_of(campaign)[name].ending
        own = f"{campaign.scheme}-{ending}"
        file = files[own if own in files else ending]
        assert body(snapshot, file.name) == direct
        if name.endswith("-jsonl"):
            assert file.lines == direct.count(b"\n")


@pytest.mark.quick
def test_intervals_are_reported_if_they_are_of_these_figures(campaign: Campaign) -> None:
    assert "intervals" not in made(campaign).results
    make_reports(campaign.pk)
    found = made(campaign).results["intervals"]
    stored = CampaignReport.objects.get(campaign=campaign, kind="intervals").results
    assert found["alpha"]["d1"] == stored["alpha"]["d1"]
    assert found["alpha"]["d1"]["low"] is not None
    judge_all_at_random(campaign, workers=1, seed=6)
    assert "intervals" not in made(campaign).results
    fold_all(campaign.pk)
    assert "intervals" not in made(campaign).results


@pytest.mark.quick
def test_later_judgments_are_in_none(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    before = campaign.judgments.count()
    enrolment = enrol(make_campaign(campaign.dataset))
    real = snapshot_build._copied

    def late(*args: Any) -> Any:
        side_connection = args[1]
        side_connection(lambda: judge_next(enrolment))
        side_connection(lambda: Judgment.objects.filter(campaign=campaign).update(counts=False))
        return real(*args)

    monkeypatch.setattr(snapshot_build, "_copied", late)
    snapshot = made(campaign, "gold")
    assert snapshot.results["counts"]["judgments"] == before
    assert snapshot.results["counts"]["counting"] == before
    assert all(one["counts"] for one in lines(snapshot, "judgments.jsonl"))


def test_files_of_parts_have_ranges(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "PART_BYTES", 100)
    snapshot = made(campaign)
    file = snapshot.files.get(name="judgments.jsonl")
    whole = b"".join(body_of(file, 0, file.size - 1))
    assert hashlib.sha256(whole).hexdigest() == file.digest
    assert file.parts.count() == -(-file.size // 100)
    for first, last in ((0, 0), (99, 100), (100, 199), (37, 512), (file.size - 1, file.size - 1)):
        assert b"".join(body_of(file, first, last)) == whole[first : last + 1]


@pytest.mark.quick
def test_one_that_is_discarded_stops_and_leaves_no_files_after_a_day(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot_build, "SECONDS_BETWEEN_REPORTS", 0)
    monkeypatch.setattr("tasks.jobs.BETWEEN_BEATS", 0)
    user = make_user()
    snapshot = ask_for_snapshot(campaign=campaign, user=user)
    real, went_on = copied.copy_lines, []

    def discarded(lines: str, *args: Any) -> int:
        if lines != copied.WORKERS:
            return real(lines, *args)
        args[1]._sink._side(lambda: discard_job(job=snapshot, user=user))
        went_on.append(real(lines, *args))
        return went_on[-1]

    monkeypatch.setattr(snapshot_build, "copy_lines", discarded)
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert (snapshot.status, snapshot.results, went_on) == (Status.DISCARDED, {}, [])
    begun = snapshot.files.values_list("name", flat=True)
    assert set(begun) == {"items.jsonl", "workers.jsonl"}
    forget_discarded()
    assert Snapshot.objects.filter(pk=snapshot.pk).exists()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE annotation_snapshot SET beat_at = now() - interval '25 hours'")
    forget_discarded()
    assert not Snapshot.objects.exists()
    assert not SnapshotFile.objects.exists()
    assert not SnapshotPart.objects.exists()


@pytest.mark.quick
def test_a_stopped_one_stores_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a worker who is erased meanwhile are not written after their deletion."""
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user())
    real = copied.copy_lines

    def stopped(lines: str, *args: Any) -> int:
        if lines == copied.JUDGMENTS:
            rows = Snapshot.objects.filter(pk=snapshot.pk)
            args[1]._sink._side(lambda: rows.update(status=Status.FAILED, problem="Erased."))
            args[1]._sink._side(SnapshotFile.objects.filter(snapshot=snapshot).delete)
        return real(lines, *args)

    monkeypatch.setattr(snapshot_build, "copy_lines", stopped)
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert (snapshot.status, snapshot.problem) == (Status.FAILED, "Erased.")
    assert not SnapshotFile.objects.exists()


@pytest.mark.quick
def test_an_interrupted_run_leaves_nothing_next_to_the_next(campaign: Campaign) -> None:
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user())
    left = SnapshotFile.objects.create(snapshot=snapshot, run=0, name="items.jsonl")
    SnapshotPart.objects.create(file=left, number=0, body=b"half")
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.status == Status.READY
    assert not SnapshotFile.objects.filter(pk=left.pk).exists()
    assert {file.run for file in snapshot.files.all()} == {1}


def test_a_deleted_snapshot_comes_back_with_its_files(campaign: Campaign) -> None:
    snapshot, user = made(campaign), make_user()
    discard_job(job=snapshot, user=user)
    snapshot.refresh_from_db()
    assert snapshot.status == Status.DISCARDED
    restore_job(job=snapshot, user=user)
    snapshot.refresh_from_db()
    assert snapshot.status == Status.READY
    assert len(files_of(snapshot)) == 7


def test_one_at_a_time_is_made_of_a_campaign_and_none_of_a_draft(campaign: Campaign) -> None:
    user = make_user()
    ask_for_snapshot(campaign=campaign, user=user)
    with pytest.raises(Conflict, match="is being created"):
        ask_for_snapshot(campaign=campaign, user=user)
    ask_for_snapshot(campaign=make_campaign(campaign.dataset), user=user)
    draft = make_campaign(campaign.dataset)
    Campaign.objects.filter(pk=draft.pk).update(launched_at=None, status="draft")
    draft.refresh_from_db()
    with pytest.raises(Conflict, match="draft"):
        ask_for_snapshot(campaign=draft, user=user)


def test_what_cannot_be_made_is_refused(campaign: Campaign) -> None:
    user = make_user()
    with pytest.raises(Invalid, match="no file 'squad'"):
        ask_for_snapshot(campaign=campaign, user=user, files=["squad"])
    with pytest.raises(Invalid, match="200 characters"):
        ask_for_snapshot(campaign=campaign, user=user, note="x" * 201)
    with pytest.raises(Invalid):
        ask_for_snapshot(campaign=campaign, user=user, note="a\x00b")


def test_the_figures_are_those_of_a_slow_count(campaign: Campaign) -> None:
    kernel = analysis_of(campaign).kernel
    vectors: dict[int, list[tuple[int, ...]]] = {}
    for item, vector in (
        Judgment.objects.counting().filter(campaign=campaign).values_list("hit__item", "vector")
    ):
        vectors.setdefault(item, []).append(tuple(vector))
    slow = kernel.figures(kernel.total((given, NOTHING) for given in vectors.values()))
    assert made(campaign).results["figures"] == json.loads(json.dumps(slow))


def test_the_database_refuses_two_files_of_a_name(campaign: Campaign) -> None:
    snapshot = made(campaign)
    with pytest.raises(Exception, match="one_file_of_a_name"), transaction.atomic():
        SnapshotFile.objects.create(snapshot=snapshot, run=snapshot.run, name="items.jsonl")
