"""Collect the rows of an upload: valid ones, and errors about the others."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from midpath.exchange.lenient.nested_fields import NESTED, BadNesting, NestedFields
from midpath.json_types import JsonMapping, JsonObject
from midpath.text.characters import (
    canonical,
    problem_with_characters,
    problem_with_words,
    visible,
)
from midpath.text.formatting import counted
from midpath.text.look_alikes import remarks_on_gold

TEXTS, DOCUMENTS, PAIRS, QUESTIONS = "texts", "documents", "pairs", "questions"
APPS, SITES = "apps", "sites"
KINDS = (TEXTS, DOCUMENTS, PAIRS, QUESTIONS, APPS, SITES)
ONE_OF = {kind: kind.removesuffix("s") for kind in KINDS}
MAX_ERRORS, MAX_MESSAGE_LENGTH = 100, 2000
MAX_COUNTED = 10_000
MAX_REASONS, MAX_REASON_LENGTH = 100, 400
MAX_NAMES, MAX_NAME_LENGTH, MAX_CONTROLS = 20, 60, 100
NOUN = re.compile(r"\w*")
OTHER_REASONS = "part left out for other reasons"
MAX_ITEMS = 200_000
# The number of rows between two progress reports.
BETWEEN_REPORTS = 1000
# Longer texts are documents, which have headings and paragraphs.
MAX_TEXT_BYTES = 100_000
# Short reasons for refused rows, for counts such as "no text (2)".
NO_TEXT, TOO_LONG = "no text", "too long"
UNSHOWN = "characters that cannot be shown"
TWICE, CELLS, OTHERWISE = "repeats another row", "too many cells", "another fault"
UNCHOSEN = "several questions"  # concerns the whole file


# Called with the number of rows read.
Progress: TypeAlias = Callable[[int], object]


def unseen(done: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class ItemRow:
    """A row that becomes an item. `document` names the document that a question is about."""

    text: str
    content: JsonObject
    row: int
    document: str = ""


@dataclass(frozen=True)
class RowError:
    """An error in a row.

    `row` is numbered as in the user's file; 0 means the whole file. Invisible characters in the
    message are named. `reason` is the kind of fault in a few words."""

    row: int
    column: str
    message: str
    reason: str = OTHERWISE

    def __post_init__(self) -> None:
        for name in ("column", "message"):
            object.__setattr__(self, name, visible(getattr(self, name)[:MAX_MESSAGE_LENGTH]))


@dataclass(frozen=True)
class Skipped:
    """Parts of a file that its reader left out for the same reason.

    The reason begins with a noun in the singular. `row` is the first row; 0 if there is none.

    >>> str(Skipped("answer rejected by the annotator", 2, 3))
    '2 answers rejected by the annotator (first in row 3)'
    """

    reason: str
    count: int
    row: int

    def __str__(self) -> str:
        noun = NOUN.findall(self.reason)[0]
        rest = self.reason.removeprefix(noun)
        first = "" if self.count == 1 else "first in "
        place = f" ({first}row {self.row:,})" if self.row else ""
        return f"{counted(self.count, noun)}{rest}{place}"


@dataclass(frozen=True)
class ParsedUpload:
    """An upload as it was read.

    `annotations` is the number of annotations in the file, and `schemes` are the schemes that can
    read all of them. If there are many errors, the last one listed says how many are not. `details`
    contains counts of the file, `notes` remarks for people. `documents` are the documents of the
    questions. `delimiter` separates the cells of a table. `format` is empty if the file's format is
    unknown. `skipped` says what was not read; `notes` says it as well. `controls` are
    the questions of the file, if it has several."""

    format: str
    items: Sequence[ItemRow]
    errors: Sequence[RowError]
    annotations: int = 0
    schemes: Sequence[str] = ()
    error_count: int = 0
    kind: str = TEXTS
    details: JsonMapping = field(default_factory=dict)
    notes: Sequence[str] = ()
    documents: Sequence[ItemRow] = ()
    delimiter: str = ""
    skipped: Sequence[Skipped] = ()
    controls: Sequence[str] = ()


class TooMany(Exception):
    """Too many rows for a dataset, or too many errors; reading stops."""


class BadCell(ValueError):
    """A fault in a row, with its column."""

    def __init__(self, column: str, message: str, reason: str = OTHERWISE) -> None:
        super().__init__(message)
        self.column = column
        self.message = message
        self.reason = reason


class Faults:
    """The errors found in a file, and what was left out of it.

    `controls` are the questions of the file, if one of them must be chosen. `notes` say how it was
    read, and contain remarks for people."""

    def __init__(self) -> None:
        self._errors: list[RowError] = []
        self._unlisted = 0
        self._skipped: dict[str, Skipped] = {}
        self._unread: dict[str, dict[str, int]] = {}
        self.controls: Sequence[str] = ()
        self.notes: list[str] = []

    def refuse(self, row: int, column: str, message: str, reason: str = OTHERWISE) -> None:
        if len(self._errors) < MAX_ERRORS:
            self._errors.append(RowError(row, column, message, reason))
        else:
            self._unlisted += 1

    def skip(self, row: int, reason: str, count: int = 1) -> None:
        """Count parts that are left out. The reason begins with a noun in the singular."""
        reason = visible(reason)[:MAX_REASON_LENGTH]
        if reason not in self._skipped and len(self._skipped) >= MAX_REASONS:
            reason = OTHER_REASONS
        before = self._skipped.get(reason, Skipped(reason, 0, row))
        self._skipped[reason] = replace(before, count=before.count + count)

    def skip_field(self, row: int, name: str, noun: str = "field") -> None:
        """Count a field that is not read, once for the whole file."""
        names = self._unread.setdefault(noun, {})
        if len(names) < MAX_COUNTED:
            names.setdefault(name, row)

    @property
    def skipped(self) -> list[Skipped]:
        """Return what was left out, by reason; fields that are not read are named together."""
        unread = (
            Skipped(f"{noun} not read: {_listed(list(names))}", len(names), min(names.values()))
            for noun, names in self._unread.items()
        )
        return [*self._skipped.values(), *unread]

    @property
    def error_count(self) -> int:
        return len(self._errors) + self._unlisted

    @property
    def errors(self) -> list[RowError]:
        """Return the errors. If there are many, the last says how many are not listed."""
        if not self._unlisted:
            return list(self._errors)
        more = "or more" if self.error_count >= MAX_COUNTED else "more"
        rest = f"{self._unlisted:,} {more} errors are not listed. Correct these first."
        return [*self._errors, RowError(0, "", rest)]


class Rows(Faults):
    """The rows and errors that a reader found."""

    def __init__(self, format_name: str, kind: str = TEXTS, progress: Progress = unseen) -> None:
        super().__init__()
        self.progress = progress
        self.format = format_name
        self.kind = kind
        self.delimiter = ""
        self.at_hand = ""
        self.annotations = 0
        self.schemes: list[str] = []
        self.details: JsonObject = {}
        self.documents: list[ItemRow] = []
        self.nested = NestedFields()
        self.repeats = False
        self._items: list[ItemRow] = []
        self._row_of: dict[str, int] = {}

    def refuse(self, row: int, column: str, message: str, reason: str = OTHERWISE) -> None:
        super().refuse(row, column, message, reason)
        if self.error_count >= MAX_COUNTED:
            raise TooMany

    def add(
        self,
        row: int,
        text: str,
        *,
        column: str = "",
        tokens: Sequence[str] | None = None,
        columns: Mapping[str, object] | None = None,
    ) -> None:
        self._require_room(row, column)
        words = list(tokens if tokens is not None else text.split())
        if not words:
            self.refuse(row, column, "The text is missing. Add it or remove the row.", NO_TEXT)
            return
        if trouble := problem_with_size(text):
            self.refuse(row, column, trouble, TOO_LONG)
            return
        if trouble := problem_with_characters(text) or problem_with_words(words):
            self.refuse(row, column, trouble, UNSHOWN)
            return
        content: dict[str, object] = {"tokens": words}
        if columns:
            content["columns"] = dict(columns)
        self.keep(row, " ".join(text.split()), content, column=column)

    def keep(
        self, row: int, name: str, content: JsonObject, *, column: str, document: str = ""
    ) -> None:
        """Add a valid row. A duplicate name is refused."""
        self._require_room(row, column)
        first = self._row_of.setdefault(canonical(name), row)
        if first != row and not self.repeats:
            trouble = f"Duplicate of row {first}. Keep one of the two."
            self.refuse(row, column, trouble, TWICE)
            return
        self._items.append(ItemRow(name, content, row, document))
        if len(self._items) % BETWEEN_REPORTS == 0:
            self.progress(len(self._items))

    def unnested(self, row: int, columns: Mapping[str, object]) -> dict[str, object]:
        """Return the additional columns of a row without nested fields, which are flattened or left
        out as chosen. Raise BadCell if they cannot be."""
        try:
            found, dropped = self.nested.unnested(columns)
        except BadNesting as error:
            raise BadCell(error.column, error.message, NESTED) from None
        for name in dropped:
            self.skip_field(row, name)
        return found

    def _require_room(self, row: int, column: str) -> None:
        if len(self._items) >= MAX_ITEMS and not self.repeats:
            trouble = f"A dataset can have {MAX_ITEMS:,} {self.kind} at most. Import them in parts."
            self.refuse(row, column, trouble)
            raise TooMany

    @property
    def contents(self) -> list[JsonObject]:
        return [item.content for item in self._items]

    def parsed(self) -> ParsedUpload:
        if not self._errors and not self._items:
            self.refuse(0, "", f"The file contains no {self.kind}.")
        return self._upload(self.errors, self.error_count)

    def _upload(self, errors: Sequence[RowError], error_count: int) -> ParsedUpload:
        return ParsedUpload(
            format=self.format,
            items=self._items,
            errors=errors,
            annotations=self.annotations,
            schemes=self.schemes,
            error_count=error_count,
            kind=self.kind,
            details=self.details,
            notes=[
                *self.notes,
                *filter(None, [self.nested.note]),
                *remarks_on_gold(self.contents),
                *(f"Left out: {one}." for one in self.skipped),
            ],
            documents=self.documents,
            delimiter=self.delimiter,
            skipped=self.skipped,
            controls=self.controls[:MAX_CONTROLS],
        )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(visible(name[:MAX_NAME_LENGTH]) or "(no name)" for name in names[:MAX_NAMES])
    return f"{shown} and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else shown


def problem_with_size(text: str) -> str | None:
    """Return why a text is too long for a dataset of texts; None if it fits."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= MAX_TEXT_BYTES:
        return None
    return (
        f"The text has {size / 1000:,.1f} kB; at most {MAX_TEXT_BYTES // 1000} kB are allowed. "
        "Import long texts as documents, as JSON lines with document, text and subtitles."
    )
