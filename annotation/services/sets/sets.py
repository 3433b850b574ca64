"""Import annotation sets from other sources: a whole file, or nothing."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db import transaction

from annotation.models import AnnotationSet, Campaign, Dataset, User
from annotation.recorded import READERS
from annotation.recorded.base import PREDICTIONS, BadFile, Recorded, RecordedReader
from annotation.recorded.midpath_table import reader_of
from annotation.schemes import SCHEMES
from annotation.services.audit import record_event
from annotation.services.datasets.dataset_writer import checked_name, clean_name
from annotation.services.datasets.upload_limits import require_body
from annotation.services.errors import Busy, Conflict, Invalid, TooLarge
from annotation.services.lifecycle.guard import require_open
from annotation.services.sets.answers import without_marks
from annotation.services.sets.faults import refused, require_sound
from annotation.services.sets.left_out import NOT_COUNTED
from annotation.services.sets.reading import Matching, Progress, TooMuch, unseen
from annotation.services.sets.row_buffer import RowsAside
from annotation.services.short_texts import one_line, require_short
from annotation.services.unique_names import unless_taken
from midpath.exchange.judged.packed_tables import (
    TableBusy,
    TextFile,
    UnreadableTable,
    as_text_file,
)
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions, knowing
from midpath.exchange.rows import Faults, RowError
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import InvalidSettings
from midpath.text.characters import visible

MAX_SETS = 200
MAX_LENGTH = {"source": 500, "licence": 120, "version": 60}
TOO_LONG = "At most {:,} characters fit here."
# The facts about a model, and the maximum length of each.
FACTS: Mapping[str, int] = {
    "model": 200,
    "version": 120,
    "prompt": 20_000,
    "features": 20_000,
    "temperature": 40,
    "seed": 40,
    "cost": 120,
}


def schemes_of(dataset: Dataset) -> list[str]:
    """Return the schemes whose annotations can be read for such items."""
    return [name for name in READERS if dataset.kind in SCHEMES[name].dataset_kinds]


@dataclass(frozen=True, kw_only=True)
class AnnotationFile:
    """A file of annotations, and how to read it.

    like : the campaign whose settings define the answers; None for the file's own
    take : GOLD for the file's gold answers, PREDICTIONS for those of models; else its annotations
    control : the question to read, if the file answers several
    reading : how to read a table of judgments
    reader : None for the default reader of such a file
    given : the client's name of the field: file or rows
    """

    scheme: str
    filename: str
    body: bytes
    like: Campaign | None = None
    take: str = ""
    control: str = ""
    reading: ReadingOptions = GUESS
    reader: RecordedReader | None = None
    given: str = "file"


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """The provenance of a set: who made it, where to find it, and the facts about a model."""

    made_by: str = AnnotationSet.MadeBy.UNKNOWN.value
    source: str = ""
    licence: str = ""
    version: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    def checked(self) -> dict[str, Any]:
        """Return the columns of a set, or raise Invalid."""
        if self.made_by not in AnnotationSet.MadeBy.values:
            known = ", ".join(AnnotationSet.MadeBy.values)
            raise Invalid(f"Say who made it: one of {known}.", field="made_by")
        texts = {name: _checked_text(name, getattr(self, name)) for name in MAX_LENGTH}
        return {"made_by": self.made_by, "facts": _facts(self.made_by, self.facts), **texts}


def upload_set(
    *,
    dataset: Dataset,
    user: User | None,
    name: str,
    file: AnnotationFile,
    provenance: Provenance | None = None,
    leave_out: int = 0,
) -> AnnotationSet:
    """Create a set from all annotations of a file, or raise Invalid with the errors by row.

    `leave_out` is the number of unmatched annotations that the caller has seen and leaves out."""
    own, _ = take_annotations(
        dataset=dataset,
        user=user,
        name=name,
        file=file,
        provenance=provenance,
        leave_out=leave_out,
    )
    return own


def take_annotations(
    *,
    dataset: Dataset,
    user: User | None,
    name: str,
    file: AnnotationFile,
    provenance: Provenance | None = None,
    leave_out: int | None = None,
) -> tuple[AnnotationSet, Sequence[RowError]]:
    """Create a set from the annotations of a file, and return the faults of those left out.

    Without `leave_out`, all unmatched annotations are left out; otherwise only if there are exactly
    this many."""
    own = new_set(dataset=dataset, user=user, name=name, file=file, provenance=provenance)
    with RowsAside() as rows:
        faults = read_annotations(own=own, file=file, rows=rows, leave_out=leave_out)
        with transaction.atomic():
            store_set(own=own, rows=rows)
    own.refresh_from_db()
    return own, faults


def new_set(
    *,
    dataset: Dataset,
    user: User | None,
    name: str,
    file: AnnotationFile,
    provenance: Provenance | None = None,
) -> AnnotationSet:
    """Return an unsaved set, or raise what is wrong before its file is read."""
    require_open(dataset, dataset.project)
    if file.scheme not in schemes_of(dataset):
        raise Invalid(
            f"There is no scheme {file.scheme!r} for these {dataset.kind}.", field="scheme"
        )
    require_body(file.body)
    _require_campaign(dataset, file)
    return AnnotationSet(
        dataset=dataset,
        scheme=file.scheme,
        name=checked_name(name, "set"),
        filename=clean_name(file.filename)[-255:],
        digest=hashlib.sha256(file.body).hexdigest(),
        created_by=user,
        **(provenance or Provenance()).checked(),
    )


def read_annotations(
    *,
    own: AnnotationSet,
    file: AnnotationFile,
    rows: RowsAside,
    leave_out: int | None = None,
    progress: Progress = unseen,
) -> Sequence[RowError]:
    """Read and check the annotations of a file into `rows`, count them in the unsaved set, and
    return the faults of those left out."""
    try:
        matching = _matching(own, file)
        rows.add(matching.rows(progress))
    except TooMuch as error:
        raise TooLarge(str(error), field=file.given) from error
    faults = sorted(matching.faults, key=lambda fault: fault.row)
    require_sound(faults, len(rows), file.given, leave_out)
    own.annotation_count, own.item_count = len(rows), matching.items
    own.annotator_count = len(matching.numbers)
    own.left_out = dict(Counter(fault.reason for fault in faults))
    if matching.recorded.not_counted:
        own.left_out[NOT_COUNTED] = matching.recorded.not_counted
    own.notes = "\n".join(map(visible, matching.recorded.notes))
    own.left_out |= {one.reason: one.count for one in matching.recorded.skipped}
    return faults


def store_set(*, own: AnnotationSet, rows: RowsAside) -> None:
    """Store a set and its annotations, within the caller's transaction."""
    dataset = Dataset.objects.select_for_update(no_key=True).get(pk=own.dataset_id)
    require_open(dataset)
    if AnnotationSet.objects.filter(dataset=dataset).count() >= MAX_SETS:
        raise Conflict(f"A dataset has {MAX_SETS} sets at most. Delete one first.")
    with unless_taken("one_set_of_a_name_per_dataset", _name_taken(own)):
        own.save()
    rows.store(own.pk)
    record_event(
        "set.uploaded",
        project=dataset.project_id,
        user=own.created_by,
        object_id=own.pk,
        name=own.name,
        annotations=own.annotation_count,
        digest=own.digest,
        **({"left_out": own.left_out} if own.left_out else {}),
    )


