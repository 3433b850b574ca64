"""Write a table as a CSV file."""

import csv
import io

from midpath.exchange.spreadsheets import harmless
from midpath.tables.table import Table, Value, is_known


def csv_of(table: Table) -> str:
    """Return the table as CSV: full-precision numbers, and no cell that a spreadsheet would
    evaluate."""
    file = io.StringIO()
    writer = csv.writer(file)
    head = [table.first, *(column.name for column in table.columns)]
    writer.writerow([harmless(name) for name in head])
    for row in table.rows:
        writer.writerow([harmless(row.label), *map(cell_of, row.values)])
    return file.getvalue()


def cell_of(value: Value) -> float | str:
    """Return the content of a cell: text protected from being a formula, numbers unchanged."""
    if isinstance(value, str):
        return harmless(value)
    return value if is_known(value) else ""
