"""An entry with everything that was computed, and how it compares with what is printed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from midpath.papers.entries import COMPUTED, PRINTED, Cell, Chart, Entry, Line, Paper
from midpath.text.formatting import signed

Status = Literal["equal", "different", "unavailable"]
TOLERANCE = 1e-9
NOTHING = "–"
# Labels of amounts of money end with their unit, $.
MONEY_DECIMALS = 2


@dataclass(frozen=True)
class Outcome:
    """An entry's results. `on` names their data; `missing` says what could not run, and why."""

    entry: Entry
    lines: Sequence[Line] = ()
    charts: Sequence[Chart] = ()
    remarks: Sequence[str] = ()
    on: Sequence[str] = ()
    missing: Sequence[str] = ()

    def rows(self) -> Iterator[tuple[str, str, list[str]]]:
        """Yield the lines to show: the row's label, the source, and its cells.

        Each row begins with its printed cells, if there are any.
        """
        for label in dict.fromkeys([*self.entry.rows, *(line.label for line in self.lines)]):
            printed = self.entry.rows.get(label)
            if printed is not None and any(printed):
                yield label, PRINTED, [cell or NOTHING for cell in printed]
            for line in self.lines:
                if line.label == label:
                    yield label, line.source, self._shown(line)

    def statuses(self) -> Iterator[tuple[str, int, Status]]:
        """Yield the row, the column and the status of each printed cell."""
        computed = {line.label: line.cells for line in self.lines if line.source == COMPUTED}
        for label, printed in self.entry.rows.items():
            for column, text in enumerate(printed):
                if text:
                    found = computed.get(label, ())
                    cell = found[column] if column < len(found) else Cell(None)
                    yield label, column, status_of(text, cell)

    def _shown(self, line: Line) -> list[str]:
        printed = self.entry.rows.get(line.label, ())
        cells = []
        for column, cell in enumerate(line.cells):
            text = printed[column] if column < len(printed) else ""
            equal = line.source == COMPUTED and bool(text) and status_of(text, cell) == "equal"
            if line.label.endswith("$"):
                cells.append(shown(cell, MONEY_DECIMALS, equal=True))
            else:
                cells.append(shown(cell, self._decimals(column, text), equal=equal))
        return cells

    def _decimals(self, column: int, text: str) -> int:
        """Return the decimals of the printed cell, of its column, or of the entry."""
        others = [row[column] for row in self.entry.rows.values() if column < len(row)]
        numbers = [one for one in (text, *others) if number_of(one) is not None]
        return decimals_of(numbers[0]) if numbers else self.entry.decimals


@dataclass(frozen=True)
class Counts:
    """The printed cells of entries by status, and the cells computed in addition."""

    equal: int = 0
    different: int = 0
    unavailable: int = 0
    other: int = 0

    @property
    def printed(self) -> int:
        return self.equal + self.different + self.unavailable

    def __str__(self) -> str:
        return (
            f"{self.printed:,} printed cells: {self.equal:,} equal, {self.different:,} different, "
            f"{self.unavailable:,} unavailable. {self.other:,} further cells computed."
        )


@dataclass(frozen=True)
class PaperOutcome:
    paper: Paper
    outcomes: Sequence[Outcome] = field(default_factory=tuple)


def count(outcomes: Sequence[Outcome]) -> Counts:
    found: dict[Status, int] = {"equal": 0, "different": 0, "unavailable": 0}
    cells = 0
    for outcome in outcomes:
        for _, _, status in outcome.statuses():
            found[status] += 1
        cells += sum(cell.value is not None for line in outcome.lines for cell in line.cells)
    return Counts(**found, other=cells - found["equal"] - found["different"])


def status_of(printed: str, cell: Cell) -> Status:
    """Compare a computed value with the printed one, at the printed number of decimals.

    >>> [status_of("2.57", Cell(18 / 7)), status_of(".213", Cell(3 / 14))]
    ['equal', 'different']
    """
    if cell.value is None:
        return "unavailable"
    number = number_of(printed)
    if number is None or isinstance(cell.value, str):
        return "equal" if printed == str(cell.value) else "different"
    half = 0.5 * 10 ** -decimals_of(printed) + TOLERANCE
    return "equal" if abs(cell.value - number) <= half else "different"


def shown(cell: Cell, decimals: int, *, equal: bool = False) -> str:
    """Write a value: with the printed decimals if it is equal, else with one more.

    >>> shown(Cell(0.3768, 0.365, 0.389), 2), shown(Cell(2), 1), shown(Cell(None), 1)
    ('0.377 [0.365, 0.389]', '2', '–')
    """
    if cell.value is None:
        return NOTHING
    if isinstance(cell.value, str):
        return cell.value
    if isinstance(cell.value, int) and not equal:
        return f"{cell.value:,}"
    places = decimals if equal else decimals + 1
    text = signed(cell.value, places)
    if cell.low is None or cell.high is None:
        return text
    return f"{text} [{signed(cell.low, places)}, {signed(cell.high, places)}]"


def number_of(text: str) -> float | None:
    """Return the number that a cell consists of; None if it is none.

    >>> number_of("−0.041"), number_of("1,815"), number_of("0 1 0"), number_of("")
    (-0.041, 1815.0, None, None)
    """
    try:
        return float(text.replace("−", "-").replace(",", "").removesuffix("%").strip())
    except ValueError:
        return None


def decimals_of(text: str) -> int:
    """Return the number of decimals of a printed number.

    >>> decimals_of("0.213"), decimals_of("14"), decimals_of("63.0%")
    (3, 0, 1)
    """
    return len(text.strip().removesuffix("%").strip().partition(".")[2])


def sources_of(outcome: Outcome) -> Mapping[str, None]:
    """Return the sources of the lines, in order."""
    return dict.fromkeys(line.source for line in outcome.lines)