def _matching(own: AnnotationSet, file: AnnotationFile) -> Matching:
    text = _unpacked(file)
    reader, scheme = file.reader or reader_of(own.scheme, text.body), SCHEMES[own.scheme]
    if file.take == GOLD and not reader.has_gold:
        raise Invalid("Such files contain no gold answers.", field="take")
    if file.take == PREDICTIONS and not reader.has_predictions:
        raise Invalid("Such files contain no predictions.", field="take")
    try:
        reading = knowing(file.reading, file.like.settings if file.like else {})
        recorded = reader.read(text.filename, text.body, file.take, file.control, reading)
        if file.take == GOLD and not recorded.answers:
            raise Invalid("The file contains no gold answers: it has no column gold.", field="take")
        own.named = recorded.named
        own.settings = _settings(own, file.like, recorded)
        recorded = _with_sheet(recorded, text)
        return Matching(reader, recorded, own.dataset, scheme, own.settings)
    except BadFile as bad:
        raise refused(bad.errors, bad.count, controls=bad.controls) from bad


def _unpacked(file: AnnotationFile) -> TextFile:
    """Return the file as text: Parquet as JSON lines, and the sheet of a workbook as CSV."""
    name, most = clean_name(file.filename), settings.MAX_UPLOAD_BYTES
    try:
        return as_text_file(name, file.body, file.control, most)
    except TableBusy as error:
        raise Busy(str(error)) from error
    except UnreadableTable as error:
        raise refused([RowError(0, "", str(error))], 1) from error


def _with_sheet(recorded: Recorded, file: TextFile) -> Recorded:
    """Return the contents of a file, which say which sheet of its workbook was read."""
    said = Faults()
    file.report(said)
    return replace(
        recorded,
        notes=[*said.notes, *recorded.notes],
        skipped=[*said.skipped, *recorded.skipped],
    )


def _require_campaign(dataset: Dataset, file: AnnotationFile) -> None:
    like = file.like
    if like and (like.scheme != file.scheme or like.dataset.project_id != dataset.project_id):
        raise Invalid("Choose a campaign of this scheme in this project.", field="like")


def _settings(own: AnnotationSet, like: Campaign | None, recorded: Recorded) -> dict[str, object]:
    if like is not None:
        return without_marks(like.settings)
    try:
        return SCHEMES[own.scheme].check_settings(recorded.shown_settings())
    except InvalidSettings as error:
        raise Invalid(
            f"The answers of this file make no scheme: {error.message} Choose a campaign whose "
            "answers they are.",
            field="like",
        ) from error


def require_unused_name(own: AnnotationSet) -> None:
    """Raise Conflict if the dataset has a set of this name."""
    if AnnotationSet.objects.filter(dataset=own.dataset_id, name=own.name).exists():
        raise _name_taken(own)


def _name_taken(own: AnnotationSet) -> Conflict:
    return Conflict(
        f"This dataset has a set named {own.name} already. Choose another name.", field="name"
    )


def _facts(made_by: str, facts: Mapping[str, object]) -> dict[str, str]:
    given = {name: str(value).strip() for name, value in facts.items() if str(value).strip()}
    if given and made_by != AnnotationSet.MadeBy.MODEL:
        raise Invalid(
            "Only a model has a prompt and the like. Say that a model made it, or leave them out.",
            field="made_by",
        )
    for name, value in given.items():
        if name not in FACTS:
            raise Invalid(
                f"A model can have these facts: {', '.join(FACTS)}.", field=f"facts.{name}"
            )
        require_short(value, f"facts.{name}", FACTS[name], TOO_LONG.format(FACTS[name]))
    return given


def _checked_text(name: str, given: str) -> str:
    return one_line(given, name, MAX_LENGTH[name], TOO_LONG.format(MAX_LENGTH[name]))
