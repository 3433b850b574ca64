"""Write tables as JSON lines, CSV and Parquet, piece by piece.

In CSV, cells with lists and JSON are JSON; in all three formats JSON is text, so that each column
has one type. CSV begins with a byte order mark, without which Excel does not detect UTF-8, and
escapes cells that a spreadsheet would take for formulas.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import orjson

from analysis.exports.csv_files import moment
from analysis.exports.export import Sink
from analysis.exports.tables.columns import Column, Kind, Row, Table
from analysis.reading.extent import Extent
from midpath.batches import in_batches
from midpath.exchange.spreadsheets import harmless
from midpath.lazy import LazyModule

# Every Celery process imports this module, and few write Parquet.
if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq
else:
    pa, pq = LazyModule("pyarrow"), LazyModule("pyarrow.parquet")

BOM = "\ufeff"
ROWS_AT_ONCE = 2000
Write = Callable[[Table, Iterable[Row], Sink], None]


def write_json_lines(table: Table, rows: Iterable[Row], sink: Sink) -> None:
    for batch in in_batches(rows, ROWS_AT_ONCE):
        lines = (
            {one.name: _plain(row.get(one.name), one.kind) for one in table.columns}
            for row in batch
        )
        sink.write(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))


def write_csv(table: Table, rows: Iterable[Row], sink: Sink) -> None:
    """Write the rows with the line ends of RFC 4180, so that line ends in cells are quoted."""
    sink.write((BOM + _csv_lines([[one.name for one in table.columns]])).encode())
    for batch in in_batches(rows, ROWS_AT_ONCE):
        cells = ([_cell(row.get(one.name), one.kind) for one in table.columns] for row in batch)
        sink.write(_csv_lines(cells).encode())


def write_parquet(table: Table, rows: Iterable[Row], sink: Sink) -> None:
    """Write the rows in groups, with a description of each column as its metadata."""
    schema = pa.schema([_field(one) for one in table.columns])
    writer = pq.ParquetWriter(pa.PythonFile(Counted(sink), mode="w"), schema, compression="zstd")
    with writer:
        for batch in in_batches(rows, ROWS_AT_ONCE):
            cells = {
                one.name: [_typed(row.get(one.name), one.kind) for row in batch]
                for one in table.columns
            }
            writer.write_table(pa.table(cells, schema=schema))


# The writers, by file extension.
FORMS: Mapping[str, Write] = {
    "csv": write_csv,
    "jsonl": write_json_lines,
    "parquet": write_parquet,
}


def poured(table: Table, write: Write) -> Callable[[Extent, Sink], None]:
    """Return the writer of a table in this format."""
    return lambda extent, sink: write(table.of(extent.campaign), table.rows(extent), sink)


class Counted(io.RawIOBase):
    """An append-only file that reports its position, for Parquet."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self._size = sink, 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        body = bytes(data)
        self._sink.write(body)
        self._size += len(body)
        return len(body)

    def tell(self) -> int:
        return self._size


def _csv_lines(lines: Iterable[list[object]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\r\n").writerows(lines)
    return file.getvalue()


def _cell(value: object, kind: Kind) -> object:
    plain = _plain(value, kind)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, list):
        return orjson.dumps(plain).decode()
    return harmless(plain) if isinstance(plain, str) else plain


def _plain(value: object, kind: Kind) -> object:
    """Return a cell as JSON; None for an empty text."""
    typed = _typed(value, kind)
    return moment(typed) if isinstance(typed, datetime) else typed


def _typed(value: Any, kind: Kind) -> object:
    if value is None or (kind is Kind.TEXT and not value):
        return None
    if kind is Kind.JSON:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    if kind is Kind.NUMBER:
        return float(value)
    return list(value) if kind is Kind.NUMBERS else value


def _field(column: Column) -> "pa.Field":
    return pa.field(column.name, _type_of(column.kind), metadata={"description": column.what})


def _type_of(kind: Kind) -> "pa.DataType":
    types = {
        Kind.TEXT: pa.string(),
        Kind.WHOLE: pa.int64(),
        Kind.NUMBER: pa.float64(),
        Kind.CHOICE: pa.bool_(),
        Kind.MOMENT: pa.timestamp("us", tz="UTC"),
        Kind.NUMBERS: pa.list_(pa.int64()),
        Kind.JSON: pa.string(),
    }
    return types[kind]
