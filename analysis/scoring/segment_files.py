"""Files of segmentations for commands: the release format, or a table."""

from django.core.management.base import CommandError

from analysis.scoring.evidence_faults import Output
from annotation.exchange.files import called, read_file
from annotation.exchange.release import BadRelease, Release, read_release
from annotation.exchange.rows import RowError
from annotation.exchange.segment_tables import is_table, read_segment_table

FIRST = 5


def release_in(path: str, errors: Output) -> Release:
    """Return the release in a file, all or nothing.

    The first error is raised, and the next ones are written to `errors`.
    """
    name = called(path)
    try:
        body = read_file(path)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
    if is_table(path, body) and body.strip():
        table = read_segment_table(body)
        require_rows(name, table.errors, table.error_count, errors)
        return table.release
    try:
        return read_release(body)
    except BadRelease as error:
        raise CommandError(f"{name}: {error.message}") from error


def require_rows(name: str, faults: list[RowError], count: int, errors: Output) -> None:
    if not faults:
        return
    for wrong in faults[1:FIRST]:
        errors.write(f"{name}: {placed(wrong)}")
    more = f" {count:,} faults in all; nothing was scored." if count > 1 else ""
    raise CommandError(f"{name}: {placed(faults[0])}{more}")


def placed(error: RowError) -> str:
    row = f"row {error.row}" if error.row else ""
    place = ", ".join(filter(None, (row, error.column and f"column {error.column}")))
    return f"{place}: {error.message}" if place else error.message
