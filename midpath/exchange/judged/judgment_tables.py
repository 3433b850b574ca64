"""Find the judgments in a table: which columns contain what, or that it is a matrix; with or
without a header."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, dropwhile, islice
from operator import itemgetter

from midpath.exchange.decoding import lines_of
from midpath.exchange.judged.distinct_cells import empty_column
from midpath.exchange.judged.form_answers import form_reader
from midpath.exchange.judged.matrix import (
    Cells,
    Matrix,
    Record,
    find_matrix,
    is_number,
)
from midpath.exchange.judged.plain_blocks import plain_blocks
from midpath.exchange.judged.reading_options import TableReading, missing_words
from midpath.exchange.judged.synonyms import (
    Columns,
    find_columns,
    is_known,
    is_place,
    listed,
    place_of,
)
from midpath.exchange.lenient.grid import declared_separator
from midpath.exchange.rows import BadCell
from midpath.exchange.tables import filled_rows, problem_with_width, records_of, wrong_width

DELIMITERS = (",", ";", "\t")
SAMPLE, BEGINNING = 1000, 10_000
# The header that R's write.table writes: quoted names between spaces.
IN_R = re.compile(r'"[^"]*"( "[^"]*")+$')
OF_R = "The columns are separated by spaces. Save the table in R with write.csv."
OF_PANDAS = (
    "The file is one JSON object, not a list of judgments. In pandas, save it with "
    'frame.to_json("judgments.json", orient="records").'
)
# Names in Midpath's own files.
OWN = {"judgment", "counts"}
Row = tuple[int, list[str]]
REJECTED = {"rejected", "reject"}
REJECTION = "assignment rejected by the requester"


class JudgmentTable:
    """A table that is read for the columns `needed` and, if it has them, the others `known`."""

    def __init__(
        self,
        needed: Sequence[str],
        known: Sequence[str],
        spare: Collection[str],
        to: TableReading,
    ) -> None:
        self._needed, self._known, self._spare = needed, known, spare
        self._options, self._to = to.options, to
        self._text = ""  # of which the cells are, as they are

    def records(self, text: str) -> Iterator[Record]:
        """Return a cell for each of the known columns of each judgment, with the number of its
        row."""
        declared, text = declared_separator(text)
        delimiter = declared or max((*DELIMITERS, "|"), key=header_line(text).count)
        if trouble := no_table(header_line(text)):
            self._to.refuse(1, "", trouble)
            return iter(())
        rows = records_of(text, delimiter, self._to.refuse)
        sample = [row for row in islice(rows, SAMPLE) if any(map(str.strip, row[1]))]
        if not sample:
            return iter(())
        first = sample[0][1]
        if form := form_reader(first, [cells for _, cells in sample[1:]]):
            header, convert = form
            width, (number, _) = len(first), sample[0]
            sample[1:] = _converted(sample[1:], width, convert)
            sample[0], rows = (number, header), _converted(rows, width, convert)
        else:
            self._text = text
        try:
            return self._found(sample, chain(sample, rows), delimiter)
        except BadCell as bad:
            self._to.refuse(sample[0][0], bad.column, bad.message)
            return iter(())

    def _found(self, sample: list[Row], rows: Iterator[Row], delimiter: str) -> Iterator[Record]:
        _, first = sample[0]
        if trouble := problem_with_width(len(first)):
            raise BadCell("", trouble)
        body = [cells for _, cells in sample[1:]]
        names = [name.strip() for name in first]
        chosen = dict(self._options.columns)
        several = self._several(chosen, names)
        columns = find_columns(names, self._needed, self._known, chosen)
        complete = all(name in columns.places for name in self._needed)
        named = any(not is_place(name) for name in chosen.values())
        is_named = named or (complete and not chosen) or is_header(names, body)
        header = names if is_named else None
        if set(map(str.lower, names)) >= OWN:
            self._to.begin(own=True)
        if header:
            next(rows)
        else:
            body = [cells for _, cells in sample]
            if trouble := problem_with_width(max(map(len, body))):
                raise BadCell("", trouble)
        if complete and not (self._options.wide or several):
            return self._long(header, columns, rows, len(first), delimiter)
        matrix = self._matrix(header, body, columns, several)
        unnamed = None if header else self._unnamed(body)
        if matrix and unnamed and matrix.names is None and not self._options.wide:
            raise BadCell("", self._question(unnamed))
        if matrix:
            width = len(header) if header else max(map(len, body))
            return self._wide(header, matrix, self._padded(rows, width, delimiter))
        if unnamed:
            return self._long(None, unnamed, rows, len(first), delimiter)
        raise BadCell("", self._problem(names, columns))

    def _long(
        self,
        header: Sequence[str] | None,
        columns: Columns,
        rows: Iterator[Row],
        width: int,
        delimiter: str,
    ) -> Iterator[Record]:
        places = columns.places
        self._skip_others(header, [*places.values(), *columns[1:]])
        self._note_columns(header, places)
        none = width  # the place of a cell that is always empty
        picked = [places.get(name, none) for name in self._known]
        pick = itemgetter(*picked)
        if columns.status is None:
            rows = self._after_blocks(rows, picked, width, delimiter)
        filled = filled_rows(rows, width, delimiter, self._to)
        if columns.status is not None:
            filled = self._accepted(filled, columns)
        for number, cells in filled:
            cells.append("")
            yield number, pick(cells)

    def _after_blocks(
        self, rows: Iterator[Row], picked: Sequence[int], width: int, delimiter: str
    ) -> Iterator[Row]:
        """Read the plain rows at the beginning in blocks, and return those that follow."""
        row = next(rows, None)
        if row is None:
            return iter(())
        done, is_all = row[0], False
        for block in plain_blocks(self._text, delimiter, done, width):
            columns = [*block.columns, empty_column(block.end - done)]
            if not self._to.take_block(done, [columns[place] for place in picked]):
                break
            done, is_all = block.end, block.is_last
            self._to.tell(done - 1)
        self._to.end_blocks(is_all=is_all)
        return iter(()) if is_all else dropwhile(lambda one: one[0] < done, chain([row], rows))

    def _wide(
        self, header: Sequence[str] | None, matrix: Matrix, rows: Iterator[Row]
    ) -> Iterator[Record]:
        read = [matrix.names, matrix.gold, *matrix.labels]
        self._skip_others(header, read)
        yield from matrix.records(rows, self._needed, self._known)
        self._to.notes.append(matrix.note(self._needed[1]))

    def _padded(self, rows: Iterable[Row], width: int, delimiter: str) -> Iterator[Row]:
        """Yield rows of full width. Empty cells at the end may be missing; refuse longer rows."""
        for number, cells in rows:
            if len(cells) > width and any(map(str.strip, cells[width:])):
                self._to.refuse(number, "", wrong_width(len(cells), width, delimiter))
            else:
                yield number, [*cells[:width], *[""] * (width - len(cells))]

    def _skip_others(self, header: Sequence[str] | None, read: Iterable[int | None]) -> None:
        """Count the columns that are not read."""
        places = set(read)
        for at, name in enumerate(header or ()):
            if at not in places and name.lower() not in self._spare:
                self._to.skip_field(0, name, "column")

    def _several(self, chosen: dict[str, str], names: Sequence[str]) -> list[int]:
        """Remove the workers' columns of a matrix from the chosen ones, and return their places."""
        if "|" not in chosen.get("worker", ""):
            return []
        return [place_of(name.strip(), names) for name in chosen.pop("worker").split("|")]

    def _matrix(
        self,
        header: Sequence[str] | None,
        body: Cells,
        columns: Columns,
        several: Sequence[int],
    ) -> Matrix | None:
        _, _, *answers = self._needed
        wide, places = self._options.wide, columns.places
        is_long = sum(name in places for name in self._needed) > 1
        if len(answers) != 1 or (is_long and not (wide or several)):
            return None
        words = missing_words(self._options)
        shown = [[cell if cell.strip() not in words else "" for cell in row] for row in body]
        return find_matrix(header, shown, places, self._needed, wide, several)

    def _accepted(self, rows: Iterable[Row], columns: Columns) -> Iterator[Row]:
        """Leave out and count the assignments that the platform says were rejected."""
        for number, cells in rows:
            status = cells[columns.status or 0].strip().lower()
            marked = columns.rejection is not None and cells[columns.rejection].strip()
            if status in REJECTED or marked:
                self._to.skip(number, REJECTION)
            else:
                yield number, cells

    def _unnamed(self, body: Cells) -> Columns | None:
        """Return the columns of a table without a header: the fewest values are labels, and before
        them are the worker and the item, which no two rows share."""
        if len(self._needed) != 3 or {len(cells) for cells in body} != {3}:
            return None
        columns = [[row[at].strip() for row in body] for at in range(3)]
        counts = [len(set(column)) for column in columns]
        able = [
            label
            for label in (2, 1, 0)
            if len(set(zip(*(columns[at] for at in range(3) if at != label), strict=True)))
            == len(body)
        ]
        if not able:
            return None
        label = min(able, key=counts.__getitem__)
        worker, item = (at for at in range(3) if at != label)
        return Columns(dict(zip(self._needed, (worker, item, label), strict=True)))

    def _note_columns(self, header: Sequence[str] | None, places: Mapping[str, int]) -> None:
        """Say which columns were read as what, unless they have these names."""
        others = [
            f"{header[at] if header else f'column {at + 1}'} as {name}"
            for name, at in places.items()
            if not header or header[at].lower() != name
        ]
        if others:
            how = "Read" if header else "Read without a header:"
            self._to.notes.append(f"{how} {joined(others)}.")

    def _question(self, unnamed: Columns) -> str:
        columns = ",".join(f"{name}={at + 1}" for name, at in unnamed.places.items())
        return (
            "The table could be a matrix, or it could have one judgment per row. Add a header, or "
            f"choose with --wide items or --columns {columns}."
        )

    def _problem(self, names: Sequence[str], columns: Columns) -> str:
        *others, last = self._needed
        missing = next((name for name in self._needed if name not in columns.places), last)
        chosen = ",".join(f"{name}=…" for name in self._needed if name not in columns.places)
        return (
            f"There is no column named {missing}. The first row must name the columns "
            f"{', '.join(others)} and {last}; it names: {listed(names)}. Rename them, or say which "
            f"they are: --columns {chosen}."
        )


def _converted(
    rows: Iterable[Row], width: int, convert: Callable[[list[str]], list[str]]
) -> Iterator[Row]:
    for number, cells in rows:
        yield number, convert(cells) if len(cells) == width else cells


def header_line(text: str) -> str:
    return lines_of(text[:BEGINNING])[0]


def no_table(first: str) -> str:
    """Return why a file with this first line is not a table; empty if it may be one."""
    if IN_R.match(first):
        return OF_R
    return OF_PANDAS if first.startswith('{"') else ""


def is_header(first: Sequence[str], body: Cells) -> bool:
    """Return whether the first row contains names: a usual one, none above values, or a word above
    numbers. It contains values if one of them occurs again below, or is a number."""
    below = [
        {cells[at].strip() for cells in body if at < len(cells)} - {""} for at in range(len(first))
    ]
    columns = list(zip(first, below, strict=True))
    for cell, others in columns:
        above_numbers = not is_number(cell) and all(map(is_number, others))
        if (is_known(cell) and cell not in others) or (others and (not cell or above_numbers)):
            return True
    return not any(cell in others or is_number(cell) for cell, others in columns)


def joined(parts: Sequence[str]) -> str:
    """Return the parts with commas, and “and” before the last."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
