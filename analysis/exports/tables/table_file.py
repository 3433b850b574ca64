"""The file of one table in the folder of a dataset."""

from typing import NamedTuple

from analysis.exports.tables.columns import Table


class TableFile(NamedTuple):
    """A table’s file: its path in the folder, rows, bytes and SHA-256."""

    table: Table
    path: str
    rows: int
    size: int
    digest: str
