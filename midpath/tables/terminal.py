"""Write tables and sentences for a terminal."""

import io
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table as Grid
from rich.text import Text

from midpath.tables.table import Line, Part, Table

GAP, INDENT = 2, 2
UNBOUNDED = 100_000
# Joiners are not printable, but words of some scripts need them.
JOINERS = "\u200c\u200d"


class Stream(Protocol):
    def isatty(self) -> bool: ...


def printed(parts: Iterable[Part], stream: Stream) -> str:
    """Format tables and lines as text for the stream.

    On a terminal, tables fit its width and have bold headings. Elsewhere they are as wide as
    necessary, and plain.
    """
    on_terminal = stream.isatty()
    width = shutil.get_terminal_size().columns if on_terminal else UNBOUNDED
    return "\n".join(lines_of(parts, width, on_terminal=on_terminal))


def lines_of(
    parts: Iterable[Part], width: int = UNBOUNDED, *, on_terminal: bool = False
) -> Iterator[str]:
    """Yield the lines of tables and of the text between them."""
    for part in parts:
        if isinstance(part, str):
            yield _plain(part)
        else:
            yield from _lines_of_table(part, width, on_terminal)


def _lines_of_table(table: Table, width: int, on_terminal: bool) -> Iterator[str]:
    if table.title:
        yield _plain(table.title)
    if not table.rows:
        yield from (f"{'':{INDENT}}{line}" for line in (table.empty,) if line)
        return
    texts = _Texts.of(table)
    for number, places in enumerate(texts.blocks(width - INDENT)):
        if number:
            yield ""
        file = io.StringIO()
        console = Console(file=file, width=max(1, width - INDENT), force_terminal=on_terminal)
        console.print(texts.grid(places))
        yield from (f"{'':{INDENT}}{line}".rstrip() for line in file.getvalue().splitlines())
    yield from (f"{'':{INDENT}}{_plain(note)}" for note in table.notes)


@dataclass(frozen=True)
class _Texts:
    """The texts of a table by column; the first column has the labels."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: Sequence[bool]

    @classmethod
    def of(cls, table: Table) -> Self:
        return cls(
            [_plain(head) for head in (table.first, *_heads(table))],
            [
                [_plain(_label(line)), *(_plain(cell.shown) for cell in line.cells)]
                for body in table.bodies
                for line in body
            ],
            [False, *(heading.is_number for heading in table.headings)],
        )

    def blocks(self, width: int) -> Iterator[Sequence[int]]:
        """Yield the columns of each block: the labels, and as many others as fit."""
        widths = list(map(self._width, range(len(self.heads))))
        labels = min(widths[0], max(1, width // 2))
        block, used = [0], labels
        for place, wide in list(enumerate(widths))[1:]:
            if used + GAP + wide > width and len(block) > 1:
                yield block
                block, used = [0], labels
            block.append(place)
            used += GAP + wide
        yield block

    def grid(self, places: Sequence[int]) -> Grid:
        """Return some of the columns, with their numbers right-aligned."""
        grid = Grid(
            box=None,
            padding=(0, 0, 0, GAP),
            pad_edge=False,
            show_header=any(self.heads[place] for place in places),
            header_style="bold",
        )
        for place in places:
            justify: JustifyMethod = "right" if self.numeric[place] else "left"
            head = Text(self.heads[place])
            grid.add_column(head, justify=justify, vertical="bottom", overflow="fold")
        for row in self.rows:
            grid.add_row(*(Text(row[place]) for place in places))
        return grid

    def _width(self, place: int) -> int:
        texts = [*self.heads[place].split("\n"), *(row[place] for row in self.rows)]
        return max(map(cell_len, texts))


def _heads(table: Table) -> Iterator[str]:
    """Yield the headings; the first one of a group has the group's header above it."""
    for band in table.bands:
        for place, heading in enumerate(band.headings):
            above = band.words if not place else ""
            yield f"{above}\n{heading.words}" if table.is_banded else heading.words


def _label(line: Line) -> str:
    return f"{line.label} ({line.mark})" if line.mark else line.label


def on_one_line(text: str) -> str:
    r"""Return the text without control characters and line ends.

    >>> on_one_line("a name\nEqual")
    'a name�Equal'
    """
    return _plain(text).replace("\n", "\N{REPLACEMENT CHARACTER}")


def _plain(text: str) -> str:
    """Return the text without terminal control characters. Bytes of a file name that are not UTF-8
    are escaped."""
    encoded = text.encode(errors="backslashreplace").decode()
    return "".join(each if _is_harmless(each) else "\N{REPLACEMENT CHARACTER}" for each in encoded)


def _is_harmless(each: str) -> bool:
    return each.isprintable() or each in JOINERS or each == "\n"
