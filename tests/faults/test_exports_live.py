"""Promise 19: snapshots made by Celery while people work are each of one moment, and the same rows
give the same files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from annotation.models import Campaign, Judgment, Snapshot
from annotation.services.snapshots.snapshots import additional_files, ask_for_snapshot
from midpath.snapshots.manifest import FIRST
from tests.faults.checker import check
from tests.faults.crowd import Crowd, at_work, people_of
from tests.faults.processes import Stack, all_folded, free_web_port, wait_for
from tests.helpers.factories import make_campaign, make_user
from tests.snapshots.campaigns import downloaded
from tests.snapshots.lies import verified

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]

SNAPSHOTS = 3


def made_by_celery(campaign: Campaign) -> Snapshot:
    names = [file.name for file in additional_files(campaign)]
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user(), files=names)

    def is_ready() -> bool:
        snapshot.refresh_from_db()
        assert snapshot.status != Snapshot.Status.FAILED, snapshot.problem
        return bool(snapshot.status == Snapshot.Status.READY)

    wait_for(is_ready, seconds=300, what="the snapshot")
    return snapshot


def digests(snapshot: Snapshot) -> dict[str, str]:
    """Return the digests of the files, without the manifest and its signature, which contain the
    time."""
    files = snapshot.files.exclude(name__in=FIRST)
    return dict(files.values_list("name", "digest"))


@pytest.mark.fault(19)
def test_snapshots_during_work_are_of_one_moment_and_reproducible(
    notified: Stack, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    campaign, port = make_campaign(texts=1_500, redundancy=10), free_web_port()
    notified.start_web(port)
    notified.start_celery()
    notified.wait_for_celery()
    crowd = Crowd(port, people_of(campaign, 6), pause=0.05)
    with at_work(crowd):
        wait_for(lambda: len(crowd.history.acknowledged()) > 20, seconds=300, what="some work")
        snapshots = [made_by_celery(campaign) for _ in range(SNAPSHOTS)]
    sizes = [one.results["counts"]["judgments"] for one in snapshots]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] < Judgment.objects.count()
    for snapshot in snapshots:
        found = verified(downloaded(snapshot, tmp_path))
        assert found["equal"], found
    wait_for(all_folded, seconds=60, what="the last fold")
    first, second = made_by_celery(campaign), made_by_celery(campaign)
    assert digests(first) == digests(second)
    record_property(
        "measured",
        f"snapshots of {', '.join(map(str, sizes))} of {Judgment.objects.count()} judgments "
        f"verify; {len(digests(first))} files are the same in two later ones",
    )
    check(crowd.history, campaign)
