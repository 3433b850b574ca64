"""Write the cells of one sheet of an Excel file as CSV: a script, run by `runner.py`.

The file comes on standard input. The output begins with a line of JSON that names the sheet and all
others with their numbers of rows, the fullest first. The rows of the sheet follow, blank ones
included, so that line numbers are Excel's row numbers. For formulas, the value stored by Excel is
written."""

import csv
import datetime as dt
import io
import json
import resource
import sys
import time
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, NoReturn, TypedDict

import openpyxl
from defusedxml import DefusedXmlException
from openpyxl.xml import DEFUSEDXML

REFUSED = 3
LAST_ROW = 2**20
MAX_ENTRIES = 10_000
HIDDEN = {"hidden", "veryHidden"}
PACKED_XML = (".xml", ".rels")
# All sheets are compared for so long; one with contents is read completely in any case.
LOOK_SECONDS = 20.0
TOO_MUCH = "The sheet needs too much memory. Export it as CSV."


class Arguments(TypedDict):
    """The sheet to read, empty for the fullest, and the largest sizes."""

    sheet: str
    most_columns: int
    most_rows: int
    most_unpacked: int
    most_characters: int


class TooLarge(Exception):
    """A sheet that exceeds a limit; the message says which, and what to do."""


class TooSlow(Exception):
    """A sheet that takes too long to be compared with others."""


def refuse(message: str) -> NoReturn:
    sys.stdout.buffer.write(message.encode())
    sys.stdout.flush()
    sys.exit(REFUSED)


def main() -> None:
    arguments = json.loads(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (arguments["memory"], arguments["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (arguments["seconds"], arguments["seconds"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not DEFUSEDXML:
        refuse("Excel files cannot be read here: defusedxml is switched off.")
    warnings.simplefilter("ignore")
    try:
        write(sys.stdin.buffer.read(), arguments)
    except MemoryError:
        refuse(TOO_MUCH)


def write(body: bytes, arguments: Arguments) -> None:
    require_size(body, arguments["most_unpacked"])
    try:
        book = openpyxl.load_workbook(
            io.BytesIO(body), read_only=True, data_only=True, keep_links=False
        )
        names = [one.title for one in book.worksheets if one.sheet_state not in HIDDEN]
        names = names or [one.title for one in book.worksheets]
        sheet, text, rows = chosen(book, names, arguments)
    except (MemoryError, SystemExit):
        raise
    except TooLarge as error:
        refuse(str(error))
    except Exception as error:  # noqa: BLE001 - a broken file fails in any way
        refuse(trouble(error))
    # Sheets that were not counted have the number -1.
    names.sort(key=lambda name: -rows.get(name, -1))
    head = json.dumps({"sheet": sheet, "sheets": names, "rows": [rows.get(n, -1) for n in names]})
    sys.stdout.buffer.write(head.encode() + b"\n" + text.encode("utf-8", "replace"))


def require_size(body: bytes, most: int) -> None:
    try:
        entries = zipfile.ZipFile(io.BytesIO(body)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError):
        refuse("The Excel file is damaged. Open it and save it again.")
    if len(entries) > MAX_ENTRIES:
        refuse("The Excel file has too many parts to be a spreadsheet.")
    if any(entry.flag_bits & 1 for entry in entries):
        refuse("The Excel file is password-protected. Save it without a password.")
    # zipfile never unpacks more of an entry than its directory states.
    if sum(one.file_size for one in entries if one.filename.endswith(PACKED_XML)) > most:
        refuse(
            f"The Excel file unpacks to more than {most // 2**20} MB. "
            "Remove unneeded content, or export the sheet as CSV."
        )


def chosen(
    book: openpyxl.Workbook, names: list[str], arguments: Arguments
) -> tuple[str, str, dict[str, int]]:
    """Return the requested sheet, else the fullest one; its rows as CSV, and the numbers of rows of
    the sheets that were read."""
    if not names:
        refuse("The Excel file has no sheet with cells.")
    wanted = arguments["sheet"]
    if wanted and wanted not in names:
        known = ", ".join(f"“{name}”" for name in names[:20])
        refuse(f"The Excel file has no sheet “{wanted[:100]}”. Its sheets: {known}.")
    if wanted:
        text, count = as_csv(book[wanted], arguments)
        return wanted, text, {wanted: count}
    return fullest(book, names, arguments)


def fullest(
    book: openpyxl.Workbook, names: list[str], arguments: Arguments
) -> tuple[str, str, dict[str, int]]:
    """Return the sheet with most rows of those that can be read, as `chosen` does."""
    best, text = names[0], ""
    rows: dict[str, int] = {}
    problem: TooLarge | None = None
    for name in names:
        try:
            written, count = as_csv(book[name], arguments, LOOK_SECONDS if text else None)
        except TooLarge as error:
            problem = problem or error
            continue
        except TooSlow:
            break
        rows[name] = count
        if count > rows.get(best, 0) or (count and not text):
            best, text = name, written
    if problem and not text:
        raise problem
    return best, text, rows


def as_csv(sheet: Any, arguments: Arguments, until: float | None = None) -> tuple[str, int]:
    """Return the cells as CSV, and the number of rows that are not blank. Raise TooSlow after so
    many seconds of this process."""
    sheet.reset_dimensions()  # the file may state wrong ones
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\n")
    count = 0
    for cells in rows_of(sheet, arguments["most_rows"], arguments["most_columns"], until):
        count += bool(cells)
        # A single empty cell would be written as a pair of quotation marks.
        out.write("\n") if not cells else table.writerow(cells)
        if out.tell() > arguments["most_characters"]:
            raise TooLarge(
                f"The sheet contains more than {arguments['most_characters'] // 2**20} MB of text. "
                "Split it into several files."
            )
    return out.getvalue(), count


def rows_of(
    sheet: Any, most_rows: int, most_columns: int, until: float | None
) -> Iterator[list[str]]:
    """Yield the rows without the blank cells and rows at their ends."""
    blank = filled = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        if until is not None and time.process_time() > until:
            raise TooSlow
        cells = [shown(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            blank += 1
            if number > LAST_ROW:
                return
            continue
        filled += 1
        if filled > most_rows:
            raise TooLarge(
                f"The sheet has more than {most_rows:,} rows. Split it into several files."
            )
        if len(cells) > most_columns:
            raise TooLarge(
                f"Row {number:,} has a cell beyond column {most_columns:,}, the last one that is "
                "taken. Remove it."
            )
        for _ in range(blank):
            yield []
        blank = 0
        yield cells


def shown(value: object) -> str:
    """Return a cell approximately as people see it: a number without a needless `.0`, a date as
    2013-07-28."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.replace("_x000D_", "").strip("\r\n")
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, dt.datetime):
        day = value.time() == dt.time()
        return value.date().isoformat() if day else value.isoformat(" ", "seconds")
    return str(value)


def trouble(error: BaseException) -> str:
    """Return what is wrong with a file, by the root cause of the error."""
    while error.__context__ is not None:
        error = error.__context__
    if isinstance(error, MemoryError) or "Error -4 " in str(error):  # an error of zlib
        return TOO_MUCH
    if isinstance(error, DefusedXmlException):
        return "The Excel file declares XML entities, which no spreadsheet needs. Save it again."
    said = " ".join(f"{type(error).__name__}: {error}".split())[:120]
    return f"The Excel file is broken ({said}). Open it and save it again, or export CSV."


if __name__ == "__main__":
    main()
