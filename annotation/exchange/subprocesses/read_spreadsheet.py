"""Write the cells of one sheet of an Excel file as CSV: a script, run by `runner.py`.

The file comes on standard input. The output begins with a line of JSON that names the sheet and all
others. The rows follow, blank ones included, so that line numbers are Excel's row numbers. For
formulas, the value stored by Excel is written."""

import csv
import datetime as dt
import io
import json
import resource
import sys
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
TOO_MUCH = "The sheet needs too much memory. Export it as CSV."


class Arguments(TypedDict):
    """The sheet to read, empty for the first one with contents, and the largest sizes."""

    sheet: str
    most_columns: int
    most_rows: int
    most_unpacked: int
    most_characters: int


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
        sheet, text = chosen(book, names, arguments)
    except (MemoryError, SystemExit):
        raise
    except Exception as error:  # noqa: BLE001 - a broken file fails in any way
        refuse(trouble(error))
    head = json.dumps({"sheet": sheet, "sheets": names})
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


def chosen(book: openpyxl.Workbook, names: list[str], arguments: Arguments) -> tuple[str, str]:
    """Return the requested sheet, else the first one with contents."""
    if not names:
        refuse("The Excel file has no sheet with cells.")
    if arguments["sheet"] in names:
        return arguments["sheet"], as_csv(book[arguments["sheet"]], arguments)
    found = ((name, as_csv(book[name], arguments)) for name in names)
    return next((one for one in found if one[1].strip()), (names[0], ""))


def as_csv(sheet: Any, arguments: Arguments) -> str:
    sheet.reset_dimensions()  # the file may state wrong ones
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\n")
    for cells in rows_of(sheet, arguments["most_rows"], arguments["most_columns"]):
        # A single empty cell would be written as a pair of quotation marks.
        out.write("\n") if not cells else table.writerow(cells)
        if out.tell() > arguments["most_characters"]:
            refuse(
                f"The sheet contains more than {arguments['most_characters'] // 2**20} MB of text. "
                "Split it into several files."
            )
    return out.getvalue()


def rows_of(sheet: Any, most_rows: int, most_columns: int) -> Iterator[list[str]]:
    """Yield the rows without the blank cells and rows at their ends."""
    blank = filled = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
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
            refuse(f"The sheet has more than {most_rows:,} rows. Split it into several files.")
        if len(cells) > most_columns:
            refuse(
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
