"""The kinds of jobs and their differences. Everything else about a job is the same for every
kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from annotation.addons import modules_of_addons
from annotation.models import DatasetImport, Job, SetImport, Snapshot, User


class Lane(StrEnum):
    """A lane of jobs, by the name of its queue: as many of its jobs as MIDPATH_LANES says run at a
    time in the whole cluster, usually one. A Celery worker that takes all queues has a process for
    each of them, one for reconciling and one more, so that there is always a free one for folds."""

    # Shared with reports and comparisons, which also compute for long.
    COMPUTING = "reports"
    # For requests to other servers, which may be slow.
    ELSEWHERE = "elsewhere"
    # For reading and writing files.
    EXPORTS = "files"


@dataclass(frozen=True, kw_only=True)
class JobKind:
    """A kind of job, with its special properties.

    `name` is its name in URLs, audit events and messages to Celery. `of` is the column of the
    object that has `most` jobs of the kind at a time; `under_way` refuses more. A kind that
    `only_reads` is also allowed for archived objects. `advice` is for a job that was given up.
    `audited` are the attributes in audit events. `dropped` are columns that discarding empties;
    without them a job cannot be restored."""

    name: str
    model: type[Job]
    lane: Lane = Lane.COMPUTING
    of: str = "dataset"
    most: int = 1
    only_reads: bool = False
    under_way: str
    advice: str
    audited: tuple[str, ...] = ("name",)
    # The column of the name that members give it, and what is counted before its dataset is
    # deleted; empty for kinds without. `require_name` refuses a job's new name; without it, jobs
    # that are over cannot be renamed.
    named: str = ""
    require_name: Callable[[Any, User, str], None] | None = None
    noun: str = ""
    dropped: Mapping[str, object] = field(default_factory=dict)
    # What is read with a job, the columns that are only read when used, and those that lists leave
    # out because they may be large.
    related: Sequence[str] = ("dataset__project",)
    unread: Sequence[str] = ()
    large: Sequence[str] = ("results",)


SNAPSHOT = JobKind(
    name="snapshot",
    model=Snapshot,
    lane=Lane.EXPORTS,
    of="campaign",
    only_reads=True,
    under_way="A snapshot of this campaign is being created. Wait for it, or stop it.",
    advice="Try again without the large files, such as gold.",
    audited=("note", "filter"),
    related=("campaign__dataset__project", "campaign__agreement", "user"),
)
SET_IMPORT = JobKind(
    name="set_import",
    model=SetImport,
    lane=Lane.EXPORTS,
    most=10,
    under_way=(
        "Ten files of annotations are already being imported into this dataset. Wait for one "
        "of them."
    ),
    advice="Divide the file, and import each part as a set.",
    # The file is no longer needed, so a discarded import cannot be restored.
    dropped={"body": b""},
    related=("dataset__project", "made"),
    unread=("body",),
    large=("results", "body"),
)
DATASET_IMPORT = JobKind(
    name="dataset_import",
    model=DatasetImport,
    lane=Lane.EXPORTS,
    of="project",
    most=10,
    under_way="Ten files are being imported into this project. Wait for one of them.",
    advice="Divide the file, and import each part as a dataset.",
    # The file stays, as an upload, until it is imported or a day has passed.
    dropped={"upload": None},
    related=("project", "dataset"),
)
CORE = (SNAPSHOT, SET_IMPORT, DATASET_IMPORT)


@cache
def job_kinds() -> Mapping[str, JobKind]:
    """Return the kinds by name, with those that add-ons list in their modules `job_kinds`."""
    of_addons = (kind for module in modules_of_addons("job_kinds") for kind in module.JOB_KINDS)
    return {kind.name: kind for kind in (*CORE, *of_addons)}


def kind_of(model: type[Job]) -> JobKind:
    return next(kind for kind in job_kinds().values() if kind.model is model)
