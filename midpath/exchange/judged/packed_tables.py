"""Read tables of judgments in files that are not text: Parquet and Excel workbooks."""

from typing import NamedTuple

from midpath.exchange.lenient.excel_files import (
    ReaderBusy,
    Unreadable,
    is_spreadsheet,
    problem_with_spreadsheet,
    read_sheet,
)
from midpath.exchange.parquet import (
    MAX_BYTES,
    BadParquet,
    ParquetBusy,
    as_json_lines,
    is_parquet,
)
from midpath.exchange.rows import Faults

BUSY = "Another file is being read. Try again in a minute."


class UnreadableTable(ValueError):
    """A file that cannot be read; the message says why and what to do."""


class TableBusy(UnreadableTable):
    """Another file is being read; this one can be read a little later."""


class TextFile(NamedTuple):
    """A file's name and its bytes as text. Of a workbook, `sheet` was read, and `others` counts
    the sheets that nobody chose to leave out."""

    filename: str
    body: bytes
    sheet: str = ""
    others: int = 0

    def report(self, to: Faults) -> None:
        """Say which sheet was read, and count the others."""
        if self.sheet:
            to.notes.append(f"Read the sheet “{self.sheet}”.")
        if self.others:
            to.skip(0, "other sheet", self.others)


def is_workbook(body: bytes) -> bool:
    return is_spreadsheet(body) or bool(problem_with_spreadsheet(body))


def as_text_file(
    filename: str, body: bytes, sheet: str = "", most_bytes: int = MAX_BYTES
) -> TextFile:
    """Return the file, with Parquet as JSON lines and a sheet of a workbook as CSV: the named one,
    or the fullest. Raise UnreadableTable if it cannot be read, or has more bytes of text."""
    try:
        if is_parquet(body):
            return TextFile(*as_json_lines(filename, body, most_bytes))
        if trouble := problem_with_spreadsheet(body):
            raise UnreadableTable(trouble)
        if not is_spreadsheet(body):
            return TextFile(filename, body)
        found = read_sheet(body, sheet, most_bytes)
    except (ParquetBusy, ReaderBusy) as error:
        raise TableBusy(BUSY) from error
    except (BadParquet, Unreadable) as error:
        raise UnreadableTable(str(error)) from error
    others = 0 if sheet else len(found.names) - 1
    shown = found.name if len(found.names) > 1 else ""
    return TextFile(f"{filename}.csv", found.cells.encode(), shown, others)
