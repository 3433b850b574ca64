"""Read the cells of files of judgments. Each distinct cell of a column is read only once, because
millions of rows repeat the same few."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import count
from typing import TypeVar

from midpath.exchange.rows import BadCell
from midpath.text.characters import canonical, problem_with_characters

YES_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
MAX_CELL_LENGTH = 2000
MAX_REMEMBERED = 2**16
MISSING = -1
MILLION, THOUSAND = 1_000_000, 1000
# Of printable characters of ASCII, without spaces, and without the mark of a spreadsheet: nothing
# is to be cleaned or refused.
PLAIN = re.compile(r"[!-&(-~]+").fullmatch
Meant = TypeVar("Meant")
Clean = Callable[[str], str]


class Names(dict[str, int]):
    """The names in a column, numbered in order of appearance. Spellings that differ only in how
    Unicode encodes them are one name: the first. An empty cell raises BadCell."""

    def __init__(
        self, column: str, clean: Clean, names: list[str], longest: int = MAX_CELL_LENGTH
    ) -> None:
        super().__init__()
        self._column, self._clean, self._names = column, clean, names
        self._longest = longest
        self._numbers: dict[str, int] = {}

    def __missing__(self, cell: str) -> int:
        if PLAIN(cell) and len(cell) <= self._longest:
            name = key = cell
        else:
            name = needed(self._column, self._clean(cell), self._longest)
            key = canonical(name).strip()
        number = self._numbers.setdefault(key, len(self._names))
        if number == len(self._names):
            self._names.append(name)
        self[cell] = number
        return number

    def numbers_of(self, cells: Sequence[str]) -> list[int]:
        """Return the numbers of cells, none of which occurs twice. Plain ones are added at once."""
        lengths = [*map(len, cells)]
        if 0 in lengths or max(lengths, default=0) > self._longest or not PLAIN("".join(cells)):
            return [self[cell] for cell in cells]
        new = [cell for cell in cells if cell not in self._numbers]
        self._numbers.update(zip(new, count(len(self._names)), strict=False))
        self._names.extend(new)
        return [*map(self._numbers.__getitem__, cells)]

    def size(self) -> tuple[int, int]:
        """Return the number of spellings and of names, to `forget` those that are added later."""
        return len(self), len(self._names)

    def forget(self, size: tuple[int, int]) -> None:
        """Remove what was added since the size was this."""
        spellings, names = size
        while len(self) > spellings:
            self.popitem()
        while len(self._numbers) > names:
            self._numbers.popitem()
        del self._names[names:]


class Labels(Names):
    """The labels in a column, in the spelling by which they are compared. An empty cell, or one of
    the words for a missing label, is MISSING."""

    missing: frozenset[str] = frozenset()

    def __missing__(self, cell: str) -> int:
        word = canonical(self._clean(cell)).strip()
        if not word or word in self.missing:
            self[cell] = MISSING
            return MISSING
        number = super().__missing__(cell)
        self._names[number] = canonical(self._names[number]).strip()
        return number

    def numbers_of(self, cells: Sequence[str]) -> list[int]:
        return [self[cell] for cell in cells]


class Cells:
    """The values of the cells of other columns."""

    def __init__(self, clean: Clean) -> None:
        self.similarity = _remembered(
            _scaled, clean, "similarity", MILLION, 1, "a number from 0 to 1, such as 0.42"
        )
        self.seconds = _remembered(
            _scaled, clean, "seconds", THOUSAND, 10**9, "a number of seconds, such as 12.5"
        )
        self.words = _remembered(_scaled, clean, "words", 1, 10**9, "a whole number")
        self.stratum = _remembered(_optional, clean, "stratum")
        self.gold = _remembered(_optional, clean, "gold")
        self.means = _remembered(_yes_no, clean, "means")
        self.counts = _remembered(_yes_no, clean, "counts")


def _remembered(
    read: Callable[..., Meant], clean: Clean, column: str, *settings: object
) -> Callable[[str], Meant]:
    return lru_cache(MAX_REMEMBERED)(
        lambda cell: read(column, canonical(clean(cell)).strip(), *settings)
    )


def needed(name: str, text: str, longest: int = MAX_CELL_LENGTH) -> str:
    cell = text.strip()
    if not canonical(cell).strip():
        raise BadCell(name, f"The {name} is empty. Fill it in or remove the row.")
    return _optional(name, cell, longest)


def _optional(name: str, cell: str, longest: int = MAX_CELL_LENGTH) -> str:
    if len(cell) > longest:
        raise BadCell(name, f"The cell has {len(cell):,} characters, more than {longest:,}.")
    if trouble := problem_with_characters(cell):
        raise BadCell(name, trouble)
    return cell


def _scaled(name: str, cell: str, times: int, most: int, wanted: str) -> int | None:
    """Return a number from 0 to `most` as an integer number of parts, halves rounded to even; None
    for an empty cell."""
    if not cell:
        return None
    try:
        number = Decimal(cell)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= most):
        raise BadCell(name, f"{short(cell)} is not {wanted}. Correct it or leave it empty.")
    return int((number * times).to_integral_value())


def _yes_no(name: str, cell: str) -> bool | None:
    """Return whether a cell says yes; None for an empty cell."""
    word = cell.lower()
    if word and word not in YES_NO:
        raise BadCell(name, f"{short(cell)} is neither yes nor no. Correct it or leave it empty.")
    return YES_NO.get(word)


def short(text: str) -> str:
    return f"“{text[:60]}”" if len(text) <= 60 else f"“{text[:59]}…”"
