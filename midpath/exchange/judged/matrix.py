"""Read a matrix of judgments: a row for each item and a column for each worker, or the reverse.

    item,ann,bob,cy                 rater,soup,tea,bread
    soup,1,2,                       ann,1,2,3
    tea,3,3,2                       bob,1,3,

An empty cell means that there is no judgment. Without a column of names, rows are numbered."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from midpath.exchange.judged.reading_options import FITTING, ITEMS, WORKERS
from midpath.exchange.judged.synonyms import is_known
from midpath.exchange.rows import BadCell
from midpath.text.characters import canonical
from midpath.text.formatting import counted

Record = tuple[int, Sequence[str]]
Cells = Sequence[Sequence[str]]
# The share of a column's cells whose values occur in other columns, too, for it to be a rater's.
SHARED = 0.5
# The longest usual scale is from 0 to 10.
MAX_STEPS = 10
MAX_SHOWN, MAX_DIGITS = 10, 18


@dataclass
class Matrix:
    """The columns of a matrix.

    labels : the places of the columns with labels, and the name of each
    names : the place of the column that names the rows; None if there is none
    gold : the place of the column with the gold labels of items; None if there is none
    """

    labels: Mapping[int, str]
    names: int | None
    rows_are_items: bool
    gold: int | None = None
    rows: int = 0
    empty: int = 0

    def records(
        self, rows: Iterable[Record], needed: Sequence[str], known: Sequence[str]
    ) -> Iterator[Record]:
        """Yield a record for each cell that is not empty. All rows must be of full width."""
        worker, item, label = (known.index(name) for name in needed)
        if not self.rows_are_items:
            worker, item = item, worker
        blank = [""] * len(known)
        for number, cells in rows:
            if not any(map(str.strip, cells)):
                continue
            self.rows += 1
            name = str(self.rows) if self.names is None else cells[self.names]
            if self.gold is not None:
                blank[known.index("gold")] = cells[self.gold]
            for place, column in self.labels.items():
                if not cells[place].strip():
                    self.empty += 1
                    continue
                record = blank.copy()
                record[item], record[worker], record[label] = name, column, cells[place]
                yield number, record

    def note(self, subject: str) -> str:
        """Return how the matrix was read, once it is."""
        names = list(self.labels.values())
        shown = ", ".join(names[:MAX_SHOWN]) + (", …" if len(names) > MAX_SHOWN else "")
        nouns = (subject, "worker") if self.rows_are_items else ("worker", subject)
        size = f"{counted(self.rows, nouns[0])} by {counted(len(names), nouns[1])}"
        unnamed = "" if self.names is not None else f" The {nouns[0]}s have no names."
        empty = f" Empty cells: {self.empty:,}." if self.empty else ""
        return f"Read as a matrix: {size} ({shown}).{unnamed}{empty}"


def find_matrix(
    header: Sequence[str] | None,
    body: Cells,
    places: Mapping[str, int],
    needed: Sequence[str],
    wide: str,
    chosen: Sequence[int] = (),
) -> Matrix | None:
    """Return the columns of a matrix, by its first rows; None if the table does not look like one,
    or raise BadCell if it is unclear which columns are workers'.

    places : the columns with known names
    wide : how a caller says that it is a matrix
    chosen : the columns with labels, if the caller names them
    """
    width = len(header) if header else max(map(len, body), default=0)
    columns = [[row[at].strip() if at < len(row) else "" for row in body] for at in range(width)]
    worker, subject = places.get(needed[0]), places.get(needed[1])
    has_workers = worker is not None and subject is None
    rows_are_items = wide != WORKERS and not (wide in {"", FITTING} and has_workers)
    gold = places.get("gold") if rows_are_items else None
    names = subject if rows_are_items else worker
    if names is None:
        names = _names_in(columns, header)
    others = [
        at
        for at in range(width)
        if at not in {names, gold}
        and any(columns[at])
        and (at in chosen or not (header and at < len(header) and is_known(header[at])))
    ]
    found = list(chosen) or (others if wide else _alike(columns, others))
    if len(found) < (1 if wide else 2):
        return None
    doubtful = set() if wide or chosen else _doubtful(columns, found, others)
    if doubtful:
        read, unread = (
            ", ".join(_name_of(at, header) for at in part) for part in (found, sorted(doubtful))
        )
        raise BadCell(
            "",
            f"The table looks like a matrix of {read}, but {unread} may have labels, too. Choose "
            f"all columns with --wide {ITEMS}, or some with --columns "
            f"{needed[0]}={'|'.join(_name_of(at, header) for at in found)}.",
        )
    labels = {at: _name_of(at, header) for at in found}
    twice = [name for name, times in Counter(map(canonical, labels.values())).items() if times > 1]
    if twice:
        raise BadCell("", f"Two columns are named {twice[0]}. Give each a unique name.")
    return Matrix(labels, names, rows_are_items, gold)


def _name_of(at: int, header: Sequence[str] | None) -> str:
    return header[at] if header and at < len(header) and header[at] else f"column {at + 1}"


def _names_in(columns: Cells, header: Sequence[str] | None) -> int | None:
    """Return the place of the first column if it names the rows: its cells differ, and they are no
    labels, or they count the rows."""
    if len(columns) < 2:
        return None
    first, rest = columns[0], {cell for column in columns[1:] for cell in column}
    if not all(first) or len(set(first)) < len(first):
        return None
    unnamed = header is not None and not header[0]
    return 0 if unnamed or _count_up(first) or not rest.intersection(first) else None


def _count_up(cells: Sequence[str]) -> bool:
    """Return whether the cells number the rows."""
    if len(cells) < 2 or not all(
        cell.isascii() and cell.isdigit() and len(cell) <= MAX_DIGITS for cell in cells
    ):
        return False
    first = int(cells[0])
    return all(int(cell) == first + at for at, cell in enumerate(cells))


def _alike(columns: Cells, places: Sequence[int]) -> list[int]:
    """Return the columns that share most of their values with others; or all with numbers, if these
    have few values or share none."""
    places = [at for at in places if at or not _count_up(columns[at])]
    values = {at: {cell for cell in columns[at] if cell} for at in places}
    numeric = [at for at in places if all(map(is_number, values[at]))]
    times = Counter(value for found in values.values() for value in found)
    alike = []
    for at in places:
        cells = [cell for cell in columns[at] if cell]
        if sum(times[cell] > 1 for cell in cells) >= SHARED * len(cells):
            alike.append(at)
    if len(numeric) > 1 and (not alike or _are_scale(columns, numeric)):
        return sorted({*alike, *numeric})
    return alike


def _are_scale(columns: Cells, places: Iterable[int]) -> bool:
    """Return whether numbers are the values of one scale: whole and close to each other."""
    numbers = {float(cell) for at in places for cell in columns[at] if cell}
    return all(map(float.is_integer, numbers)) and max(numbers) - min(numbers) <= MAX_STEPS


def _doubtful(columns: Cells, found: Sequence[int], others: Sequence[int]) -> set[int]:
    """Return the columns of numbers that were not found to be workers', if those are numbers."""
    if not all(is_number(cell) for at in found for cell in columns[at] if cell):
        return set()
    return {
        at
        for at in others
        if at not in found
        and all(is_number(cell) for cell in columns[at] if cell)
        and not _count_up(columns[at])
    }


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
