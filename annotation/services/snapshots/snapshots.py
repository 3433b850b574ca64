"""Request snapshots, and delete erased workers' words from them."""

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.db.models.functions import Now

from annotation.models import (
    AgreementState,
    Campaign,
    Snapshot,
    SnapshotFile,
    User,
    Worker,
)
from annotation.schemes import OWN_WORDS, scheme_of
from annotation.schemes.base import DECISIONS, OutFile
from annotation.schemes.soft_labels import OF_MODELS, SOFT_LABELS
from annotation.schemes.tables import FOLDER, TABLE_FILES
from annotation.services.datasets.question_texts import questions_by
from annotation.services.errors import Conflict, Invalid
from annotation.services.items.filters import EVERYTHING, ItemFilter
from annotation.services.jobs.jobs import FORGOTTEN_AFTER, ask_for_job
from annotation.services.short_texts import one_line
from midpath.schemes.label_settings import fits_of
from midpath.snapshots.manifest import FIRST
from midpath.text.formatting import counted

ALWAYS = "decisions-jsonl"
WHY_WITHOUT = "Its files contained words of a worker whose data has been deleted since."
MAX_SNAPSHOTS = 100
MAX_NOTE_LENGTH = 200
# Larger files are not made within a request; snapshots contain them.
MAX_CONCURRENT = 150_000
MAX_MODELLED = 20_000  # judgments, for the files of models that are slow to fit
Status = Snapshot.Status


def additional_files(campaign: Campaign, wanted: ItemFilter = EVERYTHING) -> list[OutFile]:
    """Return the additional files for a snapshot; every snapshot already contains the decisions as
    JSON lines. With a filter, only files that work for any items are available: the others contain
    figures of the campaign."""
    of_campaign = [*scheme_of(campaign).files_of(campaign.settings), FOLDER]
    known = [*([] if wanted.written() else of_campaign), *DECISIONS, *TABLE_FILES]
    return [file for file in known if file.name != ALWAYS]


def require_few(campaign: Campaign) -> None:
    """Refuse a file of a campaign that is too large to be made within a request."""
    if AgreementState.objects.filter(campaign=campaign, judgments__gt=MAX_CONCURRENT).exists():
        raise Conflict(
            f"A file of more than {MAX_CONCURRENT:,} judgments cannot be downloaded directly. "
            "Create a snapshot instead: it has the same contents, and you can download its "
            "files when they are ready."
        )


def require_few_for_models(campaign: Campaign, files: Iterable[str]) -> None:
    """Refuse files of models that take too long to fit for a campaign of this size."""
    slow = [name for name in files if name in OF_MODELS]
    if not slow:
        return
    most = MAX_MODELLED // fits_of(campaign.settings)
    if AgreementState.objects.filter(campaign=campaign, judgments__gt=most).exists():
        raise Conflict(
            f"The file {slow[0]} is only available for campaigns like this one with up to "
            f"{most:,} judgments. The file {SOFT_LABELS} has no such limit."
        )


def ask_for_snapshot(
    *,
    campaign: Campaign,
    user: User | None,
    files: Sequence[str] = (),
    note: str = "",
    wanted: ItemFilter = EVERYTHING,
) -> Snapshot:
    """Request a snapshot with these additional files, made by a job. With a filter it contains only
    the items that match when it is made. Archived campaigns can have snapshots, too."""
    if campaign.launched_at is None:
        raise Conflict("This campaign is a draft and has no judgments yet. Launch it first.")
    known = _known_files(campaign, files, wanted)
    require_few_for_models(campaign, files)
    too_long = f"Enter at most {MAX_NOTE_LENGTH} characters."
    note = one_line(note, "note", MAX_NOTE_LENGTH, too_long)
    if wanted.written() and not wanted.hits(campaign).exists():
        raise Conflict("No items match the filter now, so there is nothing to export.")
    not_discarded = Snapshot.objects.filter(campaign=campaign).exclude(
        status__in=(Status.DISCARDED, Status.FAILED)
    )
    if not_discarded.count() >= MAX_SNAPSHOTS:
        raise Conflict(
            f"A campaign can have at most {counted(MAX_SNAPSHOTS, 'snapshot')}. Delete one first."
        )
    return ask_for_job(
        Snapshot,
        dataset=campaign.dataset,
        user=user,
        campaign=campaign,
        note=note,
        wanted=[name for name in known if name in files],
        filter=wanted.written(),
    )


def _known_files(campaign: Campaign, files: Sequence[str], wanted: ItemFilter) -> list[str]:
    """Return the names of these files, in order, if all are available."""
    known = [file.name for file in additional_files(campaign, wanted)]
    of_campaign = {file.name for file in additional_files(campaign)}
    for name in files:
        if name in of_campaign and name not in known:
            raise Invalid(
                f"The file {name!r} describes the whole campaign. Files available with a filter: "
                f"{', '.join(known)}.",
                field="files",
            )
        if name not in known:
            problem = f"This campaign has no file {name!r}. Its files are: {', '.join(known)}."
            raise Invalid(problem, field="files")
    return known


def forget_discarded() -> None:
    """Delete snapshots that were discarded or failed more than a day ago, with their files."""
    given_up = Snapshot.objects.filter(status__in=(Status.DISCARDED, Status.FAILED))
    for snapshot in given_up.filter(beat_at__lt=Now() - FORGOTTEN_AFTER).order_by("pk")[:10]:
        snapshot.delete()


def forget_words_in_snapshots(worker: Worker) -> None:
    """Delete the files of snapshots that contain a worker's own words, but not manifests and
    signatures, which contain none. A snapshot in progress stops. Call it within a transaction."""
    wrote = Q(campaign__enrolments__worker=worker, campaign__scheme__in=OWN_WORDS)
    asked = Q(dataset__in=questions_by(worker).values("dataset"))
    found = Snapshot.objects.filter(wrote | asked).exclude(status=Status.WAITING)
    ids = list(found.distinct().values_list("pk", flat=True))
    # The rows first, which a process that writes files locks as well.
    locked = Snapshot.objects.filter(pk__in=ids)
    locked.filter(results={}).update(
        status=Status.FAILED, problem=f"{WHY_WITHOUT} Create another snapshot."
    )
    locked.exclude(results={}).update(problem=WHY_WITHOUT)
    made = Q(name__in=FIRST) & ~Q(snapshot__results={})
    SnapshotFile.objects.filter(snapshot__in=ids).exclude(made).delete()
