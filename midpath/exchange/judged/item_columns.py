"""Read a column about items, from a table of judgments or from a table of the items.

The column with the items is the one whose cells name most of the known ones, whatever it is called:
so the file's own reader and this one agree on which item a row is about."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from midpath.exchange.decoding import NotText
from midpath.exchange.jsonl import SCALARS, objects_of
from midpath.exchange.judged.cells import Clean, short
from midpath.exchange.judged.judgment_tables import DELIMITERS, header_line
from midpath.exchange.judged.packed_tables import UnreadableTable, as_text_file
from midpath.exchange.judged.synonyms import ITEMS, key_of, place_of
from midpath.exchange.lenient.encodings import decode_forgivingly
from midpath.exchange.lenient.grid import declared_separator
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spreadsheets import as_meant
from midpath.exchange.tables import table_of
from midpath.text.characters import name_of
from midpath.text.strict_json import UnreadableJSON, read_json

NO_TABLE = "It has no columns about items."
USUAL = {"item", "pair", *map(key_of, ITEMS)}
Row = tuple[int, Sequence[str]]


class BadColumn(ValueError):
    """A column that cannot be read; the message says why."""


class _Table(NamedTuple):
    """The names of the columns, the rows, and how to undo a spreadsheet's changes to a cell."""

    names: Sequence[str]
    rows: Sequence[Row]
    clean: Clean


def read_item_column(
    filename: str, body: bytes, column: str, items: Collection[str]
) -> dict[str, str]:
    """Return the value in a column for each of the items that has one; raise BadColumn if there is
    no such column, or if rows about one item have different values."""
    table = _table_in(filename, body)
    try:
        at = place_of(column, table.names)
    except BadCell as error:
        raise BadColumn(error.message) from error
    named = {name_of(item): item for item in items}
    subject = _place_of_items(table, named, at)
    if subject is None:
        raise BadColumn(f"None of its columns names the items, such as {short(next(iter(items)))}.")
    values: dict[str, tuple[int, str]] = {}
    for number, cells in table.rows:
        item = named.get(name_of(table.clean(cells[subject])))
        value = name_of(table.clean(cells[at]))
        if item is None or not value:
            continue
        row, first = values.setdefault(item, (number, value))
        if first != value:
            raise BadColumn(
                f"{short(item)} has the {column} {short(first)} in row {row} and {short(value)} in "
                f"row {number}. Name a column with one value per item."
            )
    return {item: value for item, (_, value) in values.items()}


def _place_of_items(table: _Table, named: Mapping[str, str], other: int) -> int | None:
    """Return the place of the column that names most of the items; of several, one that is usually
    called so."""
    found = []
    for place, name in enumerate(table.names):
        if place != other:
            cells = {cells[place] for _, cells in table.rows}
            known = {one for cell in cells if (one := name_of(table.clean(cell))) in named}
            found.append((len(known), key_of(name) in USUAL, -place))
    best = max(found, default=(0, False, 0))
    return -best[2] if best[0] else None


def _table_in(filename: str, body: bytes) -> _Table:
    faults = Faults()
    try:
        text = decode_forgivingly(as_text_file(filename, body).body).text
    except (NotText, UnreadableTable) as error:
        raise BadColumn(str(error)) from error
    start = text.lstrip()[:1]
    if start == "[":
        table = _of_objects(enumerate(_listed(text), 1))
    elif start == "{":
        table = _of_objects(objects_of(text, faults, "{…}"))
    else:
        declared, text = declared_separator(text)
        delimiter = declared or max((*DELIMITERS, "|"), key=header_line(text).count)
        names, rows = table_of(text, delimiter, faults, lambda names, delimiter: None)
        table = _Table(names, list(rows), as_meant)
    if faults.error_count or not table.rows:
        raise BadColumn(NO_TABLE)
    return table


def _listed(text: str) -> list[dict[str, object]]:
    """Return the objects in a list; none if it is not one of objects."""
    try:
        found = read_json(text.encode())
    except UnreadableJSON as error:
        raise BadColumn(NO_TABLE) from error
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _of_objects(objects: Iterable[tuple[int, Mapping[str, object]]]) -> _Table:
    rows = list(objects)
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    return _Table(
        names, [(number, [_cell(row.get(name)) for name in names]) for number, row in rows], str
    )


def _cell(value: object) -> str:
    """Return a value as the text of a cell; of a list of words, such as tags, the words."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return " ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, SCALARS) and value is not None else ""
