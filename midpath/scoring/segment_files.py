"""Files of segmentations for commands, in the release format or a table, and errors in any
files."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from midpath.console.errors import CommandError
from midpath.exchange.files import called, read_file
from midpath.exchange.release import BadRelease, Release, read_release
from midpath.exchange.rows import RowError, Skipped
from midpath.exchange.segment_tables import is_table, read_segment_table
from midpath.json_types import JsonMapping

if TYPE_CHECKING:
    from midpath.exchange.evidence.common_form import BadEvidence

FIRST = 5


class Output(Protocol):
    def write(self, msg: str) -> object: ...


class Judged(Protocol):
    """The judgments of a file, its errors, and what was left out of it."""

    errors: list[RowError]
    error_count: int
    skipped: list[Skipped]


def release_in(path: str, errors: Output, read_elsewhere: Collection[str] = ()) -> Release:
    """Return the release in a file, all or nothing.

    A single error is raised; several are written to `errors` and counted in what is raised. Another
    reader reads the columns `read_elsewhere` of a table.
    """
    name = called(path)
    try:
        body = read_file(path)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
    if is_table(path, body) and body.strip():
        table = read_segment_table(body, read_elsewhere)
        require_rows(name, table.errors, table.error_count, errors)
        return table.release
    try:
        return read_release(body)
    except BadRelease as error:
        raise CommandError(f"{name}: {error.message}") from error


def require_rows(name: str, faults: Sequence[RowError], count: int, errors: Output) -> None:
    if faults:
        found = [placed(wrong, "row") for wrong in faults[:FIRST]]
        raise CommandError(_first(name, found, count, "scored", errors))


def require_judged(name: str, judged: Judged, options: JsonMapping, errors: Output) -> None:
    """Raise the first error of a file; if the options say strict, also raise what was left out."""
    require_rows(name, judged.errors, judged.error_count, errors)
    if options.get("strict"):
        require_all_read(name, judged.skipped)


def tell_skipped(
    name: str, skipped: Iterable[Skipped], errors: Output, notes: Iterable[str] = ()
) -> None:
    """Write how a file was read and what was left out of it, for commands whose report does not say
    so."""
    for note in notes:
        errors.write(f"{name}: {note}")
    for one in skipped:
        errors.write(f"{name}: left out: {one}.")


def require_all_read(name: str, skipped: Sequence[Skipped]) -> None:
    """Raise an error that says what was left out of a file, if anything was."""
    if skipped:
        listed = "; ".join(map(str, skipped))
        raise CommandError(f"{name}: --strict allows nothing to be left out, but found {listed}.")


def first_fault(path: str, bad: "BadEvidence", errors: Output) -> str:
    """Write the errors to `errors`, and return a message; of a single error, the error itself."""
    found = [placed(wrong, "line") for wrong in bad.errors[:FIRST]]
    return _first(path, found, len(bad.errors), "read", errors)


def _first(name: str, found: Sequence[str], count: int, done: str, errors: Output) -> str:
    if count == 1:
        return f"{name}: {found[0]}"
    for wrong in found:
        errors.write(f"{name}: {wrong}")
    return f"{name}: {count:,} errors; nothing was {done}."


def placed(error: RowError, unit: str, nowhere: str = "") -> str:
    """Return the message of an error after its position, or after `nowhere` if it has none; columns
    of lines are the names of their fields."""
    column = f"column {error.column}" if error.column and unit == "row" else error.column
    place = ", ".join(filter(None, (f"{unit} {error.row}" if error.row else "", column)))
    return ": ".join(filter(None, (place or nowhere, error.message)))
