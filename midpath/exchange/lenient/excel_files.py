"""Recognize Excel files, and read the cells of one sheet."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from midpath.exchange.decoding import OLE, ZIP, is_old_word, zip_directory
from midpath.exchange.rows import MAX_ITEMS
from midpath.exchange.subprocesses.runner import Occupied, Refused, Stopped, run_apart
from midpath.exchange.tables import MAX_COLUMNS

WORKBOOK, BINARY_WORKBOOK = b"xl/workbook.xml", b"xl/workbook.bin"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
OLD_WORKBOOKS = ["Workbook".encode("utf-16-le"), "Book".encode("utf-16-le")]
# The XML of a sheet is at least ten times as long as its texts.
UNPACKED = 10
SAVE = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx) or as CSV."


@dataclass(frozen=True)
class Sheet:
    """A sheet of a spreadsheet: its cells as CSV, and the names of all sheets, the fullest first.

    `rows` are their numbers of rows that are not blank; -1 if they were not counted."""

    name: str
    names: Sequence[str]
    cells: str
    rows: Sequence[int] = ()


class Unreadable(Exception):
    """A spreadsheet that cannot be read; the message says why and what to do."""


class ReaderBusy(Exception):
    """Another spreadsheet is being read; the file can be read a little later."""


def is_spreadsheet(body: bytes) -> bool:
    """Return whether a file is an Excel file, by its first bytes and the names of its entries."""
    if not body.startswith(ZIP):
        return False
    names = zip_directory(body)
    return WORKBOOK in names or BINARY_WORKBOOK in names


def problem_with_spreadsheet(body: bytes) -> str:
    """Return why an Excel file in another format cannot be read; empty otherwise."""
    if is_spreadsheet(body) and WORKBOOK not in zip_directory(body):
        return f"This is a binary Excel workbook (.xlsb). {SAVE}"
    if not body.startswith(OLE) or is_old_word(body):
        return ""
    if ENCRYPTED in body:
        return "This Excel file is password-protected. Save it without a password and try again."
    if any(name in body for name in OLD_WORKBOOKS):
        return f"This is an Excel file in the old format (.xls). {SAVE}"
    return ""


def read_sheet(body: bytes, name: str, most_bytes: int) -> Sheet:
    """Return the cells of the sheet with this name, or of the fullest if there is none."""
    try:
        written = run_apart(
            "read_spreadsheet.py",
            body,
            sheet=name,
            most_unpacked=UNPACKED * most_bytes,
            most_characters=most_bytes,
            most_rows=MAX_ITEMS + 1,
            most_columns=MAX_COLUMNS,
        )
    except Refused as error:
        raise Unreadable(str(error)) from None
    except Stopped:
        raise Unreadable(
            "The Excel file needs too much memory or time. Export the sheet as CSV."
        ) from None
    except Occupied:
        raise ReaderBusy from None
    head, _, cells = written.partition(b"\n")
    described = json.loads(head)
    return Sheet(described["sheet"], described["sheets"], cells.decode(), described["rows"])
