"""Snapshots of campaigns, requested by researchers."""

from analysis.progress import Failed, Progress
from analysis.snapshots.snapshot_build import write_snapshot
from annotation.models import Snapshot
from annotation.services.errors import Conflict
from annotation.services.snapshots.files import Unwanted
from tasks.jobs import Made, Stopped


def make_snapshot(snapshot: Snapshot, progress: Progress) -> Made:
    """Write the files of a snapshot, or fail if a requested one cannot represent the judgments."""
    try:
        return {"results": write_snapshot(snapshot, progress)}
    except Unwanted as error:
        raise Stopped from error
    except Conflict as error:
        raise Failed(error.message) from error
