"""Find the columns of a table and their roles, and read its rows accordingly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mode

from midpath.exchange.lenient.columns import (
    DROP,
    GOLD,
    ID,
    LEFT,
    RIGHT,
    SIMILARITY,
    SINGLE,
    STRATUM,
    TEXT,
    WHY,
    guess_roles,
    is_header,
    kind_of,
)
from midpath.exchange.lenient.forgiving_rows import ForgivingRows
from midpath.exchange.lenient.grid import first_records, names_of, records
from midpath.exchange.rows import CELLS, PAIRS, TEXTS
from midpath.text.formatting import counted

# The names by which readers know the columns; the id of pairs is `pair`.
KNOWN = {
    TEXT: "text",
    LEFT: "left",
    RIGHT: "right",
    ID: "id",
    STRATUM: "stratum",
    GOLD: "gold",
    WHY: "why",
    SIMILARITY: "similarity",
}
PAIR_ID = "pair"
SIDES = {LEFT, RIGHT}


@dataclass(frozen=True)
class Choices:
    """A researcher's choices that override guesses. None and "" leave it to the guess.

    `roles` maps each column's number, from 0, to its role. `control` is the question whose answers
    are read, of a file with several, `nested` says whether nested fields are flattened or left out,
    and `sheet` is the sheet of a workbook that is still unread."""

    encoding: str = ""
    delimiter: str | None = None
    header: bool | None = None
    kind: str = ""
    roles: Mapping[int, str] = field(default_factory=dict)
    divide: bool = False
    control: str = ""
    nested: str = ""
    sheet: str = ""


AS_GUESSED = Choices()


@dataclass(frozen=True)
class Opening:
    """The part of a large file that the preview reads."""

    rows: int
    characters: int


@dataclass
class Layout:
    """The names of the columns, and the roles of those that are not simply kept.

    `opening` limits reading to the first rows; `is_whole` is False if rows were left unread.
    `counted` is the number of nonblank rows, `unspaced` the number of texts in scripts without
    spaces."""

    names: Sequence[str]
    roles: Mapping[int, str]
    has_header: bool
    kind: str
    delimiter: str
    opening: Opening | None = None
    counted: int = 0
    is_whole: bool = True

    @property
    def makes_ids(self) -> bool:
        return self.kind == PAIRS and ID not in self.roles.values()

    def trouble(self) -> str:
        """Return why these roles are impossible; empty if they are possible."""
        taken = Counter(role for role in self.roles.values() if role in SINGLE)
        if twice := next((role for role, many in taken.items() if many > 1), ""):
            return f"Two columns are assigned to {KNOWN[twice]}. Choose one of them."
        if self.kind == PAIRS and not taken[LEFT]:
            return "Choose the column with the first text of each pair."
        if self.kind == PAIRS and not taken[RIGHT]:
            return "Choose the column with the second text of each pair."
        if self.kind == TEXTS and not taken[TEXT]:
            return "Choose the column with the texts."
        return ""

    def records(self, text: str, rows: ForgivingRows) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the rows, keyed by the names that readers know. Missing cells at the end are blank,
        since spreadsheets omit them."""
        names = self.canonical()
        shown = next((at for at, role in self.roles.items() if role in {TEXT, LEFT}), 0)
        width = len(self.names)
        found = records(text, self.delimiter, rows.block)
        if self.has_header:
            next(found, None)
        characters = 0
        for number, cells in found:
            if self._is_too_long(characters):
                self.is_whole = False
                return
            self.counted += 1
            characters += sum(map(len, cells))
            rows.at_hand = cells[shown] if shown < len(cells) else ""
            if len(cells) > width and any(cell.strip() for cell in cells[width:]):
                rows.refuse(number, "", _too_many(len(cells), width, self.delimiter), CELLS)
                continue
            row = {name: cells[at] if at < len(cells) else "" for at, name in names.items()}
            if self.makes_ids:
                row[PAIR_ID] = str(self.counted)
            yield number, row

    def _is_too_long(self, characters: int) -> bool:
        most = self.opening
        return most is not None and (self.counted >= most.rows or characters > most.characters)

    def canonical(self) -> dict[int, str]:
        """Return the name of each imported column. A kept column whose name readers know gets
        “ (kept)” appended."""
        names = {
            at: PAIR_ID if role == ID and self.kind == PAIRS else KNOWN[role]
            for at, role in self.roles.items()
            if role in KNOWN
        }
        used = {*names.values(), *([PAIR_ID] if self.makes_ids else [])}
        # Readers of apps and sites know their columns by their names in the file.
        fixed = set(KNOWN.values()) | {PAIR_ID} if self.kind == PAIRS else {"text"}
        reserved = used | (fixed if self.kind in {PAIRS, TEXTS} else set())
        for at, name in enumerate(self.names):
            if at in names or self.roles.get(at) == DROP:
                continue
            names[at] = f"{name} (kept)" if name.strip().lower() in reserved else name
        return dict(sorted(names.items()))

    def column_of_text(self) -> str:
        return next(self.names[at] for at, role in self.roles.items() if role == TEXT)


def find_layout(
    text: str, delimiter: str, choices: Choices, *, padded: bool
) -> tuple[Layout, str, list[tuple[int, list[str]]]]:
    """Return the columns, the kind of data by their names, and the first rows below the header."""
    first = first_records(text, delimiter)
    header = choices.header
    if header is None:
        header = bool(first) and is_header(first[0][1], [cells for _, cells in first[1:]])
    body = first[1:] if header else first
    width = _width(first, header, padded)
    cells = [row[:width] for _, row in body]
    names = names_of(first[0][1] if header and first else None, width)
    found, roles = guess_roles(names, header, cells)
    if not found or choices.kind == TEXTS:
        roles = roles or guess_roles((), False, cells)[1]
        roles = _with_choices(roles, choices.roles, len(names))
        kind = kind_of(roles)
    else:
        kind = found
    return Layout(names, roles, header, kind, delimiter), found, body


def _width(first: Sequence[tuple[int, Sequence[str]]], header: bool, padded: bool) -> int:
    """Return the number of columns: in a sheet, whose rows end with their last cell, that of the
    longest row; else that of the header or of most rows."""
    widths = [len(cells) for _, cells in first] or [1]
    if padded:
        return max(widths)
    return widths[0] if header else mode(widths)


def _with_choices(
    guessed: Mapping[int, str], chosen: Mapping[int, str], width: int
) -> dict[int, str]:
    """Return the roles of the columns. A choice overrides a guess; choosing a text column does not
    make it one of a pair."""
    chosen = {at: role for at, role in chosen.items() if at < width}
    given = {role for role in chosen.values() if role in SINGLE}
    if TEXT in given:
        given |= SIDES
    elif given & SIDES:
        given.add(TEXT)
    guesses = {at: role for at, role in guessed.items() if at not in chosen and role not in given}
    return {**guesses, **chosen}


def _too_many(found: int, expected: int, delimiter: str) -> str:
    advice = ""
    if delimiter != "\t":
        advice = f" Put texts that contain “{delimiter}” in quotation marks."
    return f"{counted(expected, 'cell')} expected, {found:,} found.{advice}"
