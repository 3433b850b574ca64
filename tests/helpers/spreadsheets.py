"""Excel files for tests."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import openpyxl

Rows = Sequence[Sequence[Any]]


def workbook(sheets: Mapping[str, Rows] | Rows, *, hidden: Sequence[str] = ()) -> bytes:
    """Return an Excel file with these sheets; plain rows go into a sheet named Queries."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    named = sheets if isinstance(sheets, Mapping) else {"Queries": sheets}
    for name, rows in named.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
    body = BytesIO()
    book.save(body)
    return body.getvalue()
